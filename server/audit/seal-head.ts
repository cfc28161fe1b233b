import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SealedHead, SealHead } from '../kernel/services/seal-head.ts';

const headPattern = /^(\d{1,10}):([0-9a-f]{64})$/;

/** Reads `number:seal`, as it is shown and as it is given to the command; undefined for anything else. */
export function parseHead(text: string): SealedHead | undefined {
  const [, number, seal] = headPattern.exec(text.trim()) ?? [];
  return number === undefined || seal === undefined ? undefined : { number: Number(number), seal };
}

/** The text of a head: `12:0f3a…`. */
export function headText({ number, seal }: SealedHead): string {
  return `${number}:${seal}`;
}

/** Where a node keeps it, below its DATA_DIR. */
export function headFile(dataDir: string): string {
  return path.join(dataDir, 'audit-head');
}

/** Keeps it in a file that only the product's user reads; replaced whole. */
export function fileHead(file: string): SealHead {
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch(() => '');
      return parseHead(text);
    },
    async keep(head) {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(`${file}.part`, `${headText(head)}\n`, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}

/** Forgets it: what a restored database knows ends earlier. */
export async function forgetHead(dataDir: string): Promise<void> {
  await rm(headFile(dataDir), { force: true });
}
