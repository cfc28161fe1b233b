import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/run.mjs';

const page = readFileSync(path.join(root, 'docs/principles.md'), 'utf8');
const isFile = (word: string) => /^[\w.-]+(\/[\w.-]+)+\.(ts|tsx|json|md)$/.test(word);
const code = (text: string) => [...text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map((match) => match[1] ?? '');
const excerpts = (text: string) => [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => (match[1] ?? '').trim());

type Example = { readonly title: string; readonly files: readonly string[]; readonly said: readonly string[] };

/** The principles with the files each names, and the names and excerpts that stand in one of them. */
const examples: readonly Example[] = page
  .split(/^(?=\d+\. )/m)
  .slice(1)
  .map((text) => {
    const words = code(text.replace(/```ts[\s\S]*?```/g, ''));
    const names = words.filter((word) => /^[A-Za-z]+$/.test(word));
    return { title: text.split('\n', 1)[0] ?? '', files: words.filter(isFile), said: [...names, ...excerpts(text)] };
  });

it('holds eleven principles, each with an example', () => {
  expect(examples).toHaveLength(11);
});

it.each(examples)('names what exists: $title', ({ files, said }) => {
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const texts = files.map((file) => readFileSync(path.join(root, file), 'utf8'));
  expect(said.filter((item) => !texts.some((text) => text.includes(item)))).toEqual([]);
});
