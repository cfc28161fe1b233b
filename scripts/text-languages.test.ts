import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { textFaults } from './lib/text-languages.ts';

const root = path.resolve(import.meta.dirname, '..');

it('says everything of the engine and the shell in every language, with the same variables, and nothing left Chinese', () => {
  expect(textFaults(root)).toEqual([]);
});

it('gives no key twice to parts whose texts are kept together', () => {
  const files = ['engine/model/texts/words', 'server/texts'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('zh-CN.json'))
      .map((name) => path.join(root, folder, name)),
  );
  const keys = files.flatMap((file) => Object.keys(Object(JSON.parse(readFileSync(file, 'utf8')))));
  expect(keys.length).toBeGreaterThan(10);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

it('notices what is missing, what is too much, other variables, what is Chinese still, and a form too few', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'languages-'));
  const write = (name: string, texts: Readonly<Record<string, string>>) => {
    mkdirSync(path.join(folder, 'src/locales'), { recursive: true });
    writeFileSync(path.join(folder, 'src/locales', name), JSON.stringify(texts));
  };
  write('zh-CN.json', {
    ok: '设置',
    rows: '共 {count} 行',
    gone: '已删除',
    one: '{count} 条',
    'lang.zh-CN': '简体中文',
  });
  write('zh-TW.json', {
    ok: '设置',
    rows: '共 {count} 列',
    gone: '已刪除',
    one: '{count} 筆',
    'lang.zh-CN': '简体中文',
  });
  write('en-US.json', {
    ok: 'OK',
    rows: '{total} rows',
    one: '{count} {count, row}',
    more: 'More',
    'lang.zh-CN': '简体中文',
  });

  const found = textFaults(folder).map(({ file, key, fault }) => [path.basename(file), key, fault]);
  rmSync(folder, { recursive: true });

  expect(found).toEqual([
    ['zh-TW.json', 'ok', 'still Chinese'],
    ['en-US.json', 'gone', 'missing'],
    ['en-US.json', 'rows', 'other variables'],
    ['en-US.json', 'one', 'forms “row”'],
    ['en-US.json', 'more', 'not in Chinese'],
    ['pt-BR.json', '', 'missing'],
  ]);
});
