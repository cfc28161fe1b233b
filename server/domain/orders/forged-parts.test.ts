import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgedOf } from './forged-value.testing.ts';
import { type OrderCompany, startOrderCompany } from './order-company.testing.ts';

let company: OrderCompany;
beforeAll(async () => {
  company = await startOrderCompany();
}, 60_000);
afterAll(() => company.close());

/** What people may write of the parts of an order that is being made; every other field is the server's. */
const written: Readonly<Record<string, ReadonlySet<string>>> = {
  order_item: new Set(['classTypeId', 'discount', 'quantity', 'place']),
  payment_plan: new Set(['dueOn', 'amount', 'periodNo']),
  payment: new Set(['orderId', 'amount', 'method', 'channelTradeNo', 'payerName', 'paidAt', 'proof', 'remark']),
};

function fieldsOf(entity: 'order_item' | 'payment_plan' | 'payment') {
  const { fields = [] } = company.documents.entities.get(entity) ?? {};
  return fields.map((field) => ({
    key: field.key,
    forged: forgedOf(field),
    isWritten: written[entity]?.has(field.key),
  }));
}

const closed = [
  'pending_review',
  'pending_payment',
  'part_paid',
  'paid',
  'in_service',
  'finished',
  'cancelled',
  'refunded',
];
const parts = [
  ['items', 'order_item'],
  ['plans', 'payment_plan'],
] as const;

const made = () =>
  company.order('sales', {
    payMode: 'deposit',
    plans: [
      { dueOn: '2036-01-10', amount: 400_000 },
      { dueOn: '2036-02-10', amount: 600_000 },
    ],
  });

it('every state an order may be in is among those asked about', () => {
  const known = (company.documents.dictionaries.get('sales_order_status')?.values ?? []).map(({ key }) => key);
  expect(known.toSorted()).toEqual(['draft', 'rejected', ...closed].toSorted());
});

describe.each(['draft', 'rejected', ...closed])('an order that is %s', (status) => {
  it.each(parts)('takes no forged field of its %s', async (list, entity) => {
    const id = await made();
    await company.database.rows('update sales_order set status = $1 where id = $2', [status, id]);
    const rows = await company.records.find(entity, { orderId: id });
    const { version } = await company.stored('sales_order', id);
    const isOpen = !closed.includes(status);
    for (const { key, forged, isWritten } of fieldsOf(entity)) {
      if (isOpen && isWritten === true) continue;
      const body = rows.map((row, at) => ({ id: row.id, ...(at === 0 ? { [key]: forged } : {}) }));
      const answer = await company.act('sales', '/v1/sales/order/modify', { id, version, [list]: body });
      expect(answer.code, `${key}: ${answer.message}`).not.toBe('0');
      expect(await company.records.find(entity, { orderId: id }), key).toEqual(rows);
    }
  });
});

it('a payment is registered with no field that is the server’s', async () => {
  const id = await company.payable();
  for (const { key, forged, isWritten } of fieldsOf('payment')) {
    if (isWritten === true) continue;
    const answer = await company.register('sales', id, 1000, { [key]: forged });
    expect(answer.code, `${key}: ${answer.message}`).not.toBe('0');
  }
  expect(await company.records.count('payment', { orderId: id })).toBe(0);
});

it.each(['pending', 'confirmed', 'rejected', 'reversed'])(
  'a payment that is %s is changed by no forged field',
  async (status) => {
    const id = await company.payable();
    const payment = await company.payment('sales', id, 1000);
    const isDecided = status === 'confirmed' || status === 'reversed';
    await company.database.rows(
      'update payment set status = $1, confirmer_id = $2, confirmed_at = case when $3 then now() end where id = $4',
      [status, isDecided ? company.staff.finance : null, isDecided, payment],
    );
    const before = await company.stored('payment', payment);
    for (const { key, forged } of fieldsOf('payment'))
      for (const path of ['modify', 'confirm', 'reject', 'reverse']) {
        // What a step itself asks for is no forgery.
        if (['rejectReason', 'reverseReason'].includes(key)) continue;
        const answer = await company.act('finance2', `/v1/payment/${path}`, { id: payment, version: 1, [key]: forged });
        expect(answer.code, `${path} ${key}: ${answer.message}`).not.toBe('0');
      }
    expect(await company.stored('payment', payment)).toEqual(before);
  },
);
