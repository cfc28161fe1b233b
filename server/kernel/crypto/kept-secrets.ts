import { randomBytes, randomInt } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../errors/start-error.ts';
import { madeFolders } from '../folders/made-folder.ts';

/** The secret in a file, without the end of its line; undefined where there is no such file or folder. */
export function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

/**
 * The secret kept in a file; made on first use, readable by its owner only. The file appears whole and lasting or not
 * at all, so that of two processes that make it at once both answer the same.
 */
export function keptSecret(file: string, make: () => string): string {
  const kept = readSecret(file);
  if (kept !== undefined) return kept;
  madeFolders(path.dirname(file));
  const draft = `${file}.${process.pid}.draft`;
  writeLasting(draft, `${make()}\n`);
  try {
    linkSync(draft, file);
    syncFolder(path.dirname(file));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

function writeLasting(file: string, text: string): void {
  const handle = openSync(file, 'w', 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The name itself survives a power cut only when its folder was written too. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A key of 256 random bits as text. */
export function randomKey(): string {
  return randomBytes(32).toString('base64url');
}

const letters = 'abcdefghjkmnpqrstuvwxyz';
const digits = '23456789';

/** A password that can be read aloud and satisfies the password rule, for example `kxwq-7294-mhtz`. */
export function readablePassword(): string {
  const pick = (alphabet: string) => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${pick(letters)}-${pick(digits)}-${pick(letters)}`;
}
