import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../documents/documents.ts';
import { currentSchemaVersion, migrateDocument, migrations } from './migrate-document.ts';

const folder = path.join(import.meta.dirname, 'fixtures');
const kinds: readonly DocumentKind[] = ['dataset', 'dictionary', 'entity', 'menu', 'page', 'role'];

type Pair = { readonly to: number; readonly kind: DocumentKind; readonly name: string };

/** `fixtures/2/page-dashboard-before.json` is a pair of the migration to 2, for pages. */
const pairs: readonly Pair[] = migrations.flatMap(({ to }) =>
  readdirSync(path.join(folder, String(to)))
    .filter((file) => file.endsWith('-before.json'))
    .flatMap((file) => {
      const name = file.slice(0, -'-before.json'.length);
      const kind = kinds.find((candidate) => candidate === name.split('-', 1)[0]);
      if (kind === undefined) throw new Error(`${to}/${file} names no kind of document`);
      return [{ to, kind, name }];
    }),
);

function fixture(to: number, name: string): unknown {
  return JSON.parse(readFileSync(path.join(folder, String(to), `${name}.json`), 'utf8'));
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const item of Object.values(Object.freeze(value))) frozen(item);
  return value;
}

function migrated(kind: DocumentKind, json: unknown): unknown {
  const outcome = migrateDocument(kind, json);
  return outcome.ok ? outcome.json : outcome.fault;
}

describe('migrations', () => {
  it('are numbered one after another up to the current version', () => {
    expect(migrations.map(({ to }) => to)).toEqual(
      Array.from({ length: currentSchemaVersion - 1 }, (_, index) => index + 2),
    );
  });

  it('have a pair of fixtures for every kind they change', () => {
    const changed = migrations.flatMap(({ to, changes }) => Object.keys(changes).map((kind) => `${to} ${kind}`));
    expect(pairs.map(({ to, kind }) => `${to} ${kind}`)).toEqual(expect.arrayContaining(changed));
  });

  it.each(pairs)('make $name of version $to out of the one before, without touching it', ({ to, kind, name }) => {
    const before = frozen(fixture(to, `${name}-before`));
    const outcome = migrateDocument(kind, before);
    expect(outcome).toMatchObject({ ok: true, from: to - 1, to: currentSchemaVersion });
    const after = fixture(to, `${name}-after`);
    expect(migrated(kind, before)).toEqual(migrated(kind, after));
    if (to === currentSchemaVersion) expect(migrated(kind, before)).toEqual(after);
  });

  it.each(pairs)('change nothing when $name is migrated again', ({ to, kind, name }) => {
    const once = frozen(migrated(kind, fixture(to, `${name}-before`)));
    expect(migrateDocument(kind, once)).toEqual({
      ok: true,
      json: once,
      from: currentSchemaVersion,
      to: currentSchemaVersion,
      applied: [],
    });
  });

  it('keep the keys of a document that has some already', () => {
    const where = [
      { field: 'dueAt', op: 'gte' },
      { key: 'dueAt', field: 'dueAt', op: 'lte' },
    ];
    expect(migrated('page', { schemaVersion: 1, cards: [{ key: 'due', where }] })).toEqual({
      schemaVersion: 2,
      cards: [{ key: 'due', where: [{ key: 'dueAtGte', field: 'dueAt', op: 'gte' }, where[1]] }],
    });
  });

  it('list the versions passed through', () => {
    expect(migrateDocument('role', { schemaVersion: 1, code: 'keeper' })).toEqual({
      ok: true,
      json: { schemaVersion: 2, code: 'keeper' },
      from: 1,
      to: 2,
      applied: [2],
    });
  });

  it.each([
    [currentSchemaVersion + 1, '3'],
    [0, '0'],
    [1.5, '1.5'],
    ['1', '"1"'],
    [null, 'null'],
    [[1], 'array'],
  ])('refuse the version %j', (schemaVersion, got) => {
    expect(migrateDocument('page', { schemaVersion })).toEqual({
      ok: false,
      fault: { code: 'E_SCHEMA_VERSION', pointer: '/schemaVersion', expected: '1–2', got },
    });
  });

  it('leave what is no document, or says no version, to the check of its shape', () => {
    for (const json of [null, 7, 'page', [], {}, { name: 'books' }])
      expect(migrateDocument('page', json)).toMatchObject({ ok: true, json, applied: [] });
  });

  it('never throw and give every condition and effect its own key, whatever stands in a page', () => {
    const text = fc.oneof(fc.constantFrom('dueAt', 'owner.name', '状态', '', '9', '__proto__'), fc.string());
    const item = fc.oneof(fc.jsonValue(), fc.record({ field: text, op: text, set: text }, { requiredKeys: [] }));
    const items = fc.oneof(fc.jsonValue(), fc.array(item, { maxLength: 6 }));
    const card = fc.record({ where: items, link: fc.oneof(fc.jsonValue(), fc.record({ where: items })) });
    // biome-ignore lint/suspicious/noThenProperty: the name the grammar has for it
    const form = fc.record({ rules: fc.oneof(fc.jsonValue(), fc.array(fc.record({ then: items }))) });
    const page = fc.record(
      {
        schemaVersion: fc.constant(1),
        cards: fc.oneof(fc.jsonValue(), fc.array(card)),
        forms: fc.oneof(fc.jsonValue(), fc.dictionary(text, form)),
      },
      { requiredKeys: ['schemaVersion'] },
    );
    fc.assert(
      fc.property(page, (json) => {
        const after = migrated('page', frozen(json));
        expect(migrated('page', frozen(after))).toEqual(after);
        for (const list of keyedLists(after)) {
          const keys = list.map(({ key }) => key);
          expect(new Set(keys).size).toBe(keys.length);
          for (const key of keys) expect(key).toMatch(/^[a-z][A-Za-z0-9]{0,63}$/);
        }
      }),
      { seed: 20_260_101, numRuns: 300 },
    );
  });
});

type Keyed = { readonly key?: unknown };

/** Every array of conditions or effects of a page, its objects only. */
function keyedLists(page: unknown): Keyed[][] {
  const found: Keyed[][] = [];
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value) && (name === 'where' || name === 'then'))
      found.push(
        value.filter((item): item is Keyed => typeof item === 'object' && item !== null && !Array.isArray(item)),
      );
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) visit(item, key);
  };
  visit(page, '');
  return found;
}
