import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { chineseData, chineseLiterals, comparedWith, countIn, watched } from './lib/chinese-literals.ts';

const root = path.resolve(import.meta.dirname, '..');

it('counts what is said in Chinese: literals, templates and markup, and no comments', () => {
  expect(countIn(`// 注释\nconst a = '确定'; const b = \`共 \${a} 条\`; const c = 'OK';`)).toBe(3);
  expect(countIn('const x = <p title="名称">还没有</p>; /* 说明 */')).toBe(2);
});

it('tells where there is more than there was, and where less', () => {
  expect(comparedWith({ src: 1, widgets: 5 }, { src: 2, widgets: 4, engine: 1 })).toEqual({
    more: ['src: 2, 1', 'engine: 1, 0'],
    less: ['widgets: 4, 5'],
  });
});

it('counts what lies in a watched folder of its own there, and everything else of the server, without the demo, in the server', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'chinese-'));
  const write = (name: string) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), "export const a = '确定';");
  };
  for (const folder of watched) mkdirSync(path.join(root, folder), { recursive: true });
  for (const name of ['server/main.ts', 'server/newer/a.ts', 'server/domain/orders/a.ts', 'server/demo/a.ts'])
    write(name);
  const found = chineseLiterals(root);
  rmSync(root, { recursive: true });
  expect([found.server, found['server/domain'], found['server/design']]).toEqual([2, 1, 0]);
});

it('excuses only files that hold Chinese, and says of what is in them nothing in the count of their folder', () => {
  for (const file of Object.keys(chineseData))
    expect(countIn(readFileSync(path.join(root, file), 'utf8'), file), file).toBeGreaterThan(0);
  expect(chineseLiterals(root)['engine/model']).toBe(0);
});
