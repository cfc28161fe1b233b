import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import { inTransaction } from '../../db/connection/connect.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';
import { auditOf } from '../log/record-audit.ts';

const person: EntityDocument = {
  schemaVersion: 2,
  name: 'person',
  title: '人员',
  label: 'name',
  operations: ['query', 'create'],
  fields: [
    {
      key: 'code',
      title: '编号',
      type: 'string',
      maxLength: 30,
      sequence: { prefix: 'RY', per: 'day', digits: 4 },
      searchable: true,
    },
    { key: 'name', title: '姓名', type: 'string', maxLength: 50, searchable: true, pinyin: true },
    { key: 'mobile', title: '手机', type: 'mobile', mask: 'mobile', maxLength: 20, searchable: true },
    { key: 'wechat', title: '微信', type: 'string', mask: 'wechat', maxLength: 50, searchable: true },
  ],
};

let shop: TestOperations;

beforeAll(async () => {
  shop = await startOperations([person]);
  await shop.run('/v1/person/create', { name: '张三', mobile: '13712345678', wechat: 'wx_zhangsan' });
}, 60_000);

afterAll(() => shop.close());

beforeEach(() => shop.database.rows('delete from masked_lookup'));

const two = { lookupLimits: new Map([['mobile', { minute: 2, day: 9 }]] as const) };
const query = (where: unknown, caller = shop.caller(two)) =>
  shop.run<{ total: number }>('/v1/person/query', { where, fields: ['name'] }, caller);
const mobile = (value: string) => ({ field: 'mobile', op: 'eq', value });
const places = async () =>
  (await shop.database.rows('select staff_id, mask, state from masked_lookup order by taken_at')).map((row) => ({
    ...row,
  }));

it('says in a refusal what shall be written down of it, without the value', async () => {
  await query(mobile('13700000001'));
  await query(mobile('13700000002'));
  const refusal = await shop.refusal('/v1/person/query', { where: mobile('13712345678') }, shop.caller(two));
  expect(refusal).toMatchObject({ code: 'E_LOOKUP_LIMIT' });
  expect(auditOf(refusal)).toEqual({
    action: 'person.lookup',
    title: '人员：按整值查找手机超过次数上限',
    entity: 'person',
    facts: { fields: ['mobile'], reached: 'minute' },
    result: 'fail',
  });
  expect(JSON.stringify([refusal.message, refusal.detail])).not.toContain('137');
});

it('counts a plan that was asked before, page by page of other values', async () => {
  for (const value of ['13700000001', '13700000002', '13700000001']) await query(mobile(value));
  expect(await places()).toHaveLength(2);
});

it('counts for who it really is, whoever he looks as', async () => {
  const by = shop.caller(two);
  const viewed = shop.caller({
    ...two,
    staffId: '01a30000-0000-7000-8000-000000000001',
    impersonation: { kind: 'staff', id: 'x', name: 'x', by },
  });
  await query(mobile('13700000001'), viewed);
  expect(await places()).toEqual([{ staff_id: by.staffId, mask: 'mobile', state: 'told' }]);
});

it('finds an account by keyword where it reads like one, and does not take names and own numbers for one', async () => {
  expect((await query({ search: 'wx_zhangsan' })).total).toBe(1);
  expect(await places()).toMatchObject([{ mask: 'wechat' }]);
  const { rows } = { rows: await shop.database.rows('select code from person') };
  expect((await query({ search: String(rows[0]?.code) })).total).toBe(1);
  expect((await query({ search: 'zhangsan' })).total).toBe(1);
  expect(await places()).toHaveLength(1);
  // Who sees both in clear is not bound.
  const plain = shop.caller({
    maskModes: new Map([
      ['mobile', 'plain'],
      ['wechat', 'plain'],
    ] as const),
  });
  expect((await query({ or: [mobile('13712345678'), { search: 'wx_other1' }] }, plain)).total).toBe(1);
  expect(await places()).toHaveLength(1);
});

it('is nothing that could be undone with a transaction', async () => {
  const within = inTransaction(shop.records.platform.db, (db) =>
    shop.run('/v1/person/query', { where: mobile('13712345678') }, shop.caller(two), { db }),
  );
  await expect(within).rejects.toThrow('within a transaction');
});
