import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/run.mjs';

const folder = path.join(root, 'docs/decisions');
const records = readdirSync(folder).filter((file) => file !== 'README.md');
const numbers = records.map((file) => Number(file.slice(0, 4)));

/** The numbers the folder's README lists as never used: `0038–0039、0074`. */
function unused(): readonly number[] {
  const text = readFileSync(path.join(folder, 'README.md'), 'utf8');
  const listed = text.slice(text.indexOf('空号'));
  return [...listed.matchAll(/(\d{4})(?:–(\d{4}))?/g)].flatMap(([, from = '', to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index),
  );
}

it('names every decision by four digits and words, and heads it with the same number', () => {
  for (const file of records) {
    expect(file).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
    expect(readFileSync(path.join(folder, file), 'utf8').split('\n', 1)[0], file).toMatch(`# ${file.slice(0, 4)} `);
  }
});

it('gives every number once', () => {
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

it('has no gap but those the README lists, and lists none that is filled', () => {
  const free = unused();
  const last = Math.max(...numbers);
  const missing = Array.from({ length: last }, (_, index) => index + 1).filter((number) => !numbers.includes(number));
  expect(missing.filter((number) => !free.includes(number))).toEqual([]);
  expect(free.filter((number) => numbers.includes(number))).toEqual([]);
});
