import { expect, it } from 'vitest';
import type { MadePage } from '../../contract/design/made-pages.ts';
import { codeOf, faultsOf, type Json, release, shown, world } from './design-company.testing.ts';
import { planOf } from './package/bring-custom.ts';

type Packed = { readonly package: Record<string, unknown> };
type PackageLines = {
  readonly lines: readonly {
    readonly kind: string;
    readonly page: string;
    readonly state: string;
    readonly asleep: readonly string[];
    readonly changes?: readonly string[];
    readonly faults: readonly object[];
  }[];
};

/** What a package would do here. */
export const check = (given: Packed) => world.call<PackageLines>('admin', '/v1/design/package/check', given);

/** Brings it. */
export const bring = (given: Packed) =>
  world.call<PackageLines>('admin', '/v1/design/package/import', { ...given, note: '从测试系统' });

/** Everything published here, as a package. */
export const exported = async () =>
  (await world.call<Record<string, unknown>>('admin', '/v1/design/package/export')).data;

/** What is made of fields and dictionaries of a package. */
export function itCarriesFields(): void {
  it('carries fields and dictionaries of the app: told first, made with the pages that name them, and none of it where a part does not fit', async () => {
    const design = (path: string, body: object) => world.call('admin', `/v1/design/${path}`, { ...body });
    const field = { key: 'xGrade', title: '评级', type: 'enum', dictionary: 'x_grade' };
    const values = [{ key: 'x_a', title: '甲' }];
    expect(await design('dictionary/save', { name: 'x_grade', title: '评级', version: 0, values })).toMatchObject({
      code: '0',
    });
    expect(await design('field/create', { entity: 'customer', field })).toMatchObject({ code: '0' });
    await release((page) => ({ ...page, columns: [...page.columns, { key: 'xGrade', field: 'xGrade' }] }));
    const packed = await exported();
    expect(packed).toMatchObject({
      ...{ dictionaries: [{ name: 'x_grade', title: '评级', values }], fields: [{ entity: 'customer', field }] },
    });
    const statesOf = async (given: object, account = 'admin') => {
      const { data } = await world.call<PackageLines>(account, '/v1/design/package/check', { package: { ...given } });
      return data.lines.filter(({ kind }) => kind === 'field' || kind === 'dictionary').map(({ state }) => state);
    };
    expect(await statesOf(packed)).toEqual(['same', 'same']);

    // As it comes to a system that has neither.
    const renamed = JSON.stringify(packed)
      .replaceAll('xGrade', 'xRank')
      .replaceAll('x_grade', 'x_rank')
      .replaceAll('评级', '等次');
    const given = JSON.parse(renamed);
    expect(await statesOf(given)).toEqual(['new', 'new']);
    expect(await statesOf(given, 'group_leader')).toEqual(['faulty', 'faulty']);
    const made = async () => [
      await world.database.rows(`select column_name from information_schema.columns where column_name = 'x_rank'`),
      await world.database.rows(`select 1 from custom_field where key = 'xRank'`),
      await world.database.rows(`select 1 from custom_dictionary where name = 'x_rank'`),
    ];
    for (const [wrong, pointer] of [
      [{ entity: 'custmer', field }, '/entity'],
      [{ entity: 'customer', field: { ...field, type: 'string' } }, '/type'],
      [
        { entity: 'customer', field: { key: 'xOne', title: '唯一', type: 'enum', dictionary: 'x_none' } },
        '/dictionary',
      ],
    ] as const) {
      const more = { ...given, fields: [...given.fields, wrong] };
      const told = await check({ package: more });
      const faults = told.data.lines.filter(({ state }) => state === 'faulty').flatMap((line) => line.faults);
      expect(faults.map((fault) => (fault as { pointer: string }).pointer)).toContain(pointer);
      expect(codeOf(await bring({ package: more }))).toBe('E_DESIGN_PACKAGE');
      expect(await made()).toEqual([[], [], []]);
    }
    await refusesTwice(given);
    expect(await bring({ package: given })).toMatchObject({ code: '0' });
    expect((await made()).map((rows) => rows.length)).toEqual([1, 1, 1]);
    expect((await shown('admin')).columns.map(({ key }) => key)).toContain('xRank');
    expect(new Set((await check({ package: given })).data.lines.map(({ state }) => state))).toEqual(new Set(['same']));
    await keepsWhatIsHere(given);
    // A package of before knew neither.
    const { fields: _, dictionaries: __, ...older } = packed;
    expect((await check({ package: { ...older, version: 1 } })).code).toBe('0');
  });
}

/** What is made of a field somebody else made while the package was looked at. */
export function itMakesNothingTwice(): void {
  it('makes no field of a key that is in use by the time the tables are changed', () => {
    const field = { key: 'xSince', title: '刚加的', type: 'bool' } as const;
    const line = { kind: 'field', page: 'customer.xSince', title: field.title, level: null, role: null } as const;
    const planned = (state: 'new' | 'replaced') => {
      const told = { ...line, state, edits: 0, asleep: [], conflicts: 0, faults: [] };
      const part = { line: told, entity: world.documents.entities.get('customer'), field, stored: undefined };
      const present = { fields: [{ entity: 'customer', field }], dictionaries: [] };
      return () => planOf({ dictionaries: [], fields: [part] }, present, world.documents);
    };
    expect(planned('new')).toThrow(expect.objectContaining({ code: 'E_FIELD_EXISTS' }));
    expect(planned('replaced')().plan.entities).toEqual(['customer']);
  });
}

type PackedParts = Record<string, unknown> & {
  readonly fields: readonly { readonly entity: string; readonly field: Json }[];
  readonly dictionaries: readonly { readonly name: string; readonly values: readonly Json[] }[];
  readonly pages: readonly Json[];
  readonly layers: readonly Json[];
};

/** Of two parts with one name nobody knows which is meant. */
async function refusesTwice(given: PackedParts): Promise<void> {
  for (const [list, at] of [
    ['fields', given.fields.length],
    ['dictionaries', given.dictionaries.length],
    ['pages', given.pages.length],
    ['layers', given.layers.length],
  ] as const) {
    const refused = await bring({ package: { ...given, [list]: [...given[list], given[list][0]] } });
    expect(faultsOf(refused)).toMatchObject([{ code: 'E_SCHEMA_DUPLICATE', pointer: `/package/${list}/${at}` }]);
  }
}

/** Of what is here and otherwise, nothing is lost by a package. */
async function keepsWhatIsHere(given: PackedParts): Promise<void> {
  const linesOf = async (more: object) =>
    (await check({ package: { ...given, ...more } })).data.lines.filter(({ state }) => state !== 'same');
  // Choices that are here alone stay, behind those of the package.
  const dictionaries = given.dictionaries.map((one) =>
    one.name === 'x_rank' ? { ...one, values: [{ key: 'x_b', title: '乙' }] } : one,
  );
  expect(await linesOf({ dictionaries })).toMatchObject([{ kind: 'dictionary', page: 'x_rank', state: 'replaced' }]);
  expect(await bring({ package: { ...given, dictionaries } })).toMatchObject({ code: '0' });
  const { data } = await world.call<{ list: readonly { name: string; values: readonly Json[] }[] }>(
    'admin',
    '/v1/design/dictionary/query',
  );
  expect(data.list.find(({ name }) => name === 'x_rank')?.values.map(({ key }) => key)).toEqual(['x_b', 'x_a']);
  // A field of the same key that is retired here, and one more than an entity may have.
  const field = { key: 'xLater', title: '以后', type: 'bool' };
  const rows = Array.from({ length: 60 }, (_, ordinal) => ({
    ...field,
    key: `xFull${ordinal}`,
    title: `满${ordinal}`,
  }));
  for (const [ordinal, row] of [field, ...rows.slice(1)].entries())
    await world.records.insert('custom_field', {
      ...{ entity: 'channel', key: row.key, title: row.title, definition: row, ordinal, status: 'retired' },
    });
  const packed = (key: string) => ({
    ...{ dictionaries: [], fields: [{ entity: 'channel', field: { ...field, key, title: '又一个' } }] },
  });
  expect(await linesOf(packed('xLater'))).toMatchObject([{ state: 'faulty', faults: [{ pointer: '/key' }] }]);
  expect(await linesOf(packed('xMore'))).toMatchObject([{ state: 'faulty', faults: [{ code: 'E_INPUT_TOO_MANY' }] }]);
}

/** What is left out of a package, and who may bring one. */
export function itTakesOnlyWhatFits(): void {
  it('takes no page and no change that would not stand here, each told with its place', async () => {
    const packed = await exported();
    const [page] = packed.pages as readonly (Record<string, unknown> & { document: object; choices: object })[];
    const [layer] = packed.layers as readonly Record<string, unknown>[];
    const named = (slug: string, path = `/own/${slug}`) => {
      const name = `own${slug.charAt(0).toUpperCase()}${slug.slice(1)}`;
      return { ...page, name, choices: { ...page?.choices, slug }, document: { ...page?.document, name, path } };
    };
    const fresh = named('brought');
    const told = async (parts: { pages?: readonly object[]; layers?: readonly object[] }) => {
      const given = { package: { ...packed, pages: [], layers: [], ...parts } };
      const { lines } = (await check(given)).data;
      const faults = (lines[0]?.faults ?? []) as readonly { pointer: string }[];
      // Nothing that is faulty is brought in.
      if (faults.length > 0) expect(codeOf(await bring(given))).toBe('E_DESIGN_PACKAGE');
      return [lines[0]?.state, ...faults.map(({ pointer }) => pointer)];
    };
    expect(await told({ pages: [fresh] })).toEqual(['new']);
    expect(await told({ pages: [{ ...fresh, name: 'ownOther' }] })).toEqual(['faulty', '/name']);
    expect(await told({ pages: [named('elsewhere', '/own/brought')] })).toEqual(['faulty', '/name']);
    expect(await told({ pages: [{ ...page, document: { ...page?.document, title: '另一页' } }] })).toEqual([
      ...['faulty', '/path'],
    ]);
    expect(await told({ pages: [{ ...fresh, parent: 'nowhere' }] })).toEqual(['faulty', '/parent']);
    const unknown = { ...fresh, document: { ...fresh.document, entity: 'classrom' } };
    expect((await told({ pages: [unknown] }))[0]).toBe('faulty');
    expect(await told({ layers: [{ ...layer, level: 'role', role: 'nobody' }] })).toEqual(['faulty', '/role']);
    const before = await world.call<{ list: readonly MadePage[] }>('admin', '/v1/design/made/query');
    expect(before.data.list.map(({ name }) => name)).not.toContain('ownBrought');
    // Nor one that is a draft here, and otherwise.
    const design = (path: string, body: object) => world.call<Json>('admin', `/v1/design/made/${path}`, { ...body });
    const { data } = await design('save', { version: 0, choices: fresh.choices, parent: null, roles: [] });
    const otherwise = { ...fresh, document: { ...fresh.document, title: '另一页' } };
    expect(await told({ pages: [otherwise] })).toEqual(['faulty', '/path']);
    expect(await design('discard', data)).toMatchObject({ code: '0' });
    // It may be larger than what else is sent, and is read no further than that.
    const titled = (productTitle: unknown) => check({ package: { ...packed, productTitle } });
    for (const large of ['x'.repeat(2_000_000), Array(30_000).fill(0)])
      expect(faultsOf(await titled(large))).toMatchObject([{ pointer: '/package/productTitle' }]);
    expect(codeOf(await titled('x'.repeat(8_400_000)))).toBe('E_BODY_TOO_LARGE');
    expect(codeOf(await titled(Array(160_000).fill(0)))).toBe('E_BODY_TOO_MANY');
  });

  it('holds and changes only the pages its bearer opens, and is brought in by who publishes', async () => {
    const packed = await exported();
    const given = { package: packed, note: '试' };
    expect(codeOf(await world.call('manager', '/v1/design/package/import', given))).toBe('E_NO_PERMISSION');
    const own = await world.call<Record<string, object[]>>('manager', '/v1/design/package/export');
    const namesIn = (list: unknown) => (list as readonly Json[]).map(({ name, page }) => name ?? page);
    expect(namesIn(packed.pages)).toContain('ownRooms');
    expect(namesIn(own.data.pages)).not.toContain('ownRooms');
    const layers = [{ ...(packed.layers as readonly object[])[0], page: 'ownRooms', level: 'org', role: null }];
    const { data } = await world.call<PackageLines>('manager', '/v1/design/package/check', {
      package: { ...packed, pages: [], layers },
    });
    expect(data.lines).toMatchObject([{ state: 'faulty', faults: [{ pointer: '/page' }] }]);
  });
}
