import { expect, it } from 'vitest';
import { partsOf } from './mention-text.tsx';

const words = (text: string, names: readonly string[]) =>
  partsOf(text, names).map(({ part, isMention }) => (isMention ? `[${part}]` : part));

it('cuts a text where somebody is mentioned, the longest name first, and keeps the rest as it is', () => {
  expect(words('请 @王小明 与 @王小 看，发到 a@b.c', ['王小', '王小明'])).toEqual([
    '请 ',
    '[@王小明]',
    ' 与 ',
    '[@王小]',
    ' 看，发到 a@b.c',
  ]);
  expect(words('@甲', ['甲'])).toEqual(['[@甲]']);
  expect(words('没有人', [])).toEqual(['没有人']);
  expect(words('', ['甲'])).toEqual([]);
});
