import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundledScripts } from './bundled-scripts.testing.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'other-product-'));
  mkdirSync(path.join(folder, 'roles'));
  const keeper = { schemaVersion: 1, code: 'keeper', title: '管理', dataScope: 'all', menus: [], permissions: [] };
  writeFileSync(path.join(folder, 'roles/keeper.json'), `${JSON.stringify(keeper)}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = bundledScripts('check-schemas.ts', 'migrate-schemas.ts', 'new-entity.ts', 'new-page.ts');
const script = (file: string, words: readonly string[], schemas: string) => run(schemas, file, ...words);

const scripts = [
  ['check-schemas.ts', []],
  ['migrate-schemas.ts', ['--write']],
  ['new-entity.ts', ['book', '图书', 'title:string:书名!']],
  ['new-page.ts', ['list', 'role']],
] as const;

it.each(scripts)(
  '%s refuses a SCHEMAS_DIR that is no folder',
  (file, words) => {
    const done = script(file, words, path.join(folder, 'nowhere'));
    expect(done.status).toBe(1);
    expect(done.stderr).toContain(`SCHEMAS_DIR：应为已存在的目录，写的是“${path.join(folder, 'nowhere')}”`);
  },
  30_000,
);

it('migrate-schemas.ts writes the documents of SCHEMAS_DIR', () => {
  const done = script('migrate-schemas.ts', ['--write'], folder);
  expect(done.stdout).toContain('1 个文件，1 个文档已升级');
  expect(readFileSync(path.join(folder, 'roles/keeper.json'), 'utf8')).toMatch(/"schemaVersion": ?2/);
}, 30_000);

it('check-schemas.ts checks the documents of SCHEMAS_DIR', () => {
  expect(script('check-schemas.ts', [], folder).stdout).toContain('1 个文档');
}, 30_000);

it('check-schemas.ts finds two indexes of one name before a start does', () => {
  mkdirSync(path.join(folder, 'entities'));
  for (const [name, key] of [
    ['deed', 'formName'],
    ['deed_form', 'name'],
  ] as const) {
    const fields = [{ key: 'name', title: '名称', type: 'string', maxLength: 20 }];
    const indexes = [{ key, fields: ['name', 'id'] }];
    const entity = { schemaVersion: 2, name, title: name, label: 'name', operations: [], fields, indexes };
    writeFileSync(path.join(folder, `entities/${name}.json`), `${JSON.stringify(entity)}\n`);
  }
  const done = script('check-schemas.ts', [], folder);
  expect(done.status).toBe(1);
  expect(done.stderr).toContain('entities/deed_form.json#/indexes');
}, 30_000);

it('new-entity.ts and new-page.ts write into SCHEMAS_DIR', () => {
  expect(script('new-entity.ts', ['book', '图书', 'title:string:书名!'], folder).stdout).toContain(
    path.join(folder, 'entities/book.json'),
  );
  expect(script('new-page.ts', ['list', 'book'], folder).stdout).toContain(
    path.join(folder, 'pages/book/bookList.json'),
  );
}, 30_000);
