import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A file below a folder and the whole text it is to hold. */
export type FileText = { readonly file: string; readonly text: string };

/**
 * Puts texts in place below a folder: all are written aside first, so that what cannot be written leaves every file as
 * it was, and a file never holds a part of its text.
 */
export function replaceFiles(folder: string, files: readonly FileText[]): void {
  const targets = files.map(({ file, text }) => {
    const target = path.join(folder, file);
    return { target, aside: `${target}.${process.pid}.tmp`, text };
  });
  try {
    for (const { target, aside, text } of targets) {
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(aside, text);
    }
    for (const { target, aside } of targets) renameSync(aside, target);
  } finally {
    for (const { aside } of targets) rmSync(aside, { force: true });
  }
}
