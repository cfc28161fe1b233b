import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DictionaryDocument, EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});
const buyer: EntityDocument = {
  ...{ schemaVersion: 2, name: 'buyer', title: '买家', label: 'name', operations: ['query'] },
  fields: [field('name', 'string', { searchable: true, maxLength: 20 })],
};
const sale: EntityDocument = {
  ...{ schemaVersion: 2, name: 'sale', title: '销售', label: 'number' },
  operations: ['query', 'view', 'create', 'group', 'reveal', 'history', 'modify'],
  access: { shows: { only: ['number', 'amount', 'paid', 'left'], unless: 'sale:get' } },
  fields: [
    field('number', 'string', { searchable: true, maxLength: 20 }),
    field('amount', 'money'),
    field('paid', 'money'),
    field('left', 'money', { compute: 'record.amount - record.paid' }),
    field('buyerId', 'ref', { ref: 'buyer', searchable: true }),
    field('profit', 'money', { sortable: true }),
    field('soldOn', 'date', { sortable: true }),
    field('phone', 'mobile', { mask: 'mobile', searchable: true }),
  ],
  children: [{ key: 'parts', title: '明细', entity: 'part', by: 'saleId' }],
};
const part: EntityDocument = {
  ...{ schemaVersion: 2, name: 'part', title: '明细', label: 'name', operations: ['query'] },
  fields: [field('name', 'string'), field('saleId', 'ref', { ref: 'sale', required: true })],
};
/** Refers to sales, and is read whole. */
const bonus: EntityDocument = {
  ...{ schemaVersion: 2, name: 'bonus', title: '奖金', label: 'name', operations: ['query', 'group'] },
  fields: [field('name', 'string'), field('saleId', 'ref', { ref: 'sale' })],
};

/** About a sale or a bonus. */
const remark: EntityDocument = {
  ...{ schemaVersion: 2, name: 'remark', title: '备注', label: 'text', operations: ['query'] },
  fields: [
    field('text', 'string'),
    field('about', 'enum', { dictionary: 'about' }),
    field('targetId', 'ref', { refBy: { field: 'about', entities: { sale: 'sale', bonus: 'bonus' } } }),
  ],
};
const about: DictionaryDocument = {
  ...{ schemaVersion: 2, name: 'about', title: '对象' },
  values: ['sale', 'bonus'].map((key) => ({ key, title: key })),
};

let shop: TestOperations;
let id: string;
beforeAll(async () => {
  shop = await startOperations([buyer, sale, part, bonus, remark], { dictionaries: [about] });
  const buyerId = await shop.records.insert('buyer', { name: '王大明' });
  id = await shop.records.insert('sale', {
    ...{ number: 'S1', amount: 100, paid: 40, buyerId, profit: 7, soldOn: '2026-01-02', phone: '13812345678' },
  });
  await shop.records.insert('part', { name: '零件', saleId: id });
  await shop.records.insert('bonus', { name: '提成', saleId: id });
}, 60_000);
afterAll(() => shop.close());

const keys = ['query', 'reveal', 'group', 'history', 'add'].map((key) => `sale:${key}`);
/** Reads sales, but not whole. */
const partly = (): Caller =>
  shop.caller({
    grants: new Set([...keys, 'bonus:*', 'buyer:*', 'part:*', 'remark:*']),
    maskModes: new Map([['mobile', 'plain']]),
  });
const closed = ['buyerId', 'buyer.name', 'profit', 'soldOn', 'phone', 'updatedAt', 'createdBy', 'createdBy.name'];

const list = async (path: string, body: Values, who = partly()) =>
  (await shop.run<{ list: readonly Values[] }>(path, body, who)).list;

describe('who is shown some fields of an entity only', () => {
  it('gets those and no others', async () => {
    expect(await list('/v1/sale/query', {})).toEqual([
      { id, version: 1, createdAt: expect.any(String), number: 'S1', amount: 100, paid: 40, left: 60 },
    ]);
    expect(
      await list('/v1/sale/query', { fields: ['left'], where: { field: 'amount', op: 'eq', value: 100 } }),
    ).toEqual([{ id, version: 1, left: 60 }]);
  });

  it.each(closed)('neither reads, filters, sorts, groups nor sums %s', async (path) => {
    const where = { field: path, op: 'notNull' };
    for (const [at, body] of [
      ['/v1/sale/query', { fields: [path] }],
      ['/v1/sale/query', { where }],
      ['/v1/sale/query', { sort: [path] }],
      ['/v1/sale/query', { sums: [path] }],
      ['/v1/sale/group', { by: path }],
      ['/v1/sale/group', { by: 'number', sums: [path] }],
      ['/v1/bonus/query', { fields: [`sale.${path}`] }],
      ['/v1/bonus/query', { where: { ...where, field: `sale.${path}` } }],
      ['/v1/bonus/query', { sort: [`sale.${path}`] }],
      ['/v1/bonus/group', { by: `sale.${path}` }],
    ] as const)
      expect(await shop.refusal(at, body, partly()), `${at} ${JSON.stringify(body)}`).toMatchObject({
        entry: { http: expect.toSatisfy((http: number) => http < 500) },
      });
  });

  it('compares nothing with a closed field', async () => {
    const where = { field: 'amount', op: 'gt', than: 'profit' };
    expect(await shop.refusal('/v1/sale/query', { where }, partly())).toMatchObject({ code: 'E_INPUT_INVALID' });
  });

  it('finds a row by the name of what it refers to only where that is shown', async () => {
    const found = (search: string, who?: Caller) => list('/v1/sale/query', { where: { search } }, who);
    expect(await found('王大明', shop.caller())).toHaveLength(1);
    expect(await found('13812345678', shop.caller())).toHaveLength(1);
    expect(await found('S1')).toHaveLength(1);
    expect(await found('王大明')).toEqual([]);
    expect(await found('13812345678')).toEqual([]);
  });

  it('reads through a reference to several kinds what each of them shows', async () => {
    await shop.records.insert('remark', { text: '甲', about: 'sale', targetId: id });
    const ask = (fields: readonly string[]) => ({ fields });
    expect(await list('/v1/remark/query', ask(['target.name']))).toMatchObject([{ target: { name: 'S1' } }]);
    const whole = shop.caller({ grants: new Set([...partly().grants, 'remark:*', 'sale:get']) });
    expect(await list('/v1/remark/query', ask(['target.updatedAt']), whole)).toHaveLength(1);
    expect(await shop.refusal('/v1/remark/query', ask(['target.updatedAt']), partly())).toMatchObject({
      code: 'E_INPUT_INVALID',
    });
  });

  it('is told in a conflict neither what is stored nor whether it is what he wrote, nor of rows not shown', async () => {
    const saleId = await shop.records.insert('sale', { number: 'S9', amount: 100, paid: 40, profit: 7 });
    await shop.records.insert('part', { name: '暗', saleId });
    await shop.run('/v1/sale/modify', { id: saleId, version: 1, paid: 50, profit: 9 });
    const who = shop.caller({ grants: new Set([...keys, 'sale:edit', 'part:*']) });
    const conflict = async (values: Values) => {
      const { code, detail } = await shop.refusal('/v1/sale/modify', { id: saleId, version: 1, ...values }, who);
      expect(code).toBe('E_VERSION');
      return detail.fields;
    };
    const closed = { stored: null, storedText: '不可见' };
    const asked = [{ paid: 60, profit: 8, parts: [] }, { profit: 9 }, { profit: 8, was: { profit: 9 } }];
    expect(await Promise.all(asked.map(conflict))).toEqual([
      [
        { key: 'paid', title: 'paid', stored: 50, at: expect.any(String), by: expect.any(String) },
        { key: 'profit', title: 'profit', ...closed },
        { key: 'parts', title: '明细', ...closed },
      ],
      [{ key: 'profit', title: 'profit', ...closed }],
      [{ key: 'profit', title: 'profit', ...closed }],
    ]);
    await shop.records.remove('sale', saleId);
  });

  it('has nothing revealed, and is told of no changes', async () => {
    for (const [path, body] of [
      ['reveal', { id, field: 'phone', reason: '核对号码' }],
      ['history', { id }],
    ] as const)
      expect(await shop.refusal(`/v1/sale/${path}`, body, partly())).toMatchObject({ code: 'E_NO_PERMISSION' });
  });

  it('sees what refers to the rows, and what they are called', async () => {
    expect(await list('/v1/bonus/query', { fields: ['name', 'saleId', 'sale.amount'] })).toMatchObject([
      { name: '提成', saleId: id, sale: { number: 'S1', amount: 100 } },
    ]);
  });

  it('holds for nobody who has the permission', async () => {
    const whole = shop.caller({ grants: new Set([...partly().grants, 'sale:get']) });
    const [row] = await list('/v1/sale/query', { fields: closed.filter((path) => path !== 'createdBy.name') }, whole);
    expect(row).toMatchObject({ profit: 7, buyer: { name: '王大明' } });
    expect(await shop.run('/v1/sale/view', { id, fields: ['number', 'parts'] }, whole)).toMatchObject({
      parts: [{ name: '零件' }],
    });
  });
});
