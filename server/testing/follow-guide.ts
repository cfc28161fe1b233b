import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { extendDocument } from '../../engine/model/extend/index.ts';

const root = path.resolve(import.meta.dirname, '../..');
const guide = 'docs/schema-language.md';

/** A fenced example of the guide: what it is, its text, and the line it begins at. */
export type GuideExample = { readonly info: string; readonly text: string; readonly line: number };

/** The examples of a page of the repository in the order a reader meets them: commands, and documents with their file. */
export function guideExamples(page = guide): readonly GuideExample[] {
  const text = readFileSync(path.join(root, page), 'utf8');
  return [...text.matchAll(/^```(sh|json [^\n]+)\n([\s\S]*?)^```$/gm)].map((match) => ({
    info: match[1] ?? '',
    text: match[2] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }));
}

/**
 * Does in a folder what an example says: runs its commands; writes its document (`json FILE`), replaces it
 * (`json = FILE`) or adds to it by keys (`json + FILE`).
 */
export function followExample({ info, text }: GuideExample, folder: string): void {
  if (info === 'sh') {
    for (const line of text.trim().split('\n')) runCommand(line, folder);
    return;
  }
  const [, mark = '', name = mark] = info.split(' ');
  const target = path.join(folder, name);
  mkdirSync(path.dirname(target), { recursive: true });
  if (mark === '+') {
    const before: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(target, 'utf8'));
    const added: Readonly<Record<string, unknown>> = JSON.parse(text);
    const { $schema, schemaVersion } = before;
    writeFileSync(target, JSON.stringify(extendDocument(before, { $schema, schemaVersion, ...added }).document));
    return;
  }
  if (mark !== '=' && existsSync(target)) throw new TypeError(`${name} is there already`);
  writeFileSync(target, text);
}

/** Runs a line as a reader types it, through a shell: what a shell refuses or reads otherwise fails here. */
function runCommand(line: string, folder: string): void {
  const done = spawnSync('sh', ['-c', line], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, SCHEMAS_DIR: folder },
  });
  if (done.status !== 0) throw new TypeError(`${line}\n${done.stderr}`);
}
