import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { folderFaults, maxFiles } from './folder-faults.ts';
import { importsAmong, importsOf } from './folder-graph.ts';

/** Faults of a tree of files that is written for this. */
function faultsOf(tree: Readonly<Record<string, string>>, excused: readonly string[] = []) {
  const root = mkdtempSync(path.join(tmpdir(), 'folders-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const files = Object.keys(tree);
  return folderFaults(files, importsAmong(root, files), excused);
}

const layered = {
  'engine/react/index.ts': "export * from './list/page.ts';",
  'engine/react/list/page.ts': "import { row } from '../fields/row.ts';\nexport const page = row;",
  'engine/react/list/state.ts': 'export type State = 1;',
  'engine/react/fields/row.ts': "import './row.css';\nexport const row = 1;",
  'engine/react/fields/row.css': '',
};

it('takes folders that import in one direction', () => {
  expect(faultsOf(layered)).toEqual([]);
});

it.each([
  ['a type', "import type { State } from '../list/state.ts';\nexport type Row = State;"],
  ['an inline type', "export type Row = import('../list/state.ts').State;"],
  ['what is handed on', "export { page } from '../list/state.ts';"],
  ['what is imported when it is needed', "export const later = () => import('../list/state.ts');"],
])('refuses folders that import each other: %s', (_, planted) => {
  const [fault, ...others] = faultsOf({ ...layered, 'engine/react/fields/planted.ts': planted });
  expect(others).toEqual([]);
  expect(fault?.folder).toBe('engine/react');
  expect(fault?.text).toContain('fields, list');
  expect(fault?.text).toContain('engine/react/fields/planted.ts → engine/react/list/state.ts');
});

it('refuses a sheet taken from a folder above', () => {
  const tree = {
    ...layered,
    'engine/react/list/list.css': '',
    'engine/react/fields/b.ts': "import '../list/list.css';",
  };
  expect(faultsOf(tree).map(({ folder }) => folder)).toEqual(['engine/react']);
});

it('refuses a folder that imports the files it stands beside while they import it', () => {
  const tree = {
    'engine/model/load.ts': "import './check/check.ts';",
    'engine/model/fault.ts': '',
    'engine/model/check/check.ts': "import '../fault.ts';",
  };
  expect(faultsOf(tree)).toEqual([{ folder: 'engine/model', text: expect.stringContaining('., check') }]);
});

it('refuses a way round over a third folder', () => {
  const tree = {
    'src/a/one.ts': "import '../b/one.ts';",
    'src/b/one.ts': "import '../c/deep/one.ts';",
    'src/c/two.ts': "import '../a/two.ts';",
    'src/c/deep/one.ts': '',
    'src/a/two.ts': '',
  };
  expect(faultsOf(tree)).toEqual([{ folder: 'src', text: expect.stringContaining('a, b, c') }]);
});

it('refuses more files side by side than the most', () => {
  const files = (count: number) => Array.from({ length: count }, (_, index) => `src/flat/${index}.ts`);
  expect(folderFaults(files(maxFiles), [])).toEqual([]);
  expect(folderFaults(files(maxFiles + 1), [])).toEqual([{ folder: 'src/flat', text: expect.stringContaining('26') }]);
});

it('excuses what is named with all below it, and nothing that has no fault', () => {
  const tree = { 'server/db/a/one.ts': "import '../b/one.ts';", 'server/db/b/one.ts': "import '../a/one.ts';" };
  expect(faultsOf(tree, ['server'])).toEqual([]);
  expect(faultsOf(tree, ['server/d']).map(({ folder }) => folder)).toEqual(['server/db', 'server/d']);
  expect(faultsOf(layered, ['engine/react']).map(({ folder }) => folder)).toEqual(['engine/react']);
});

it('leaves packages and what an address asks for besides the file', () => {
  expect(importsOf('src/a.ts', "import 'antd';\nimport url from './b.svg?url';")).toEqual([
    { from: 'src/a.ts', to: 'src/b.svg' },
  ]);
});
