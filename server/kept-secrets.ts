import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from './start-error.ts';

/** The secret kept in a file of the data folder; made on first use, readable by its owner only. */
export function keptSecret(file: string, make: () => string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    writeFileSync(file, `${make()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
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
