import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../orders/order-company.testing.ts';
import { type ShippingCompany, startShippingCompany } from './shipping-company.testing.ts';
import { brokenStock } from './stock-invariants.testing.ts';

let company: ShippingCompany;
beforeAll(async () => {
  company = await startShippingCompany();
}, 60_000);
afterAll(async () => {
  expect(await brokenStock(company.database)).toEqual([]);
  await company.close();
});

const move = (by: string, key: string, id: string, input: Record<string, unknown> = {}) =>
  company.act(by, `/v1/textbook/${key}`, { id, ...input });
const ledger = async (textbookId: string) =>
  (await company.records.find('stock_ledger', { textbookId })).map(({ reason, onHandDelta, onHandAfter, remark }) => ({
    ...{ reason, onHandDelta, onHandAfter, remark },
  }));

describe('the stock of a textbook', () => {
  it('grows by what comes in, each entry in the ledger with who did it', async () => {
    const id = await company.textbook(0);
    for (const quantity of [30, 12]) expect(codeOf(await move('logistics', 'receive', id, { quantity }))).toBe('0');
    expect(await company.stock(id)).toEqual({ onHand: 42, locked: 0 });
    const [last] = await company.records.find('stock_ledger', { textbookId: id });
    expect(last).toMatchObject({ reason: 'purchase', onHandDelta: 12, onHandAfter: 42 });
    expect(last?.createdBy).toBe(company.staff.logistics);
  });

  it('is what was counted, and a difference says why', async () => {
    const id = await company.textbook(10);
    expect((await move('logistics', 'count', id, { counted: 8 })).message).toContain('写明原因');
    expect(codeOf(await move('logistics', 'count', id, { counted: 8, remark: '破损两册' }))).toBe('0');
    expect(codeOf(await move('logistics', 'count', id, { counted: 8 }))).toBe('0');
    expect(await ledger(id)).toMatchObject([
      { reason: 'adjust', onHandDelta: 0, onHandAfter: 8 },
      { reason: 'adjust', onHandDelta: -2, onHandAfter: 8, remark: '破损两册' },
      { reason: 'purchase', onHandDelta: 10 },
    ]);
    expect((await company.stored('textbook', id)).countedAt).not.toBeNull();
    await company.database.rows('update textbook set stock_locked = 5 where id = $1', [id]);
    expect((await move('logistics', 'count', id, { counted: 4, remark: '少' })).message).toContain('不能少于锁定数量');
    await company.database.rows('update textbook set stock_locked = 0 where id = $1', [id]);
  });

  it('takes no number from a form, and nothing or less does not come in', async () => {
    const id = await company.textbook(3);
    const { version } = await company.stored('textbook', id);
    for (const field of ['stockOnHand', 'stockLocked'])
      expect(codeOf(await move('admin', 'modify', id, { version, [field]: 99 }))).toBe('E_INPUT_INVALID');
    for (const quantity of [0, -5, null])
      expect((await move('logistics', 'receive', id, { quantity })).code).not.toBe('0');
    expect(await company.stock(id)).toEqual({ onHand: 3, locked: 0 });
  });

  it('counts each of fifty at once', async () => {
    const id = await company.textbook(0);
    await Promise.all(Array.from({ length: 50 }, () => move('logistics', 'receive', id, { quantity: 1 })));
    expect(await company.stock(id)).toEqual({ onHand: 50, locked: 0 });
  });

  it('below what is safe is told once to whoever sends books', async () => {
    const id = await company.textbook(10, { safetyStock: 5 });
    const told = () => company.records.count('notification', { linkEntity: 'textbook', linkId: id });
    await move('logistics', 'count', id, { counted: 5, remark: '少' });
    expect(await told()).toBe(0);
    await move('logistics', 'count', id, { counted: 4, remark: '少' });
    expect(await told()).toBe(2);
    await move('logistics', 'count', id, { counted: 3, remark: '少' });
    expect(await told()).toBe(2);
  });

  it('is kept by logistics alone; the books themselves by academics', async () => {
    const id = await company.textbook(1);
    for (const by of ['sales', 'academic']) expect((await move(by, 'receive', id, { quantity: 1 })).code).not.toBe('0');
    expect(codeOf(await move('logistics', 'disable', id))).toBe('E_NO_PERMISSION');
    expect(codeOf(await move('academic', 'disable', id))).toBe('0');
  });
});

describe('a new edition', () => {
  it('takes over for the same classes, once, with nothing in stock; the old one stays as it is', async () => {
    const id = await company.textbook(7);
    const input = { newCode: `${id.slice(-8)}-2`, newEdition: '2027 版', newCostPrice: 2100, newDeductPrice: 5200 };
    const both = await Promise.all([move('academic', 'revise', id, input), move('admin', 'revise', id, input)]);
    expect(both.filter(({ code }) => code === '0')).toHaveLength(1);
    const next = await company.records.findOne('textbook', { formerId: id });
    expect(next).toMatchObject({ edition: '2027 版', status: 'on', stockOnHand: 0, deductPrice: 5200 });
    expect(await company.records.find('textbook_use', { textbookId: next?.id })).toMatchObject([
      { classTypeId: company.classTypes[0], quantity: 1 },
    ]);
    expect(await company.stored('textbook', id)).toMatchObject({ status: 'old', stockOnHand: 7 });
    expect((await move('academic', 'modify', id, { version: 9, name: '别的' })).code).not.toBe('0');
    const taken = await company.textbook(0);
    expect(JSON.stringify((await move('academic', 'revise', taken, input)).data)).toContain('/newCode');
    expect(await company.stored('textbook', taken)).toMatchObject({ status: 'on' });
  });
});
