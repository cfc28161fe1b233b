/** A part of the product could not be fetched. */
export class PartNotLoaded extends Error {
  override readonly name = 'PartNotLoaded';
}

/** How long the script of a part may take. */
const timeoutMs = 120_000;
/** How long to wait before it is asked for again. */
const pauseMs = 1_000;

/** Fetches the script of a part: given up after two minutes, asked for once more when it fails. */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  { timeout = timeoutMs, pause = pauseMs } = {},
): Promise<Part> {
  try {
    return await within(load(), timeout);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  try {
    return await within(load(), timeout);
  } catch (error) {
    throw new PartNotLoaded('the script of a part could not be fetched', { cause: error });
  }
}

/** What is waited for, if it comes in time. */
async function within<Value>(waited: Promise<Value>, timeout: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came within ${timeout} ms`)), timeout);
  });
  try {
    return await Promise.race([waited, late]);
  } finally {
    clearTimeout(timer);
  }
}
