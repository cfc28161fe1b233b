import { open, rename } from 'node:fs/promises';

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
