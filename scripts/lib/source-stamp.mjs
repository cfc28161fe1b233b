import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const leftOut = new Set(['node_modules', 'generated', '.DS_Store']);
const onlyForTests = /\.(test|stories)\.tsx?$/;

/** Hash over names and contents of files and folders; generated files, tests and stories do not count. */
export function sourceHash(folder, entries) {
  const hash = createHash('sha256');
  for (const entry of [...entries].sort()) addEntry(hash, folder, entry);
  return hash.digest('hex');
}

function addEntry(hash, folder, entry) {
  const full = path.join(folder, entry);
  if (!existsSync(full)) return;
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) {
      if (!leftOut.has(name)) addEntry(hash, folder, `${entry}/${name}`);
    }
  } else if (!onlyForTests.test(entry)) {
    const content = readFileSync(full);
    hash.update(`${entry}\0${content.length}\0`).update(content);
  }
}

/** Tells whether the stamp file holds this hash. */
export function isStamped(stampFile, hash) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8').trim() === hash;
}

/** Writes the stamp file. */
export function writeStamp(stampFile, hash) {
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, `${hash}\n`);
}
