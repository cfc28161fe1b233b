import { expect, it } from 'vitest';
import { findWords, patternFault } from './find-words.ts';

const sought = (word: string, matchMode = 'contain') => [{ id: 'w', word, matchMode }];
const places = (text: string, word: string, matchMode?: string) =>
  findWords(text, sought(word, matchMode)).map(({ textOffset, matched }) => [textOffset, matched]);

it('finds a word wherever it is contained, whatever its width and capitals', () => {
  expect(places('我们包过的，包过', '包过')).toEqual([
    [2, '包过'],
    [6, '包过'],
  ]);
  expect(places('加ＶＸ聊，加 vx 聊', 'VX')).toEqual([
    [1, 'ＶＸ'],
    [7, 'vx'],
  ]);
  expect(places('没有', '包过')).toEqual([]);
});

it('finds an exact word only where no letter stands beside it', () => {
  expect(places('包过！', '包过', 'exact')).toEqual([[0, '包过']]);
  expect(places('肯定包过的', '包过', 'exact')).toEqual([]);
  expect(places('包过的，包过', '包过', 'exact')).toEqual([[4, '包过']]);
});

it('finds what a pattern says, as it says it', () => {
  expect(places('保证一次通过，保证您过', '保证.{0,4}过', 'regex')).toEqual([
    [0, '保证一次通过'],
    [7, '保证您过'],
  ]);
  expect(places('单价１００元', '\\d+元', 'regex')).toEqual([[2, '１００元']]);
  expect(places('abc', '\\D', 'regex')).toHaveLength(3);
});

it('looks at what our side said, and tells when', () => {
  const text = '[00:05] 客户：包过吗\n[01:02] 坐席：包过的';
  expect(findWords(text, sought('包过'))).toEqual([
    { wordId: 'w', matched: '包过', snippet: '坐席：包过的', textOffset: 26, offsetMs: 62_000 },
  ]);
  expect(text.slice(26, 28)).toBe('包过');
});

it('cuts what is told of a long line, and tells of fifty places at most', () => {
  const [hit] = findWords(`${'前'.repeat(300)}包过${'后'.repeat(300)}`, sought('包过'));
  expect(hit?.snippet.length).toBeLessThanOrEqual(200);
  expect(hit?.snippet).toContain('包过');
  expect(places('包过'.repeat(400), '包过')).toHaveLength(50);
  expect(findWords('a'.repeat(20_000), sought('a+', 'regex'))[0]?.snippet.length).toBeLessThanOrEqual(200);
});

it.each(['(', '*过', '(.{1,100}){9}b', '((a?){0,30}){0,30}b', 'x*', '(包过)\\1', '(?=包)过'])(
  'refuses the pattern %s',
  (pattern) => {
    expect(patternFault(pattern)).toBeDefined();
    expect(places('xx'.repeat(100), pattern, 'regex')).toEqual([]);
  },
);

it.each(['(a+)+$b', '(a|aa)+c', '(\\w*\\w*\\w*\\w*)*b', '(?:a?){40}b', 'a(.*b)?', '(a*)*(a*)*(a*)*b'])(
  'answers soon, whatever is asked: %s',
  (pattern) => {
    const text = `${'a'.repeat(19_998)}!`;
    const start = performance.now();
    findWords(text, sought(pattern, 'regex'));
    expect(performance.now() - start).toBeLessThan(3000);
  },
);

it('looks for a thousand words in the longest transcript in little time', () => {
  const text = '您好，我们的课程是这样安排的。\n'.repeat(1250);
  const words = Array.from({ length: 1000 }, (_, n) => ({ id: `${n}`, word: `违禁词${n}`, matchMode: 'contain' }));
  const start = performance.now();
  expect(findWords(text, words)).toEqual([]);
  expect(performance.now() - start).toBeLessThan(500);
});
