import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

// docs/security.md, the files and what is taken away agree.
const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const text = read('docs/security.md');
const classes = Array.from({ length: 28 }, (_, n) => String(n + 1).padStart(2, '0'));

type Removal = {
  readonly class: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly guard: string;
};
const removals: readonly Removal[] = JSON.parse(read('server/security/removals.json'));

/** The rows of the table, by class. */
const rows = new Map(
  [...text.matchAll(/^\| (\d\d) \|(.*)\|$/gm)].map(([, key = '', rest = '']) => [
    key,
    rest.split('|').map((cell) => cell.trim()),
  ]),
);
const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));

describe('each class', () => {
  it('has one file, and stands in the table with it', () => {
    expect([...rows.keys()].sort()).toEqual(classes);
    const numbered = files.filter((name) => /^\d\d-/.test(name));
    expect(numbered.map((name) => name.slice(0, 2)).sort()).toEqual(classes);
    for (const name of numbered) expect(rows.get(name.slice(0, 2))?.[1], name).toBe(`\`${name}\``);
  });

  it('has something that is taken away, and a result of it', () => {
    expect([...new Set(removals.map((removal) => removal.class))].sort()).toEqual(classes);
    for (const [key, cells] of rows) {
      expect(cells, key).toHaveLength(5);
      expect(cells[4], key).toMatch(/^20\d\d-\d\d-\d\d/);
    }
  });

  it.each(removals)('$class: what is taken away is still there, once: $guard', ({ file, find, replace }) => {
    expect(read(file).split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
  });
});

it('files that are named beside them are there', () => {
  const named = [...text.matchAll(/`((?:server|engine|src|e2e)\/[\w/-]+)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter(
    (name) => !['', '.test.ts', '.e2e.ts'].some((ending) => existsSync(path.join(root, name + ending))),
  );
  expect(missing).toEqual([]);
});

it('files beside the classes are named', () => {
  for (const name of files.filter((file) => !/^\d\d-|^classes\./.test(file)))
    expect(text, name).toContain(`\`${name.replace('.test.ts', '')}\``);
});
