import { Readable } from 'node:stream';
import type { FileStore } from '../../kernel/services/file-store.ts';
import type { StagedRow } from '../../operations/import/import-plan.ts';

/**
 * The rows of a table as lines of JSON in a file of their own. A table cannot be entered in the middle, this file can:
 * a step goes on where the one before it ended, on any node.
 */
export function stagingKey(jobId: string): string {
  return `import-${jobId}-rows`;
}

/** Writes the headings and the rows; the same job writes the same file again. */
export async function writeStaged(
  files: FileStore,
  key: string,
  header: readonly string[],
  rows: AsyncIterable<StagedRow>,
): Promise<void> {
  await files.writeAt(key, Readable.from(linesOf(header, rows), { objectMode: false, highWaterMark: 65_536 }));
}

async function* linesOf(header: readonly string[], rows: AsyncIterable<StagedRow>): AsyncIterable<string> {
  let chunk = `${JSON.stringify(header)}\n`;
  for await (const { number, cells, sameAs } of rows) {
    chunk += `${JSON.stringify([number, cells, ...(sameAs === undefined ? [] : [sameAs])])}\n`;
    if (chunk.length < 65_536) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

/** The headings, and where the rows begin. */
export async function stagedHeader(
  files: FileStore,
  key: string,
): Promise<{ readonly header: readonly string[]; readonly next: number }> {
  const { lines, next } = await readLines(files, key, 0, 1);
  return { header: JSON.parse(lines[0] ?? '[]'), next };
}

/** So many rows from a place on, and the place after them. */
export async function stagedRows(
  files: FileStore,
  key: string,
  from: number,
  most: number,
): Promise<{ readonly rows: readonly StagedRow[]; readonly next: number }> {
  const { lines, next } = await readLines(files, key, from, most);
  const rows = lines.map((line): StagedRow => {
    // Written by `linesOf`.
    const [number, cells, sameAs]: [number, readonly string[], number?] = JSON.parse(line);
    return { number, cells, ...(sameAs === undefined ? {} : { sameAs }) };
  });
  return { rows, next };
}

async function readLines(files: FileStore, key: string, from: number, most: number) {
  const lines: string[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let next = from;
  const source = await files.read(key, { start: from });
  try {
    for await (const chunk of source) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(10); end !== -1 && lines.length < most; end = rest.indexOf(10)) {
        lines.push(rest.toString('utf8', 0, end));
        rest = rest.subarray(end + 1);
        next += end + 1;
      }
      if (lines.length >= most) break;
    }
  } finally {
    source.destroy();
  }
  return { lines, next };
}
