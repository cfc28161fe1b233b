import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import type { QueryAnswer } from '../../../engine/model/wire/index.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const count = 90;

const group: EntityDocument = {
  schemaVersion: 2,
  name: 'circle',
  title: '小组',
  label: 'name',
  operations: ['query'],
  fields: [{ key: 'name', title: '名称', type: 'string', maxLength: 20 }],
};
const entry: EntityDocument = {
  schemaVersion: 2,
  name: 'entry',
  title: '条目',
  label: 'name',
  operations: ['query'],
  fields: [
    { key: 'name', title: '名称', type: 'string', maxLength: 20, required: true, searchable: true },
    { key: 'place', title: '地点', type: 'string', maxLength: 20, sortable: true },
    { key: 'score', title: '分数', type: 'int', sortable: true },
    { key: 'rank', title: '名次', type: 'int', required: true, sortable: true },
    { key: 'due', title: '到期', type: 'datetime', sortable: true },
    { key: 'day', title: '日期', type: 'date' },
    { key: 'circleId', title: '小组', type: 'ref', ref: 'circle' },
    { key: 'doubled', title: '两倍', type: 'int', compute: 'record.score * 2' },
  ],
};

let shop: TestOperations;

beforeAll(async () => {
  shop = await startOperations([group, entry]);
  const circles = [await shop.records.insert('circle', { name: '甲' }), await shop.records.insert('circle', {})];
  // Ties and empty values on purpose.
  for (let index = 0; index < count; index++) {
    await shop.records.insert('entry', {
      name: `名${index % 7}`,
      place: index % 3 === 0 ? null : `市${index % 4}`,
      score: index % 5 === 0 ? null : index % 6,
      rank: index % 4,
      due: index % 4 === 0 ? null : `2026-01-0${1 + (index % 6)}T00:00:00Z`,
      day: index % 2 === 0 ? null : `2026-01-${10 + (index % 9)}`,
      circleId: index % 8 === 0 ? null : circles[index % 2],
    });
  }
}, 60_000);

afterAll(() => shop.close());

type Query = Readonly<Record<string, unknown>>;
const page = (query: Query) => shop.run<QueryAnswer>('/v1/entry/query', { count: 'none', fields: ['name'], ...query });
const ids = (answer: QueryAnswer) => answer.list.map((row) => row.id);

/** The rows in the order that the database sorts them, with empty values last. */
async function inOrder(sort: readonly string[], narrowed: boolean): Promise<readonly unknown[]> {
  const columns: Record<string, string> = {
    createdAt: 'e.created_at',
    circle: 'c.name',
    doubled: 'e.score * 2',
  };
  const terms = [...sort, sort[0]?.startsWith('-') === false ? 'id' : '-id'].map((item) => {
    const key = item.replace(/^-/, '');
    const column = columns[key.split('.')[0] ?? ''] ?? `e.${key}`;
    return `${column} ${item.startsWith('-') ? 'desc' : 'asc'} nulls last`;
  });
  const rows = await shop.database.rows(
    `select e.id from entry e left join circle c on c.id = e.circle_id
      where ${narrowed ? "e.name like '%名3%'" : 'true'} order by ${terms.join(', ')}`,
  );
  return rows.map((row) => row.id);
}

const sortable = ['createdAt', 'name', 'place', 'score', 'rank', 'due', 'day', 'circle.name', 'doubled'];
const sorts = fc
  .uniqueArray(fc.constantFrom(...sortable), { minLength: 1, maxLength: 3 })
  .chain((keys) =>
    fc
      .array(fc.boolean(), { minLength: keys.length, maxLength: keys.length })
      .map((down) => keys.map((key, index) => (down[index] ? `-${key}` : key))),
  );

describe('pages', () => {
  it('show each row once in order, forwards and backwards, whatever the sort', async () => {
    const walk = fc.asyncProperty(
      sorts,
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      async (sort, size, narrowed) => {
        const query = { sort, size, ...(narrowed ? { where: { search: '名3' } } : {}) };
        const whole = await inOrder(sort, narrowed);
        let current = await page(query);
        const forwards = [...ids(current)];
        while (current.next !== null) {
          current = await page({ ...query, cursor: current.next });
          forwards.push(...ids(current));
        }
        expect(forwards).toEqual(whole);
        const backwards = [...ids(current)];
        while (current.previous !== null) {
          current = await page({ ...query, cursor: current.previous });
          backwards.unshift(...ids(current));
        }
        expect(backwards).toEqual(whole);
      },
    );
    await fc.assert(walk, { numRuns: isDeep ? 300 : 25, seed: 11 });
  }, 300_000);

  it('start at a row number, and end with the last row', async () => {
    const jump = fc.asyncProperty(
      sorts,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: count + 10 }),
      async (sort, size, row) => {
        const whole = await inOrder(sort, false);
        const there = await page({ sort, size, cursor: `row:${row}` });
        expect(ids(there)).toEqual(whole.slice(row, row + size));
        expect(there.next === null).toBe(row + size >= count);
        const last = await page({ sort, size, cursor: 'last' });
        expect(ids(last)).toEqual(whole.slice(-size));
        expect(last.next).toBeNull();
        if (last.previous === null) return expect(size).toBeGreaterThanOrEqual(count);
        const before = await page({ sort, size, cursor: last.previous });
        expect(ids(before)).toEqual(whole.slice(Math.max(0, count - 2 * size), count - size));
      },
    );
    await fc.assert(jump, { numRuns: isDeep ? 300 : 25, seed: 12 });
  }, 300_000);

  it.each([
    ['score', '3'],
    ['-score', '3'],
    ['-due', '2026-01-03'],
    ['due', '2027-01-01'],
    ['name', '名5'],
    ['-day', '2026-01-13'],
  ])('jump by %s to %s', async (sort, value) => {
    const down = sort.startsWith('-');
    const key = sort.replace('-', '');
    const all = await page({ sort: [sort], size: 1000, fields: [key] });
    const reached = all.list.findIndex((row) => {
      const own = row[key];
      if (own === null) return true;
      const [a, b] = typeof own === 'number' ? [own, Number(value)] : [String(own), value];
      return down ? a <= b || String(a).startsWith(value) : a >= b;
    });
    const jumped = await page({ sort: [sort], size: 1000, cursor: `value:${value}` });
    const place = reached === -1 ? count : reached;
    // A moment on the day itself lies after the day's beginning.
    const expected = key === 'due' && down ? ids(all).filter((_, at) => at >= place) : ids(all).slice(place);
    expect(ids(jumped)).toEqual(expected);
  });
});

describe('the count', () => {
  it('is exact up to the cap, left out when not wanted, and there when the page is empty', async () => {
    expect(await page({ count: 'capped', size: 1 })).toMatchObject({ total: count, totalIsCapped: false });
    expect(await page({ count: 'exact', size: 1 })).toMatchObject({ total: count, totalIsCapped: false });
    expect(await page({ count: 'none', size: 1 })).toMatchObject({ total: null });
    expect(await page({ count: 'capped', cursor: 'row:900' })).toMatchObject({ list: [], total: count });
    const none = { field: 'name', op: 'eq', value: '无' };
    expect(await page({ count: 'capped', where: none })).toMatchObject({ list: [], total: 0, next: null });
    expect(await page({ count: 'capped', where: { search: '无' } })).toMatchObject({ list: [], total: 0 });
  });

  it('stops at a thousand unless it is asked to go on', async () => {
    await shop.database.rows(
      `insert into circle (id, name) select gen_random_uuid(), '多' || i from generate_series(1, 6000) i`,
    );
    const count = async (query: Query) => {
      const { total, totalIsCapped } = await shop.run<QueryAnswer>('/v1/circle/query', { size: 1, ...query });
      return { total, totalIsCapped };
    };
    expect(await count({})).toEqual({ total: 1000, totalIsCapped: true });
    expect(await count({ count: 'exact' })).toEqual({ total: 6002, totalIsCapped: false });
    const many = { field: 'name', op: 'contains', value: '多' };
    expect(await count({ where: many })).toEqual({ total: 1000, totalIsCapped: true });
    expect(await count({ where: many, count: 'exact' })).toEqual({ total: 6000, totalIsCapped: false });
  });
});

it('refuses a cursor of another sort and one made by hand', async () => {
  const { next } = await page({ sort: ['name'], size: 7 });
  const made = (parts: readonly unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  for (const [sort, cursor] of [
    [['place'], next],
    [['name'], 'row:1000'],
    [['name'], 'abc'],
    [['score'], 'value:many'],
    [['-createdAt'], made(['-createdAt,-id', 0, 'no time', 'no id'])],
    [['-createdAt'], made(['-createdAt,-id', 0, null, null])],
  ] as const)
    expect(await shop.refusal('/v1/entry/query', { sort, size: 7, cursor })).toMatchObject({ code: 'E_CURSOR' });
});
