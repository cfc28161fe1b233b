import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, codeOf, type OrderCompany, startOrderCompany } from './order-company.testing.ts';

let company: OrderCompany;
let id: string;
beforeAll(async () => {
  company = await startOrderCompany();
  const customerId = await company.customer({ promoterId: company.ids.promoter });
  id = await company.paid(400_000, { customerId });
  await company.paid(400_000);
  const role = await company.records.findOne('role', { code: 'promoter' });
  const permissions: readonly unknown[] = Array.isArray(role?.permissions) ? role.permissions : [];
  // However much of the rest he may do with orders, he reads of them what he did.
  const further = ['export', 'history', 'reveal'].map((key) => `sales_order:${key}`);
  await company.records.update('role', String(role?.id), { permissions: [...permissions, ...further] });
}, 60_000);
afterAll(() => company.close());

type Body = Readonly<Record<string, unknown>>;

const ask = (path: string, body: Body, page?: string): Promise<Answer> =>
  company.call('promoter', path, body, page === undefined ? {} : { 'x-app-page': page });

/** What a promoter reads of an order; every other field, also one that comes later, is closed to him. */
const amounts = [
  ...['orderNo', 'kind', 'projectId', 'channelId', 'promoterId', 'status', 'refundFlag', 'firstPaidAt', 'paidAt'],
  ...['listTotal', 'discountTotal', 'payableTotal', 'paidTotal', 'paidWords', 'refundedTotal', 'unpaidTotal'],
];
const closedFields = () =>
  (company.documents.entities.get('sales_order')?.fields ?? [])
    .filter(({ key }) => !amounts.includes(key))
    .flatMap(({ key, ref }) => (ref === undefined ? [key] : [key, `${key.replace(/Id$/, '')}.id`]))
    .concat('createdBy', 'updatedBy', 'customer.name', 'customer.mobile', 'seller.name');

describe('a promoter', () => {
  it('sees the orders of those he brought, and of them the amounts', async () => {
    const { data } = await ask('/v1/sales/order/query', {});
    expect(data).toMatchObject({ list: [{ id, payableTotal: 1_000_000, paidTotal: 400_000 }], total: 1 });
    const [row] = Array.isArray(data.list) ? data.list : [];
    const labels = ['project', 'channel', 'promoter'];
    expect(Object.keys(row).toSorted()).toEqual(
      ['id', 'version', 'createdAt', ...amounts, ...labels].toSorted((one, other) => (one < other ? -1 : 1)),
    );
  });

  it('finds the order by its number from anywhere, and nothing of whose it is', async () => {
    const { orderNo, customerId } = await company.stored('sales_order', id);
    const { name } = await company.stored('customer', String(customerId));
    const found = JSON.stringify((await ask('/v1/search/query', { keyword: String(orderNo) })).data);
    expect(found).toContain(String(orderNo));
    expect(found).not.toContain(String(name));
    expect((await ask('/v1/search/query', { keyword: String(name) })).data).toEqual([]);
  });

  it('is given a page that names no customer', async () => {
    const { data } = await ask('/v1/sys/page/view', { name: 'promoteorderlist' });
    const entities: readonly unknown[] = Array.isArray(data.entities) ? data.entities : [];
    const order = JSON.stringify(entities.find((entity) => JSON.stringify(entity).includes('"name":"sales_order"')));
    for (const key of ['customerId', 'sellerId', 'receiverMobile', 'items'])
      expect(order, key).not.toContain(`"key":"${key}"`);
    expect(order).not.toContain('customer.name');
    expect(await ask('/v1/sales/order/query', {}, 'promoteorderlist')).toMatchObject({ data: { list: [{ id }] } });
  });

  it('gets no other field through any door', async () => {
    const closed = closedFields();
    expect(closed.length).toBeGreaterThan(30);
    for (const path of closed) {
      const where = { field: path, op: 'notNull' };
      for (const [door, body] of [
        ['/v1/sales/order/query', { fields: [path] }],
        ['/v1/sales/order/query', { where }],
        ['/v1/sales/order/query', { sort: [path] }],
        ['/v1/sales/order/group', { by: path }],
        ['/v1/sales/order/group', { by: 'status', sums: [path] }],
        ['/v1/sales/order/export', { columns: [path] }],
        ['/v1/sales/order/export', { where }],
        ['/v1/performance/ledger/query', { fields: [`order.${path}`] }],
        ['/v1/performance/ledger/query', { where: { ...where, field: `order.${path}` } }],
        ['/v1/performance/ledger/query', { sort: [`order.${path}`] }],
      ] as const)
        expect(codeOf(await ask(door, body)), `${door} ${JSON.stringify(body)}`).toBe('E_INPUT_INVALID');
    }
  });

  it('opens no order, has nothing revealed or printed and is told of no changes', async () => {
    for (const [path, body] of [
      ['view', { id }],
      ['history', { id }],
      ['reveal', { id, field: 'receiverMobile', reason: '核对号码' }],
      ['print/confirmation', { id }],
    ] as const)
      expect(codeOf(await ask(`/v1/sales/order/${path}`, body)), path).toBe('E_NO_PERMISSION');
    for (const path of ['order/item', 'payment', 'payment/plan', 'order/review', 'order/share', 'refund', 'user/match'])
      expect(codeOf(await ask(`/v1/${path}/query`, {})), path).toBe('E_NO_PERMISSION');
  });

  it('finds no order by whose it is', async () => {
    const { name } = await company.stored('customer', String((await company.stored('sales_order', id)).customerId));
    const found = async (by: string) =>
      (await company.call(by, '/v1/sales/order/query', { where: { search: name } })).data;
    expect(await found('sales')).toMatchObject({ total: 1 });
    expect(await found('promoter')).toMatchObject({ total: 0 });
  });
});
