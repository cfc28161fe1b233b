import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startCatalogue } from '../kernel/errors/start-error.ts';
import { errorCatalogues } from './all-errors.testing.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/errors.md'), 'utf8');
const documented = [...text.matchAll(/^\| `(E_[A-Z_]+)` \| (\d+) \| (\d+) \| (.*) \| (.*) \|$/gm)];
const entries = [...errorCatalogues, startCatalogue].flatMap((catalogue) => Object.entries(catalogue));

it('documents every code of the catalogues and no other', () => {
  expect(documented.map((row) => row[1]).sort()).toEqual(entries.map(([code]) => code).sort());
});

it('documents each code as it is', () => {
  const rows = new Map(documented.map((row) => [row[1], row.slice(2)]));
  for (const [code, entry] of entries) {
    expect(rows.get(code), code).toEqual([
      entry.envelope,
      String(entry.http),
      entry.zh.replaceAll('\n', ' '),
      entry.next,
    ]);
  }
});

it('gives each code one place', () => {
  expect(new Set(entries.map(([code]) => code)).size).toBe(entries.length);
});

const root = path.resolve(import.meta.dirname, '../..');

/** The text of the product's own code, without tests and without the catalogues themselves. */
function sources(): string {
  const files = ['engine/model', 'server'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  );
  const isCode = (file: string) => file.endsWith('.ts') && !/[.](test|testing)[.]ts$|generated|testing[/]/.test(file);
  return files
    .filter(isCode)
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
}

it('uses every code: none is left of what no longer happens', () => {
  const text = sources();
  expect(entries.map(([code]) => code).filter((code) => !text.includes(`'${code}'`))).toEqual([]);
});

it('knows every code that is thrown', () => {
  const known = new Set(entries.map(([code]) => code));
  const used = [...sources().matchAll(/'(E_[A-Z][A-Z_]+)'/g)].map((match) => match[1] ?? '');
  expect([...new Set(used)].filter((code) => !known.has(code))).toEqual([]);
});
