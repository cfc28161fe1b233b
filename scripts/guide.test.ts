import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { extendDocument, faultMessage, loadDocuments } from '../engine/model/index.ts';
import { readDocumentFiles, readPlatformFiles } from './lib/document-files.ts';

const root = path.resolve(import.meta.dirname, '..');
const guide = readFileSync(path.join(root, 'docs/schema-language.md'), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'guide-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Example = { readonly info: string; readonly text: string; readonly line: number };

/** Fenced examples in the order a reader meets them. */
function examples(): readonly Example[] {
  return [...guide.matchAll(/^```(sh|json [^\n]+)\n([\s\S]*?)^```$/gm)].map((match) => ({
    info: match[1] ?? '',
    text: match[2] ?? '',
    line: guide.slice(0, match.index).split('\n').length,
  }));
}

function follow({ info, text }: Example): void {
  if (info === 'sh') {
    for (const line of text.trim().split('\n')) runCommand(line);
    return;
  }
  const [, mark = '', name = mark] = info.split(' ');
  const target = path.join(folder, name);
  const json: unknown = JSON.parse(text);
  if (typeof json !== 'object' || json === null) throw new TypeError(`no object in ${info}`);
  mkdirSync(path.dirname(target), { recursive: true });
  if (mark === '+') {
    const before: Record<string, unknown> = JSON.parse(readFileSync(target, 'utf8'));
    const { document } = extendDocument(before, {
      ...(before.$schema === undefined ? {} : { $schema: before.$schema }),
      schemaVersion: 2,
      ...json,
    });
    writeFileSync(target, JSON.stringify(document));
    return;
  }
  if (mark !== '=' && existsSync(target)) throw new TypeError(`${name} is there already`);
  writeFileSync(target, text);
}

function runCommand(line: string): void {
  const [, script = '', ...words] = line.match(/"[^"]*"|\S+/g)?.slice(1) ?? [];
  const program = { 'new:entity': 'new-entity.ts', 'new:page': 'new-page.ts' }[script];
  if (program === undefined) throw new TypeError(`unknown command: ${line}`);
  const bare = words.filter((word) => word !== '--' || words.indexOf(word) > 0).map((word) => word.replaceAll('"', ''));
  const done = spawnSync(process.execPath, ['--import', 'tsx', path.join(root, 'scripts', program), ...bare], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, SCHEMAS_DIR: folder },
  });
  if (done.status !== 0) throw new Error(`${line}\n${done.stderr}`);
}

it('leads from an empty folder to a product without a fault, example by example', () => {
  const all = examples();
  expect(all.length).toBeGreaterThan(15);
  for (const example of all) {
    follow(example);
    const { faults } = loadDocuments(readDocumentFiles(folder), { base: readPlatformFiles() });
    const told = faults.map((fault) => `${fault.file}#${fault.pointer} ${faultMessage(fault)}`);
    expect(told, `after line ${example.line}`).toEqual([]);
  }
  const { documents } = loadDocuments(readDocumentFiles(folder), { base: readPlatformFiles() });
  expect([...documents.pages.keys()].sort()).toEqual([
    'deviceList',
    'devicePanorama',
    'myRepair',
    'repairBoard',
    'repairForm',
    'repairList',
  ]);
  expect(readdirSync(folder).sort()).toEqual(['datasets', 'dictionaries', 'entities', 'menu.json', 'pages', 'roles']);
}, 120_000);
