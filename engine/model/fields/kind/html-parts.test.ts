import { describe, expect, it } from 'vitest';
import type { EntityField } from '../../generated/documents.ts';
import { html, maxFormula, maxPictures, variablesIn } from '../html.ts';
import { isBlank, paragraphsOf, picturesOf, withoutPictures } from './html-parts.ts';

const checked = (text: string, field: Partial<EntityField> = {}) =>
  html.check(text, { key: 'body', title: '正文', type: 'html', ...field }, { dictionaries: new Map(), now: '' });
const refusal = (...of: Parameters<typeof checked>) => {
  const outcome = checked(...of);
  return 'fault' in outcome ? outcome.fault.expected : outcome.value;
};
const formula = (latex: string) => `<span data-type="inline-math" data-latex="${latex}"></span>`;
const variables = [
  { key: 'name', title: '姓名' },
  { key: 'amount', title: '金额' },
];

describe('formatted text', () => {
  it('is nothing where it shows nothing', () => {
    for (const text of ['<p></p>', '<p> &nbsp;</p><br>', '<div><!-- x --></div>'])
      expect(checked(text)).toEqual({ value: null });
    for (const text of ['<p>甲</p>', '<hr>', formula('x'), '<img data-file="x">', '1 < 2'])
      expect(checked(text)).toEqual({ value: text });
    expect(isBlank('<table><tr><td></td></tr></table>')).toBe(false);
  });

  it('takes formulas and pictures within bounds, and says which is over them', () => {
    expect(refusal(`${formula('x')}${formula('y'.repeat(maxFormula))}`)).toContain('span');
    expect(refusal(`${formula('x')}${formula('y'.repeat(maxFormula + 1))}`)).toBe('正文的第 2 个公式超过 2000 个字符');
    const pictures = (count: number) => Array.from({ length: count }, (_, at) => `<img data-file="${at}">`).join('');
    expect(refusal(pictures(maxPictures))).toContain('img');
    expect(refusal(pictures(maxPictures + 1))).toBe('正文至多 50 张图片，实际 51 张');
    expect(picturesOf(`${pictures(2)}${pictures(1)}<p data-file="9">`)).toEqual(['0', '1']);
  });

  it('loses the pictures of files that are gone, and nothing else', () => {
    const text = `<p>甲 < 乙<img alt="a > b" data-file='1' /><!-- <img data-file="1"> --></p><IMG data-file="2"><p data-file="1">`;
    expect(withoutPictures(text, new Set(['1']))).toBe(
      `<p>甲 < 乙<!-- <img data-file="1"> --></p><IMG data-file="2"><p data-file="1">`,
    );
    expect(withoutPictures(text, new Set(['3']))).toBe(text);
  });

  it.each([
    ['<p>您好，{name}</p>', undefined],
    ['<p>{n<b>am</b>e}，{ amount }</p>', undefined],
    [`<p>${formula('\\frac{a}{b}')}</p>`, undefined],
    ['<p>甲</p><ul><li>{nmae}</li></ul>', '正文第 2 段没有变量“{nmae}”，可用：{name} 姓名、{amount} 金额'],
    ['<p>&#123;x&#x7d;</p>', '正文第 1 段没有变量“{x}”，可用：{name} 姓名、{amount} 金额'],
    ['<p></p><p>{name</p><p>}</p>', '正文第 1 段的变量“{name”没有写完，缺少“}”'],
  ])('%s: %s', (text, told) => {
    expect(refusal(text, { variables })).toBe(told ?? text);
    expect(checked(text)).toEqual({ value: text });
  });

  it('is read in proportion to its length, however it is written', () => {
    for (const piece of ['<', '<p "', '<!--', '{', '<a b="', '&#', '<p>{x}'])
      expect(() => paragraphsOf(piece.repeat(20_000)).map(variablesIn)).not.toThrow();
    expect(paragraphsOf('<p title="a>b">甲<!-- <p>乙</p> -->丙</p>')).toEqual(['甲丙']);
  });
});
