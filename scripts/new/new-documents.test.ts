import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadDocuments } from '../../engine/model/load/index.ts';
import { bundledScripts } from '../lib/bundled-scripts.testing.ts';
import { readDocumentFiles, readPlatformFiles } from '../lib/document-files.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'schemas-'));
  mkdirSync(path.join(folder, 'roles'));
  writeFileSync(
    path.join(folder, 'roles/keeper.json'),
    JSON.stringify(
      { schemaVersion: 2, code: 'keeper', title: '管理', dataScope: 'all', menus: [], permissions: [] },
      null,
      2,
    ),
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = bundledScripts('new-entity.ts', 'new-page.ts');
const command = (script: string, ...words: readonly string[]) => run(folder, script, ...words);

const book = [
  'book',
  '图书',
  'title:string:书名!',
  'price:money:定价',
  'bought:date:购入日期',
  'status:enum(on_shelf=在架,lent=借出):状态',
  '--move',
  'lend=借出:on_shelf>lent',
  '--move',
  'give=归还:lent>on_shelf',
];

it('writes an entity with states, its list, panorama and form, in the menu and of a role, without a fault', () => {
  expect(command('new-entity.ts', ...book).stderr).toBe('');
  expect(command('new-entity.ts', 'note', '便签', 'text:text:内容!', 'bookId:ref(book):图书!').stderr).toBe('');
  expect(command('new-page.ts', 'panorama', 'book', '--menu', 'bookMenu', '--group-title', '图书管理').stderr).toBe('');
  const opened = command(
    'new-page.ts',
    'list',
    'book',
    '--opens',
    'bookPanorama',
    '--menu',
    'bookMenu',
    '--role',
    'keeper',
  );
  expect(opened.stderr).toBe('');
  expect(command('new-page.ts', 'form', 'note').stderr).toBe('');
  const { documents, faults } = loadDocuments(readDocumentFiles(folder), { base: readPlatformFiles() });
  expect(faults).toEqual([]);
  expect([...documents.pages.keys()].sort()).toEqual(['bookList', 'bookPanorama', 'noteForm']);
  expect(documents.menu.children).toMatchObject([
    { key: 'bookMenu', title: '图书管理', children: [{ key: 'bookPanorama', hidden: true }, { key: 'bookList' }] },
  ]);
  expect(documents.roles.get('keeper')).toMatchObject({
    menus: ['bookList'],
    permissions: expect.arrayContaining(['book:query', 'book:add', 'book:lend', 'book:give']),
  });
  const panorama = documents.pages.get('bookPanorama');
  expect(panorama?.kind === 'panorama' && panorama.tabs.map((tab) => tab.key)).toEqual(['note']);
  expect(documents.entities.get('book')?.states?.[0]?.initial).toEqual(['on_shelf']);
  // A list of them opens in groups: by state, or by the book.
  for (const name of ['book', 'note']) expect(documents.entities.get(name)?.operations).toContain('group');
}, 60_000);

it('writes nothing when a word is wrong, and says what was expected', () => {
  const wrong = command('new-entity.ts', 'book', '图书', 'title:strng:书名');
  expect(wrong.status).toBe(1);
  expect(wrong.stderr).toContain('title:strng:书名');
  expect(wrong.stderr).toContain('用法');
  expect(readDocumentFiles(folder).map((file) => file.file)).toEqual(['roles/keeper.json']);
}, 30_000);

it('keeps a document that is there', () => {
  command('new-entity.ts', ...book);
  const before = readFileSync(path.join(folder, 'entities/book.json'), 'utf8');
  const again = command('new-entity.ts', 'book', '书', 'name:string:名称');
  expect(again.status).toBe(1);
  expect(again.stderr).toContain('entities/book.json');
  expect(readFileSync(path.join(folder, 'entities/book.json'), 'utf8')).toBe(before);
}, 30_000);
