import { expect, it } from 'vitest';
import { matchesCharacters } from '../search/matcher.ts';
import { foundGroups, type PaletteGroup } from './entries.ts';

const entry = (key: string, title: string, detail = '') => ({ key, title, detail, use: () => undefined });
const groups: readonly PaletteGroup[] = [
  { key: 'recent', entries: [entry('page:b', '公海查询', '客户管理')] },
  { key: 'actions', entries: [entry('action:add', '新增', '全部客户')] },
  { key: 'pages', entries: [entry('page:a', '全部客户', '客户管理'), entry('page:b', '公海查询', '客户管理')] },
];
const found = (query: string) =>
  foundGroups(groups, query, matchesCharacters).map(({ key, entries }) => [key, entries.map(({ title }) => title)]);

it('offers recent pages and actions before anything is typed', () => {
  expect(found(' ')).toEqual([
    ['recent', ['公海查询']],
    ['actions', ['新增']],
  ]);
});

it('shows each page once, and titles before places', () => {
  expect(found('公海')).toEqual([['recent', ['公海查询']]]);
  expect(found('客户')).toEqual([['pages', ['全部客户', '公海查询']]]);
});

it('has nothing for what nobody offers', () => {
  expect(found('没有')).toEqual([]);
});
