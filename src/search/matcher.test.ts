import { expect, it } from 'vitest';
import { matchesCharacters, withSpelling } from './matcher.ts';
import { spells } from './spelling.ts';

const matches = withSpelling(spells);

it.each(['全部客户', '客户', '全 部', 'quanbukehu', 'kehu', 'qbkh', 'kh', 'KeH', 'quan bu'])(
  'finds 全部客户 by %s',
  (query) => {
    expect(matches('全部客户', query)).toBe(true);
  },
);

it.each(['客服', 'kefu', 'hk', 'bh', 'xyz'])('does not find 全部客户 by %s', (query) => {
  expect(matches('全部客户', query)).toBe(false);
});

it('finds titles with Latin letters, letter case aside', () => {
  expect(matches('App激活图标', 'app')).toBe(true);
  expect(matchesCharacters('App激活图标', 'APP激')).toBe(true);
  expect(matchesCharacters('客户 · 赵梅', '客户 · 赵')).toBe(true);
});

it('takes the reading that the word has', () => {
  expect(matches('重置密码', 'chongzhi')).toBe(true);
});
