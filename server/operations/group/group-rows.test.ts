import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDocument, PageDocument } from '../../../engine/model/documents/index.ts';
import type { GroupAnswer, ListGroup, QueryAnswer } from '../../../engine/model/wire/index.ts';
import { Random } from '../../demo/crm/values/random.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const stall: EntityDocument = {
  schemaVersion: 2,
  name: 'stall',
  title: '摊位',
  label: 'name',
  operations: ['query'],
  access: { owner: ['keeperId'] },
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'keeperId', title: '摊主', type: 'ref', ref: 'staff' },
  ],
};

const sale: EntityDocument = {
  schemaVersion: 2,
  name: 'sale',
  title: '销售',
  label: 'note',
  operations: ['query', 'group'],
  access: { owner: ['sellerId'] },
  fields: [
    { key: 'note', title: '备注', type: 'string' },
    { key: 'kind', title: '种类', type: 'enum', dictionary: 'sale_kind' },
    { key: 'gift', title: '赠品', type: 'bool' },
    { key: 'stallId', title: '摊位', type: 'ref', ref: 'stall' },
    { key: 'sellerId', title: '卖家', type: 'ref', ref: 'staff' },
    { key: 'soldAt', title: '售出时间', type: 'datetime' },
    { key: 'dueOn', title: '到期日', type: 'date' },
    { key: 'amount', title: '金额', type: 'money' },
    { key: 'weight', title: '重量', type: 'decimal' },
    { key: 'phone', title: '电话', type: 'mobile', mask: 'mobile' },
  ],
};

const kinds = {
  schemaVersion: 2,
  name: 'sale_kind',
  title: '种类',
  values: ['tea', 'fruit', 'bread'].map((key) => ({ key, title: `种类 ${key}` })),
} as const;

let market: TestOperations;
let seller: string;
const random = new Random(20_261_121);
const below = (count: number) => random.int(0, count - 1);

beforeAll(async () => {
  market = await startOperations([stall, sale], { dictionaries: [kinds] });
  seller = await market.records.insert('staff', { name: '小卖' });
  const stalls = [
    await market.records.insert('stall', { name: '东头', keeperId: seller }),
    await market.records.insert('stall', { name: '西头' }),
  ];
  const maybe = <Value>(value: Value) => (below(5) === 0 ? null : value);
  for (let n = 0; n < 150; n++)
    await market.records.insert('sale', {
      note: `第 ${n} 笔`,
      kind: maybe(['tea', 'fruit', 'bread'][below(3)]),
      gift: maybe(below(2) === 0),
      stallId: maybe(stalls[below(2)]),
      sellerId: below(3) === 0 ? seller : null,
      soldAt: maybe(new Date(Date.UTC(2025, 11, 1) + below(90 * 24) * 3_600_000).toISOString()),
      dueOn: maybe(`2026-0${1 + below(3)}-${String(1 + below(28)).padStart(2, '0')}`),
      amount: maybe(below(100_000)),
      weight: maybe(below(1000) / 4),
      phone: '13800138000',
    });
}, 120_000);

afterAll(() => market.close());

const sums = ['amount', 'weight'];
const group = (body: Values, ...about: readonly Parameters<TestOperations['run']>[2][]) =>
  market.run<GroupAnswer>('/v1/sale/group', { sums, ...body }, ...about);
const added = (rows: QueryAnswer['list'], path: string) =>
  rows.reduce((sum, row) => sum + (typeof row[path] === 'number' ? row[path] : 0), 0);

const groupings: readonly (readonly [string, Values])[] = [
  ['a dictionary', { by: 'kind' }],
  ['a switch', { by: 'gift' }],
  ['a related record', { by: 'stall.id' }],
  ['days', { by: 'dueOn' }],
  ['weeks', { by: 'soldAt', bucket: 'week' }],
  ['months', { by: 'soldAt', bucket: 'month' }],
  ['months of days', { by: 'dueOn', bucket: 'month' }],
  ['years', { by: 'soldAt', bucket: 'year' }],
];

it.each(groupings)(
  'groups by %s as the rows of its groups say, for everybody and for a narrow scope',
  async (_, body) => {
    const narrow = market.caller({ dataScope: 'self', staffId: seller });
    const where = { field: 'note', op: 'contains', value: '1' };
    for (const caller of [market.caller(), narrow]) {
      const rowsOf = async (conditions: readonly unknown[]) => {
        const query = { where: { and: conditions }, size: 1000, fields: ['amount', 'weight'] };
        return (await market.run<QueryAnswer>('/v1/sale/query', query, caller)).list;
      };
      const answer = await group({ ...body, where }, caller);
      const all = await rowsOf([where]);
      const figures = (rows: QueryAnswer['list']) => ({
        count: rows.length,
        sums: { amount: added(rows, 'amount'), weight: added(rows, 'weight') },
      });
      expect(answer.total).toEqual(figures(all));
      // Without groups the total is the same.
      expect(await group({ where }, caller)).toEqual({ groups: [], total: figures(all) });
      const seen = new Set<string>();
      for (const { key, name, where: own, ...told } of answer.groups) {
        const rows = await rowsOf([where, own]);
        expect({ key, ...told }).toEqual({ key, ...figures(rows) });
        expect(rows.length).toBeGreaterThan(0);
        expect(name === null).toBe(key === null);
        for (const { id } of rows) seen.add(id);
      }
      expect(seen.size).toBe(all.length);
      // What has no value comes last.
      expect(answer.groups.findIndex(({ key }) => key === null)).toBe(answer.groups.length - 1);
    }
  },
);

const names = ({ groups }: GroupAnswer) => groups.map(({ name }: ListGroup) => name);

it('names groups as people do and orders them: dictionaries in theirs, time with the newest first', async () => {
  expect(names(await group({ by: 'kind' }))).toEqual(['种类 tea', '种类 fruit', '种类 bread', null]);
  expect(names(await group({ by: 'gift' }))).toEqual(['否', '是', null]);
  expect(names(await group({ by: 'soldAt', bucket: 'month' }))).toEqual(['2026-02', '2026-01', '2025-12', null]);
});

it('shows nothing of records beyond the caller’s scope: their rows have no group of their own', async () => {
  const narrow = market.caller({ dataScope: 'self', staffId: seller });
  expect(names(await group({ by: 'stall.id' }))).toEqual(['东头', '西头', null]);
  expect(names(await group({ by: 'stall.id' }, narrow))).toEqual(['东头', null]);
});

it('holds to the conditions of the page it is called from', async () => {
  const page: PageDocument = {
    schemaVersion: 2,
    name: 'teas',
    path: '/teas',
    title: '茶',
    kind: 'list',
    entity: 'sale',
    scope: 'all',
    filter: { kind: 'tea' },
    api: { query: '/v1/sale/query' },
    columns: [{ key: 'note', field: 'note' }],
  };
  const answer = await market.run<GroupAnswer>('/v1/sale/group', { by: 'kind' }, undefined, { page });
  expect(names(answer)).toEqual(['种类 tea']);
});

it('is empty without rows, and the total nothing', async () => {
  const where = { field: 'note', op: 'eq', value: '没有' };
  expect(await group({ by: 'kind', where })).toEqual({
    groups: [],
    total: { count: 0, sums: { amount: 0, weight: 0 } },
  });
});

it.each<[string, Values, string]>([
  ['no name of a field', { by: 1 }, '/by'],
  ['the sum of a masked field over all rows', { sums: ['phone'] }, '/sums/0'],
  ['a masked field', { by: 'phone' }, '/by'],
  ['a text', { by: 'note' }, '/by'],
  ['its own id', { by: 'id' }, '/by'],
  ['a name of a prototype', { by: '__proto__.id' }, '/by'],
  ['an unknown cut of time', { by: 'soldAt', bucket: 'blink' }, '/bucket'],
  ['the sum of a masked field', { by: 'kind', sums: ['phone'] }, '/sums/0'],
  ['the sum of texts', { by: 'kind', sums: ['amount', 'note'] }, '/sums/1'],
  ['no list of sums', { by: 'kind', sums: 'amount' }, '/sums'],
])('refuses %s, also to those who see masked values in clear', async (_, body, pointer) => {
  const plain = market.caller({ maskModes: new Map([['mobile', 'plain']]) });
  const refusal = await market.refusal('/v1/sale/group', body, plain);
  expect(refusal.detail.faults).toMatchObject([{ pointer }]);
});

it('is refused to who may not query', async () => {
  const refusal = await market.refusal(
    '/v1/sale/group',
    { by: 'kind' },
    market.caller({ grants: new Set(['sale:get']) }),
  );
  expect(refusal.code).toBe('E_NO_PERMISSION');
});
