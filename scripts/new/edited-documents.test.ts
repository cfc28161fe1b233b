import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { diffLines } from 'diff';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundledScripts } from '../lib/bundled-scripts.testing.ts';
import { readDocumentFiles } from '../lib/document-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edited-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = bundledScripts('new-entity.ts', 'new-page.ts');
const command = (script: string, ...words: readonly string[]) => run(folder, script, ...words);

const textOf = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const put = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
const role = (code: string) =>
  `{"schemaVersion": 2, "code":"${code}", "title": "管理", "dataScope": "all", "menus": [], "permissions": []}\n`;
const contents = () => readDocumentFiles(folder).map(({ file, text }) => `${file}\n${text}`);

/** The lines that differ, `+` and `-` before them. */
function difference(before: string, after: string): readonly string[] {
  return diffLines(before, after).flatMap(({ added, removed, value }) =>
    added || removed
      ? value
          .trimEnd()
          .split('\n')
          .map((line) => `${added ? '+' : '-'}${line.trim()}`)
      : [],
  );
}

describe('a page added to the shipped documents', () => {
  beforeEach(() => cpSync(path.join(root, 'schemas'), folder, { recursive: true }));

  it('adds its lines to the menu and the role, and changes no other line', () => {
    const [menu, academic] = [textOf('menu.json'), textOf('roles/academic.json')];
    const words = ['list', 'project', '--name', 'projectPlain', '--menu', 'dashboardMenu', '--role', 'academic'];
    expect(command('new-page.ts', ...words).stderr).toBe('');
    const inMenu = difference(menu, textOf('menu.json'));
    expect(inMenu).toContain('+{ "key": "projectPlain" }');
    // The row before gains a comma.
    expect(inMenu.filter((line) => line.startsWith('-')).length).toBeLessThanOrEqual(1);
    expect(inMenu.length).toBeLessThanOrEqual(3);
    const inRole = difference(academic, textOf('roles/academic.json'));
    expect(inRole.join('\n')).toContain('"projectPlain"');
    expect(inRole.filter((line) => line.startsWith('-')).length).toBeLessThanOrEqual(2);
  }, 60_000);

  it('leaves documents as the formatter would', () => {
    expect(command('new-entity.ts', 'shelf', '书架', 'name:string:名称!', 'state:enum(a=甲,b=乙):状态').stderr).toBe(
      '',
    );
    const words = ['list', 'shelf', '--menu', 'shelfMenu', '--group-title', '书架', '--role', 'academic'];
    expect(command('new-page.ts', ...words).stderr).toBe('');
    const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
    const written = [
      'entities/shelf.json',
      'dictionaries/shelf_state.json',
      'pages/shelf/shelfList.json',
      'menu.json',
      'roles/academic.json',
    ];
    for (const file of written) {
      const done = spawnSync(process.execPath, [biome, 'format', `--stdin-file-path=schemas/${file}`], {
        cwd: root,
        input: textOf(file),
        encoding: 'utf8',
      });
      expect(done.stdout, file).toBe(textOf(file));
    }
  }, 60_000);
});

describe('a page for a role', () => {
  beforeEach(() => {
    put('roles/keeper.json', role('keeper'));
    command('new-entity.ts', 'book', '图书', 'title:string:书名!');
  });

  it('says that the administrator holds everything already, and writes the page', () => {
    const done = command('new-page.ts', 'list', 'book', '--role', 'admin');
    expect(done.stderr).toBe('');
    expect(done.status).toBe(0);
    expect(done.stdout).toContain('角色 admin 已有全部页面与权限');
    expect(contents().join('\n')).toContain('pages/book/bookList.json');
    expect(contents().some((text) => text.startsWith('roles/admin'))).toBe(false);
  }, 60_000);

  it('finds a role however its document is laid out', () => {
    expect(command('new-page.ts', 'list', 'book', '--role', 'keeper').stderr).toBe('');
    expect(JSON.parse(textOf('roles/keeper.json'))).toMatchObject({ menus: ['bookList'] });
  }, 60_000);

  it.each([
    ['a new group without a title', ['list', 'book', '--menu', 'bookMenu'], '--group-title'],
    ['a title without a group', ['list', 'book', '--group-title', '图书'], '--menu'],
    ['an unknown role', ['list', 'book', '--role', 'nobody'], '没有角色 nobody'],
    ['an unknown entity', ['list', 'boook'], '没有实体 boook'],
    ['an unknown kind', ['table', 'book'], 'list、panorama、form'],
    ['a word too many', ['list', 'book', 'more'], 'more'],
    ['an unknown option', ['list', 'book', '--colour', 'red'], '--colour'],
  ])(
    'refuses %s and writes nothing',
    (_, words, told) => {
      const before = contents();
      const done = command('new-page.ts', ...words);
      expect(done.status).toBe(1);
      expect(done.stderr).toContain(told);
      expect(done.stderr).toContain('用法');
      expect(contents()).toEqual(before);
    },
    60_000,
  );

  it('refuses another title for a group that is there', () => {
    command('new-page.ts', 'list', 'book', '--menu', 'bookMenu', '--group-title', '图书管理');
    const before = contents();
    const done = command('new-page.ts', 'form', 'book', '--menu', 'bookMenu', '--group-title', '别的');
    expect(done.status).toBe(1);
    expect(done.stderr).toContain('“图书管理”');
    expect(contents()).toEqual(before);
  }, 60_000);

  it('does not write over a menu it cannot read', () => {
    put('menu.json', '{ "children": [ }');
    const done = command('new-page.ts', 'list', 'book', '--menu', 'bookMenu', '--group-title', '图书管理');
    expect(done.status).toBe(1);
    expect(done.stderr).toContain('menu.json');
    expect(textOf('menu.json')).toBe('{ "children": [ }');
  }, 60_000);
});

it.each([
  ['a field', ['book', '图书', 'title:string'], '“title:string”缺少标题'],
  ['a value', ['book', '图书', 'status:enum(a=甲,b):状态'], '取值“b”缺少名称'],
  ['a transition', ['book', '图书', 'status:enum(a=甲,b=乙):状态', '--move', 'lend:a>b'], '流转“lend:a>b”缺少名称'],
])(
  'refuses %s without a title and writes nothing',
  (_, words, told) => {
    const done = command('new-entity.ts', ...words);
    expect(done.status).toBe(1);
    expect(done.stderr).toContain(told);
    expect(contents()).toEqual([]);
  },
  60_000,
);
