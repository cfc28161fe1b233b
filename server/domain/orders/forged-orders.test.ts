import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgedOf } from './forged-value.testing.ts';
import { type OrderCompany, startOrderCompany } from './order-company.testing.ts';

let company: OrderCompany;
beforeAll(async () => {
  company = await startOrderCompany();
}, 60_000);
afterAll(() => company.close());

const order = (id: string) => company.stored('sales_order', id);
const act = (by: string, path: string, body: Record<string, unknown>) => company.act(by, path, body);

/** What the seller writes of an order whose price is being made; every other field is the server’s. */
const written = [
  ...['kind', 'customerId', 'opportunityId', 'projectId', 'originOrderId', 'discountReason', 'payMode'],
  ...['agreementTemplateId', 'receiverName', 'receiverMobile', 'receiverAddress', 'remark', 'items', 'plans', 'shares'],
];
/** What he writes of it later, until it has come to its end. */
const parcel = ['receiverName', 'receiverMobile', 'receiverAddress', 'remark'];
const open: Readonly<Record<string, readonly string[]>> = {
  ...{ draft: written, rejected: written, pending_payment: parcel, part_paid: parcel, paid: parcel },
};

/** A value for every field and list of an order that its documents know, so that a new one is asked about too. */
function forgeries(): readonly (readonly [key: string, value: unknown])[] {
  const { fields = [], children = [] } = company.documents.entities.get('sales_order') ?? {};
  const { states = [] } = company.documents.entities.get('sales_order') ?? {};
  expect(states.map(({ field }) => field)).toEqual(['status']);
  return [
    ...fields.map((field) => [field.key, forgedOf(field)] as const),
    // None of the plans is what the orders of these tests have.
    ...children.flatMap(({ key }) => (key === 'plans' ? [] : [[key, []] as const])),
    ['plans', [{ dueOn: '2030-01-01', amount: 1 }]],
    ...['id', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'deletedAt'].map((key) => [key, somebody] as const),
  ];
}
const somebody = '0190f0a0-0000-7000-8000-000000000001';

const states = () => (company.documents.dictionaries.get('sales_order_status')?.values ?? []).map(({ key }) => key);

/** An order brought into a state past its rules, and what is stored of it. */
async function orderIn(status: string) {
  const id = await company.order('sales', { shares: [{ staffId: company.ids.sales, percent: 100 }] });
  const isPaid = ['part_paid', 'paid', 'in_service', 'finished', 'refunded'].includes(status);
  await company.database.rows(
    `update sales_order set status = $1, paid_total = $2, refunded_total = $3,
      first_paid_at = case when $4 then now() end where id = $5`,
    [status, isPaid ? 500_000 : 0, status === 'refunded' ? 500_000 : 0, isPaid, id],
  );
  return { id, stored: await order(id) };
}

it('an order is changed by no forged value, whatever its state', { timeout: 120_000 }, async () => {
  expect(states()).toHaveLength(10);
  for (const status of states()) {
    const { id, stored } = await orderIn(status);
    const items = await company.records.find('order_item', { orderId: id });
    const shares = await company.records.find('order_share', { orderId: id });
    for (const [key, value] of forgeries()) {
      // What tells which order is meant, and what may be written of it now, is no forgery.
      if (key === 'id' || open[status]?.includes(key) === true) continue;
      const answer = await act('sales', '/v1/sales/order/modify', { id, version: stored.version, [key]: value });
      expect(answer.code, `${status} ${key}: ${answer.message}`).not.toBe('0');
      expect(await order(id), `${status} ${key}`).toEqual(stored);
    }
    expect(await company.records.find('order_item', { orderId: id })).toEqual(items);
    expect(await company.records.find('order_share', { orderId: id })).toEqual(shares);
    expect(await company.records.count('payment_plan', { orderId: id })).toBe(0);
    // Nor by whoever has all rights: it is not his.
    const admin = await act('admin', '/v1/sales/order/modify', { id, version: stored.version, remark: '改' });
    expect(admin.code).not.toBe('0');
  }
});

it('an order is made with no field that is the server’s', async () => {
  const customerId = await company.customer();
  const body = { kind: 'new', customerId, projectId: company.ids.project, payMode: 'full' };
  for (const [key, value] of forgeries()) {
    if (written.includes(key)) continue;
    const items = [{ classTypeId: company.classTypes[0], discount: 0, quantity: 1 }];
    const answer = await act('sales', '/v1/sales/order/create', { ...body, items, [key]: value });
    expect(answer.code, `${key}: ${answer.message}`).not.toBe('0');
  }
  expect(await company.records.count('sales_order', { customerId })).toBe(0);
});

it('no step of the server is taken by anybody, and none takes a field it does not ask for', {
  timeout: 120_000,
}, async () => {
  const { states: machines = [] } = company.documents.entities.get('sales_order') ?? {};
  const steps = machines.flatMap(({ transitions }) => transitions);
  const own = steps.filter(({ who }) => who !== undefined && 'when' in who && who.when === 'user.id == null');
  expect(own.map(({ key }) => key)).toEqual(expect.arrayContaining(['pay', 'unpay', 'approve', 'reject', 'expire']));
  for (const status of states()) {
    const { id, stored } = await orderIn(status);
    for (const { key } of own) {
      const path = `/v1/sales/order/${key.replace(/[A-Z]/g, (letter) => `/${letter.toLowerCase()}`)}`;
      const amounts = { amount: 1, paidAt: new Date().toISOString(), paymentId: id, approverId: company.ids.admin };
      const answer = await act('admin', path, { id, ...amounts, refundId: id, closeRights: true });
      expect(answer.code, `${status} ${key}`).not.toBe('0');
    }
    for (const path of ['submit', 'cancel'])
      for (const [key, value] of forgeries()) {
        if (key === 'id' || key === 'cancelledReason') continue;
        const answer = await act('sales', `/v1/sales/order/${path}`, { id, version: stored.version, [key]: value });
        expect(answer.code, `${status} ${path} ${key}`).not.toBe('0');
      }
    expect(await order(id), status).toEqual(stored);
  }
});
