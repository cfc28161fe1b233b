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

const languages = ['zh-TW', 'en-US', 'pt-BR'];
const textsOf = (file: string) => {
  const json: unknown = JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  return Object.entries(Object(json)).map(([code, said]) => [code, String(said)] as const);
};
const variables = (said: string) => new Set([...said.matchAll(/\{(\w+)/g)].map(([, name]) => name));

it.each(languages)('says every error that staff meet in %s, with what varies in it', (language) => {
  const engine = textsOf(`engine/react/texts/errors.${language}.json`).filter(([code]) => code.startsWith('E_'));
  const said = new Map([...engine, ...textsOf(`src/locales/errors.${language}.json`)]);
  // The browser itself has no connection.
  said.delete('E_NETWORK');
  const met = errorCatalogues
    .flatMap((catalogue) => Object.entries(catalogue))
    .filter(([code, { zh }]) => {
      // Documents are told of to who writes them; a rule's own words are those of the documents.
      const isOfDocuments = /^E_(SCHEMA_|JSON_|LAYER_)/.test(code);
      return !isOfDocuments && !/^\{\w+\}$/.test(zh);
    });

  expect([...said.keys()].sort()).toEqual(met.map(([code]) => code).sort());
  for (const [code, { zh }] of met) {
    const asked = variables(zh);
    // What somebody does to fill a field in is a word of its own in Chinese alone.
    asked.delete('act');
    expect(variables(said.get(code) ?? ''), code).toEqual(asked);
  }
});
