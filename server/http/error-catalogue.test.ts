import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { errorCatalogue } from '../../engine/model/index.ts';
import { customerErrors } from '../domain/customer/errors.ts';
import { startCatalogue } from '../start-error.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/errors.md'), 'utf8');
const documented = [...text.matchAll(/^\| `(E_[A-Z_]+)` \| (\d+) \| (\d+) \| (.*) \| (.*) \|$/gm)];
const entries = [errorCatalogue, customerErrors, startCatalogue].flatMap((catalogue) => Object.entries(catalogue));

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
