import { expect, it } from 'vitest';
import { textOfHtml } from './html-text.ts';

const formula = (latex: string) => `<span data-type="inline-math" data-latex="${latex}"></span>`;

it.each([
  ['words of blocks stand apart', '<h2>导言</h2><p>甲<br>乙</p>', '导言 甲 乙'],
  [
    'a formula is its source, and what follows it stays',
    `<p>设 ${formula('x < y')} 则</p><p>成立</p>`,
    '设 x < y 则 成立',
  ],
  [
    'a formula may hold what looks like a tag',
    `<p>${formula('a<span>b</span> &amp; c')} 之后</p>`,
    'a<span>b</span> & c 之后',
  ],
  ['what looks like a tag in the text is text', '<p>&lt;span&gt; 与 &amp;lt;</p>', '<span> 与 &lt;'],
  ['nothing that acts is left', '<p>前<script>alert(1)</script><span onclick="x()">后</span></p>', '前后'],
  ['a text that breaks off is read as far as it goes', '<p>甲<b>乙</b><spa', '甲乙'],
])('%s', (_, html, words) => {
  expect(textOfHtml(html)).toBe(words);
});
