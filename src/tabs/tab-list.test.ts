import { describe, expect, it } from 'vitest';
import {
  beside,
  closed,
  doubled,
  landing,
  moved,
  pinned,
  readTabs,
  renamed,
  type Tab,
  type Visit,
  visited,
} from './tab-list.ts';

const tabs: readonly Tab[] = ['home', 'list', 'panorama'].map((name) => ({ key: name, name, search: '' }));
const keys = (of: readonly Tab[]) => of.map(({ key }) => key);
const visit = (of: readonly Tab[], where: Visit, isRecordTab = false) =>
  visited(of, landing(of, where, isRecordTab)).map(({ key, search }) => (search === '' ? key : `${key}?${search}`));
const first = { name: 'panorama', search: 'id=1' };
const second = { name: 'panorama', search: 'id=2' };
const withFirst = visited(tabs, landing(tabs, first));

describe('opening', () => {
  it('adds a tab at the end, and puts another address into the tab of the same route', () => {
    expect(visit(tabs, { name: 'orders', search: '' })).toEqual(['home', 'list', 'panorama', 'orders']);
    expect(visit(withFirst, second)).toEqual(['home', 'list', 'panorama?id=2']);
    expect(visited(tabs, landing(tabs, { name: 'list', search: '' }))).toBe(tabs);
  });

  it('keeps the name a user gave', () => {
    const own = renamed(tabs, 'panorama', ' 王小明 ');
    expect(visited(own, landing(own, second)).at(-1)).toEqual({
      key: 'panorama',
      name: 'panorama',
      search: 'id=2',
      title: '王小明',
    });
    expect(renamed(own, 'panorama', '  ')).toEqual(tabs);
  });

  it('gives each record a tab where that is the rule, and comes back to the one it has', () => {
    const both = visited(withFirst, landing(withFirst, second, true));
    expect(keys(both)).toEqual(['home', 'list', 'panorama', 'panorama~2']);
    expect(visit(both, first, true)).toEqual(['home', 'list', 'panorama?id=1', 'panorama~2?id=2']);
    expect(visit(both, { name: 'list', search: 'page=2' }, true)).toContain('list?page=2');
  });
});

describe('a tab of its own', () => {
  it('comes beside the one it was opened from, and other records leave it alone', () => {
    const { tabs: opened, tab } = beside(withFirst, second, 'list');
    expect(keys(opened)).toEqual(['home', 'list', tab.key, 'panorama']);
    expect(visit(opened, { name: 'panorama', search: 'id=3' })).toEqual([
      'home',
      'list',
      'panorama~2?id=2',
      'panorama?id=3',
    ]);
    expect(landing(opened, second).key).toBe(tab.key);
  });

  it('comes after those opened beside before, so that they stand in the order of opening', () => {
    const once = beside(tabs, first, 'list').tabs;
    expect(visit(beside(once, second, 'list').tabs, { name: 'home', search: '' })).toEqual([
      'home',
      'list',
      'panorama~2?id=1',
      'panorama~3?id=2',
      'panorama',
    ]);
  });

  it('is the one that shows the record already', () => {
    const { tabs: same, tab } = beside(withFirst, first, 'home');
    expect([keys(same), tab.key]).toEqual([keys(withFirst), 'panorama']);
    expect(visit(same, second)).toEqual(['home', 'list', 'panorama?id=1', 'panorama~2?id=2']);
  });

  it('goes on with another record where it is asked for by its key', () => {
    const { tabs: opened, tab } = beside(withFirst, second, undefined);
    expect(landing(opened, { name: 'panorama', search: 'id=9', key: tab.key }).key).toBe(tab.key);
    expect(landing(opened, { name: 'panorama', search: 'id=9', key: 'gone' }).key).toBe('panorama');
    expect(landing(opened, { name: 'list', search: '', key: tab.key }).key).toBe('list');
  });

  it('shows what another one shows, a second time', () => {
    const twin = doubled(withFirst, 'panorama');
    expect(twin?.tab).toEqual({ key: 'panorama~2', name: 'panorama', search: 'id=1', isOwn: true });
    expect(doubled(tabs, 'none')).toBeUndefined();
  });
});

describe('a pinned tab', () => {
  const held = pinned(withFirst, 'panorama', true);

  it('stands before the others, and is let go to be the first of them', () => {
    expect(keys(held)).toEqual(['panorama', 'home', 'list']);
    expect(keys(pinned(held, 'list', true))).toEqual(['panorama', 'list', 'home']);
    expect(keys(pinned(pinned(held, 'list', true), 'panorama', false))).toEqual(['list', 'panorama', 'home']);
    expect(pinned(held, 'panorama', true)).toBe(held);
    expect(keys(moved(held, 'panorama', 2))).toEqual(['panorama', 'home', 'list']);
    expect(keys(moved(held, 'list', 0))).toEqual(['panorama', 'list', 'home']);
    expect(keys(beside(held, second, 'panorama').tabs)).toEqual(['panorama', 'panorama~2', 'home', 'list']);
  });

  it('keeps its record, also where it is asked for by its key', () => {
    expect(visit(held, second)).toEqual(['panorama?id=1', 'home', 'list', 'panorama~2?id=2']);
    expect(landing(held, { ...second, key: 'panorama' }).key).toBe('panorama~2');
    const list = pinned(tabs, 'list', true);
    expect(visit(list, { name: 'list', search: 'page=2' })).toEqual(['list?page=2', 'home', 'panorama']);
  });

  it('stays when others are closed', () => {
    expect(closed(held, 'current', 'panorama', 'home', 'home')).toEqual({ refused: 'tab.pinned' });
    expect(closed(held, 'left', 'home', 'home', 'home')).toEqual({ refused: 'tab.noLeft' });
    const all = closed(held, 'all', 'home', 'home', 'home');
    expect('tabs' in all && keys(all.tabs)).toEqual(['panorama']);
    expect(closed(pinned(tabs.slice(0, 1), 'home', true), 'all', 'home', 'home', 'home')).toEqual({
      refused: 'tab.last',
    });
    const right = closed(held, 'right', 'home', 'list', 'home');
    expect('tabs' in right && [keys(right.tabs), right.show.key]).toEqual([['panorama', 'home'], 'home']);
  });
});

describe('closing', () => {
  const close = (what: Parameters<typeof closed>[1], key: string, shown = key, of = tabs) => {
    const outcome = closed(of, what, key, shown, 'home');
    return 'refused' in outcome ? outcome.refused : [keys(outcome.tabs).join(), outcome.show.key];
  };

  it('shows the tab beside the one that went, or stays where it was', () => {
    expect(close('current', 'list')).toEqual(['home,panorama', 'panorama']);
    expect(close('current', 'panorama')).toEqual(['home,list', 'list']);
    expect(close('current', 'home', 'panorama')).toEqual(['list,panorama', 'panorama']);
  });

  it('closes one side, and goes to the tab it was asked of when the one shown is gone', () => {
    expect(close('left', 'list', 'home')).toEqual(['list,panorama', 'list']);
    expect(close('right', 'home', 'home')).toEqual(['home', 'home']);
    expect(close('right', 'list', 'panorama')).toEqual(['home,list', 'list']);
  });

  it('leaves the first page when all go', () => {
    expect(close('all', 'list')).toEqual(['home', 'home']);
    expect(close('all', 'list', 'list', tabs.slice(1))).toEqual(['home', 'home']);
  });

  it('says what cannot be closed', () => {
    const alone = tabs.slice(0, 1);
    expect(close('current', 'home', 'home', alone)).toBe('tab.last');
    expect(close('all', 'home', 'home', alone)).toBe('tab.last');
    expect(close('left', 'home')).toBe('tab.noLeft');
    expect(close('right', 'panorama')).toBe('tab.noRight');
  });
});

it('moves a tab to any place', () => {
  expect(keys(moved(tabs, 'panorama', 0))).toEqual(['panorama', 'home', 'list']);
  expect(keys(moved(tabs, 'home', 1))).toEqual(['list', 'home', 'panorama']);
  expect(keys(moved(tabs, 'home', 9))).toEqual(['list', 'panorama', 'home']);
  expect(moved(tabs, 'none', 0)).toBe(tabs);
});

it('reads back what was kept, and nothing else', () => {
  const kept = pinned(beside(renamed(tabs, 'list', '我的'), second, 'home').tabs, 'home', true);
  expect(readTabs(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  const b = { key: 'b', name: 'b', search: '' };
  expect(
    readTabs([null, 5, { name: 'b', search: '' }, { ...b, title: 5, isOwn: 'yes' }, { ...b, search: 'x' }]),
  ).toEqual([b]);
  expect(readTabs('[]')).toEqual([]);
});
