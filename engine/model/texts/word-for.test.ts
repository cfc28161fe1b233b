import { expect, it } from 'vitest';
import { fillText, wordFor } from './word-for.ts';

it.each([
  [1, 'en-US', 'row'],
  ['1', 'en-US', 'row'],
  [0, 'en-US', 'rows'],
  ['1,284', 'en-US', 'rows'],
  [2, 'pt-BR', 'rows'],
  [1, 'pt-BR', 'row'],
  // As Portuguese has it, and a written thousand is no one.
  [0, 'pt-BR', 'row'],
  ['1.284', 'pt-BR', 'rows'],
])('gives %s in %s its word: %s', (count, language, word) => {
  expect(wordFor(count, 'row|rows', language)).toBe(word);
});

it('fills a text with values and their words, and leaves empty what is not told', () => {
  expect(fillText('{count} {count, row|rows} of {title}', { count: 2, title: 'A' }, 'en-US')).toBe('2 rows of A');
  expect(fillText('{name}: {reason}', { name: 'A' }, 'en-US')).toBe('A: ');
});
