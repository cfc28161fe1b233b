import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { extendDocument } from '../../engine/model/index.ts';

const root = path.resolve(import.meta.dirname, '../..');
const guide = path.join(root, 'docs/schema-language.md');
const programs: Readonly<Record<string, string>> = { 'new:entity': 'new-entity.ts', 'new:page': 'new-page.ts' };

/** A fenced example of the guide: what it is, its text, and the line it begins at. */
export type GuideExample = { readonly info: string; readonly text: string; readonly line: number };

/** The examples of the guide in the order a reader meets them: commands, and documents with their file. */
export function guideExamples(): readonly GuideExample[] {
  const text = readFileSync(guide, 'utf8');
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

function runCommand(line: string, folder: string): void {
  const [, script = '', , ...words] = line.match(/"[^"]*"|\S+/g)?.slice(1) ?? [];
  const program = programs[script];
  if (program === undefined) throw new TypeError(`unknown command: ${line}`);
  const bare = words.map((word) => word.replaceAll('"', ''));
  const done = spawnSync(process.execPath, ['--import', 'tsx', path.join(root, 'scripts', program), ...bare], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, SCHEMAS_DIR: folder },
  });
  if (done.status !== 0) throw new TypeError(`${line}\n${done.stderr}`);
}
