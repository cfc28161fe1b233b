import { describe, expect, it } from 'vitest';
import { closed, moved, readTabs, renamed, type Tab, visited } from './tab-list.ts';

const tabs: readonly Tab[] = ['home', 'list', 'panorama'].map((name) => ({ name, search: '' }));
const names = (of: readonly Tab[]) => of.map(({ name }) => name);

describe('opening', () => {
  it('adds a tab at the end, and puts another address into the tab of the same route', () => {
    expect(names(visited(tabs, 'orders', ''))).toEqual(['home', 'list', 'panorama', 'orders']);
    expect(visited(tabs, 'panorama', 'id=2')).toEqual([tabs[0], tabs[1], { name: 'panorama', search: 'id=2' }]);
    expect(visited(tabs, 'list', '')).toBe(tabs);
  });

  it('keeps the name a user gave', () => {
    const own = renamed(tabs, 'panorama', ' 王小明 ');
    expect(visited(own, 'panorama', 'id=2').at(-1)).toEqual({ name: 'panorama', search: 'id=2', title: '王小明' });
    expect(renamed(own, 'panorama', '  ')).toEqual(tabs);
  });
});

describe('closing', () => {
  const close = (what: Parameters<typeof closed>[1], name: string, shown = name, of = tabs) => {
    const outcome = closed(of, what, name, shown, 'home');
    return 'refused' in outcome ? outcome.refused : [names(outcome.tabs).join(), outcome.show.name];
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
  expect(names(moved(tabs, 'panorama', 0))).toEqual(['panorama', 'home', 'list']);
  expect(names(moved(tabs, 'home', 1))).toEqual(['list', 'home', 'panorama']);
  expect(names(moved(tabs, 'home', 9))).toEqual(['list', 'panorama', 'home']);
  expect(moved(tabs, 'none', 0)).toBe(tabs);
});

it('reads back what was kept, and nothing else', () => {
  expect(readTabs(JSON.parse(JSON.stringify(renamed(tabs, 'list', '我的'))))).toEqual(renamed(tabs, 'list', '我的'));
  expect(readTabs([null, 5, { name: 'a' }, { name: 'b', search: '', title: 5 }, { name: 'b', search: 'x' }])).toEqual([
    { name: 'b', search: '' },
  ]);
  expect(readTabs('[]')).toEqual([]);
});
