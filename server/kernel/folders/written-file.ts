import { open, readFile, rename, stat } from 'node:fs/promises';
import { codeOf } from '../errors/start-error.ts';

/** Writes a value as JSON so that whoever reads the file finds it whole or not at all. */
export async function writeWhole(place: string, content: unknown): Promise<void> {
  const part = `${place}.${process.pid}.part`;
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(content)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, place);
}

/** What such a file holds; undefined where there is none, or none that is JSON. */
export async function readJson(place: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(place, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether there is a file. */
export async function isThere(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  );
}
