import { describe, expect, it } from 'vitest';
import { textOfHtml } from '../../kernel/text/html-text.ts';
import { factsOf, normalStem } from './stem.ts';

const formula = (latex: string) => `<span data-type="inline-math" data-latex="${latex}"></span>`;

describe('stems that say the same', () => {
  it.each([
    ['markup', '<p>下列<b>正确</b>的是</p>', '下列正确的是'],
    ['spaces', '下列 正确 的　是', '下列正确的是'],
    ['lines', '<p>下列正确</p><p>的是</p>', '下列正确的是'],
    ['punctuation', '下列，正确的是（　）。', '下列正确的是'],
    ['full width', 'ＡＢＣ１２３', 'abc123'],
    ['case', 'ABC', 'abc'],
    ['a number before it', '12. 下列正确的是', '下列正确的是'],
    ['a full-width number', '１２．下列正确的是', '下列正确的是'],
    ['a number in brackets', '（3）下列正确的是', '下列正确的是'],
    ['a number with a comma', '7、下列正确的是', '下列正确的是'],
    ['the number of a question', '第5题：下列正确的是', '下列正确的是'],
    ['gaps of another length', '中国的首都是____', '中国的首都是________'],
    ['characters as entities', '5 &gt; 3 &amp; 2', '5>3&2'],
    ['a script, which goes', '<script>alert(1)</script>下列正确的是', '下列正确的是'],
    ['handlers, which go', '<img src=x onerror=alert(1)>下列正确的是', '下列正确的是'],
  ])('differ in %s alone', (_, one, other) => {
    expect(factsOf(one)?.stemHash).toBe(factsOf(other)?.stemHash);
  });

  it.each([
    ['words', '下列正确的是', '下列错误的是'],
    ['a decimal point', '1.5 吨等于', '15 吨等于'],
    ['a sign', '3-1=', '3+1='],
    ['a factor', '3*2=', '32='],
    ['a percentage', '5%的盐水', '5的盐水'],
    ['a year that begins it', '2020年的大纲', '年的大纲'],
    ['a formula', `<p>求${formula('x^2')}</p>`, `<p>求${formula('x^3')}</p>`],
    [
      'a picture',
      '<img data-file="0190f0a0-0000-7000-8000-000000000001">',
      '<img data-file="0190f0a0-0000-7000-8000-000000000002">',
    ],
  ])('do not differ in %s', (_, one, other) => {
    expect(factsOf(one)).toBeDefined();
    expect(factsOf(one)?.stemHash).not.toBe(factsOf(other)?.stemHash);
  });

  it.each([
    ['', '<p></p>'],
    ['spaces', '<p> &nbsp;　</p>'],
    ['a script', '<script>alert(1)</script><style>p{}</style>'],
  ])('say nothing with %s alone', (_, stem) => {
    expect(factsOf(stem)).toBeUndefined();
  });

  it('counts what is to be filled in, in either width', () => {
    expect(factsOf('<p>____是____的首都，＿＿＿＿＿人</p>')?.gapCount).toBe(3);
    expect(factsOf('a_b')?.gapCount).toBe(0);
  });

  it('is known by its beginning', () => {
    expect(factsOf('题'.repeat(61))?.title).toBe(`${'题'.repeat(60)}…`);
    expect(factsOf('<img data-file="0190f0a0-0000-7000-8000-000000000001">')?.title).toBe('（图片）');
    expect(normalStem('1.')).toBe('');
  });
});

it('reads the words of formatted text, and nothing that acts', () => {
  expect(textOfHtml(`<h1>甲</h1><ul><li>乙</li><li>${formula('a<b')}</li></ul><svg onload=alert(1)>`)).toBe(
    '甲 乙 a<b',
  );
  expect(textOfHtml('<iframe src="javascript:alert(1)">内</iframe>&lt;b&gt;')).not.toMatch(/javascript|alert/);
});
