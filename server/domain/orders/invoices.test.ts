import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoiceFolder, type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { brokenMoney } from './money-invariants.testing.ts';
import { codeOf, type OrderCompany, placedOf, startOrderCompany } from './order-company.testing.ts';
import { learn, type ScheduleRunner, scheduleRunner } from './refund-driver.testing.ts';

let company: OrderCompany;
let worker: JobWorker;
let schedules: ScheduleRunner;
beforeAll(async () => {
  company = await startOrderCompany();
  worker = startJobWorker(company.documents, company.database);
  schedules = await scheduleRunner(company, worker);
}, 60_000);
afterAll(async () => {
  await worker.close();
  expect(worker.faults).toEqual([]);
  expect(await brokenMoney(company.database)).toEqual([]);
  await company.close();
});

type Parts = Readonly<Record<string, number>>;
const act = (by: string, path: string, body: Record<string, unknown>) => company.act(by, path, body);
const move = (by: string, key: string, id: string, input: Record<string, unknown> = {}) =>
  act(by, `/v1/invoice/${key}`, { id, ...input });
const ok = async (by: string, key: string, id: string, input: Record<string, unknown> = {}) =>
  expect(await move(by, key, id, input)).toMatchObject({ code: '0' });
const stored = (id: string) => company.stored('invoice', id);
const order = (id: string) => company.stored('sales_order', id);
const issueAll = () => schedules.run('invoice.issuing');
const apply = async (parts: Parts, over: Record<string, unknown> = {}, by = 'sales') => {
  const [first = ''] = Object.keys(parts);
  const items = Object.entries(parts).map(([orderId, amount]) => ({ orderId, amount }));
  return act(by, '/v1/invoice/create', {
    ...{ customerId: (await order(first)).customerId, kind: 'e_normal', titleType: 'personal', title: '张三' },
    ...{ content: '培训费', email: 'a@example.com', items, ...over },
  });
};
const applied = async (parts: Parts, over: Record<string, unknown> = {}) => {
  const answer = await apply(parts, over);
  expect(answer).toMatchObject({ code: '0' });
  return String(answer.data.id);
};
const issued = async (parts: Parts) => {
  const id = await applied(parts);
  await ok('finance', 'approve', id);
  await ok('finance', 'issue', id);
  await issueAll();
  expect(await stored(id)).toMatchObject({ status: 'issued' });
  return id;
};

describe('applying for an invoice', () => {
  it('sums its orders up, and goes no further than what was paid of each, whatever is on its way', async () => {
    const customerId = await company.customer();
    const [one, other] = [await company.paid(500_000, { customerId }), await company.paid(300_000, { customerId })];
    expect(codeOf(await apply({ [one]: 400_000 }, { amount: 1 }))).toBe('E_INPUT_INVALID');
    const id = await applied({ [one]: 400_000, [other]: 300_000 });
    expect(await stored(id)).toMatchObject({ amount: 700_000, status: 'pending', applicantId: company.ids.sales });
    const over = await apply({ [one]: 100_001 });
    expect(placedOf(over)).toEqual(['E_INVOICE_OVER', '/items/0/amount']);
    expect(over.message).toContain('1000.00');
    expect((await apply({ [one]: 100_000 })).code).toBe('0');
    expect(codeOf(await apply({ [one]: 1 }))).toBe('E_INVOICE_OVER');
    await ok('finance', 'reject', id, { rejectReason: '抬头不符' });
    expect((await apply({ [one]: 400_000 })).code).toBe('0');
    const foreign = await apply({ [other]: 1, [await company.paid(1000)]: 1000 }, { customerId });
    expect(placedOf(foreign)).toEqual(['E_INVOICE_CUSTOMER', '/items/1/orderId']);
    expect(codeOf(await apply({ [other]: 100 }, {}, 'sales2'))).toBe('E_INPUT_INVALID');
  });

  it.each([
    ['no tax number', { titleType: 'company', taxNo: null }, '/taxNo'],
    ['a short tax number', { titleType: 'company', taxNo: '12345' }, '/taxNo'],
    ['small letters in it', { titleType: 'company', taxNo: '91110000abcdefgh1x' }, '/taxNo'],
    ['a special one for a person', { kind: 'e_special' }, '/titleType'],
    ['no address for an electronic one', { email: null }, '/email'],
    ['no orders', { items: [] }, '/items'],
  ])('tells of %s at its field', async (_, over, field) => {
    const answer = await apply({ [await company.paid(1000)]: 1000 }, over);
    expect(answer.code).not.toBe('0');
    expect(JSON.stringify(answer.data)).toContain(field);
  });

  it('takes no amount of nothing or less', async () => {
    const id = await company.paid(1000);
    for (const amount of [0, -5]) expect(JSON.stringify((await apply({ [id]: amount })).data)).toContain('amount');
  });

  it('of fifty at once for the same money is one', async () => {
    const id = await company.paid(100_000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => apply({ [id]: 60_000 })));
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
  });
});

describe('issuing', () => {
  it('is done by finance alone, once each, with a document and a number; the order knows', async () => {
    const id = await company.paid(100_000);
    const invoice = await applied({ [id]: 100_000 }, { titleType: 'company', taxNo: '91110000MA0000001X' });
    expect(codeOf(await move('sales', 'approve', invoice))).toBe('E_NO_PERMISSION');
    const own = await apply({ [await company.paid(1000)]: 1000 }, {}, 'admin');
    expect((await move('admin', 'approve', String(own.data.id))).message).toBe('申请人不能审核自己的发票');
    await ok('finance', 'approve', invoice);
    const { version } = await stored(invoice);
    expect((await move('sales', 'modify', invoice, { version, title: '别人' })).code).not.toBe('0');
    const both = await Promise.all([move('finance', 'issue', invoice), move('finance2', 'issue', invoice)]);
    expect(both.filter(({ code }) => code === '0')).toHaveLength(1);
    await issueAll();
    const row = await stored(invoice);
    expect(row).toMatchObject({ status: 'issued', invoiceNo: expect.stringMatching(/^\d{20}$/) });
    expect(await company.stored('file_object', String(row.file))).toMatchObject({
      bizEntity: 'invoice',
      bizId: invoice,
    });
    expect(await order(id)).toMatchObject({ invoiceTotal: 100_000 });
    for (const key of ['issued', 'flushed', 'wait', 'fail'])
      expect((await move('admin', key, invoice)).code).not.toBe('0');
  });

  it('tries again while nobody answers, and tells what is refused', async () => {
    const id = await company.paid(100_000);
    const invoice = await applied({ [id]: 50_000 });
    await ok('finance', 'approve', invoice);
    await ok('finance', 'issue', invoice);
    const down = path.join(invoiceFolder(company.database), 'down');
    await writeFile(down, '').catch(async () => undefined);
    await issueAll();
    expect(await stored(invoice)).toMatchObject({ status: 'issuing', attempts: 1, failReason: '开票渠道没有应答' });
    await rm(down);
    await issueAll();
    expect(await stored(invoice)).toMatchObject({ status: 'issued' });
    const wrong = await applied({ [id]: 50_000 }, { titleType: 'company', taxNo: '911100000000000000' });
    await ok('finance', 'approve', wrong);
    await ok('finance', 'issue', wrong);
    await issueAll();
    expect(await stored(wrong)).toMatchObject({ status: 'failed', failReason: '纳税人识别号不存在' });
    expect(await order(id)).toMatchObject({ invoiceTotal: 50_000 });
    await ok('finance', 'cancel', wrong);
  });

  it('is taken back by a red one of its own, before money goes back', async () => {
    const id = await company.paid(1_000_000);
    const blue = await issued({ [id]: 1_000_000 });
    const refund = String((await company.refund(id, 49_000)).data.id);
    for (const [by, key] of [
      ['sales', 'submit'],
      ['group_leader', 'approve/leader'],
    ] as const)
      expect(await act(by, `/v1/refund/${key}`, { id: refund })).toMatchObject({ code: '0' });
    // As it is between asking for the invoice and its number: nothing counts yet.
    const { rows } = company.database;
    const held = 'update invoice set status = $2 where id = $1';
    await rows(held, [blue, 'issuing']);
    await rows('update sales_order set invoice_total = 0 where id = $1', [id]);
    expect(codeOf(await act('finance', '/v1/refund/approve/finance', { id: refund }))).toBe('E_REFUND_INVOICE');
    await rows(held, [blue, 'issued']);
    await rows('update sales_order set invoice_total = 1000000 where id = $1', [id]);
    const early = await act('finance', '/v1/refund/approve/finance', { id: refund });
    expect(early.message).toContain('请先红冲');
    expect(codeOf(await apply({ [id]: 1 }))).toBe('E_INVOICE_REFUND');
    await ok('finance', 'request/red', blue, { redReason: '退费' });
    const twice = await Promise.all([move('finance', 'red/flush', blue), move('finance2', 'red/flush', blue)]);
    expect(twice.map(codeOf).toSorted()).toEqual(['0', 'E_INVOICE_RED']);
    await issueAll();
    expect(await stored(blue)).toMatchObject({ status: 'red' });
    expect(await company.records.find('invoice', { redOfId: blue })).toMatchObject([
      { status: 'issued', amount: -1_000_000 },
    ]);
    expect(await order(id)).toMatchObject({ invoiceTotal: 0 });
    expect(await act('finance', '/v1/refund/approve/finance', { id: refund })).toMatchObject({ code: '0' });
  });

  it('keeps the money it was issued for: what came in is reversed once it is taken back', async () => {
    const id = await company.paid(400_000);
    const [payment] = await company.records.find('payment', { orderId: id });
    const reverse = () => act('finance', '/v1/payment/reverse', { id: payment?.id, reverseReason: '记错' });
    const asked = (await reverse()).data.asked;
    const blue = await issued({ [id]: 300_000 });
    // Asked for before there was an invoice, agreed to when there is one.
    const second = Reflect.get(Object(asked), 'id');
    const early = await act('manager', '/v1/second/confirm', { id: second });
    expect([codeOf(early), early.message]).toEqual(['E_PAYMENT_INVOICED', expect.stringContaining('3000.00')]);
    await act('finance', '/v1/second/withdraw', { id: second });
    expect(codeOf(await reverse())).toBe('E_PAYMENT_INVOICED');
    // Nor does it move to another order.
    expect(codeOf(await company.register('sales', id, -200_000, { method: 'transfer' }))).toBe('E_PAYMENT_INVOICED');
    expect(await order(id)).toMatchObject({ paidTotal: 400_000, invoiceTotal: 300_000 });
    // What is left covers it.
    const other = await company.payment('sales', id, 300_000);
    expect(await act('finance2', '/v1/payment/confirm', { id: other })).toMatchObject({ code: '0' });
    const covered = Reflect.get(Object((await reverse()).data.asked), 'id');
    expect(await act('manager', '/v1/second/confirm', { id: covered })).toMatchObject({ code: '0' });
    expect(await order(id)).toMatchObject({ paidTotal: 300_000, invoiceTotal: 300_000 });
    await ok('finance', 'request/red', blue, { redReason: '冲正' });
    await ok('finance', 'red/flush', blue);
    await issueAll();
    const last = await act('finance', '/v1/payment/reverse', { id: other, reverseReason: '记错' });
    const agreed = Reflect.get(Object(last.data.asked), 'id');
    expect(await act('manager', '/v1/second/confirm', { id: agreed })).toMatchObject({ code: '0' });
    expect(await order(id)).toMatchObject({ paidTotal: 0, invoiceTotal: 0 });
  });
});

it('counts sessions that were taught to the class of an order as used, each once, up to all its units', async () => {
  const id = await company.paid(1_000_000);
  const [item] = await company.records.find('order_item', { orderId: id });
  const { project: projectId } = company.ids;
  const teacherId = await company.records.insert('teacher', {
    ...{ name: '李老师', projectIds: [projectId], employment: 'full', status: 'active' },
  });
  const session = (hours: number, status: string, lessonUnits: number) =>
    company.records.insert('class_session', {
      ...{ title: '课', classTypeId: item?.classTypeId, projectId, teacherId, lessonUnits, status },
      startAt: new Date(Date.now() + hours * 3_600_000).toISOString(),
      endAt: new Date(Date.now() + (hours + 0.5) * 3_600_000).toISOString(),
    });
  const used = async () => {
    expect((await company.refund(id, 100)).code).toBe('0');
    return (await company.records.find('order_item', { orderId: id }))[0]?.consumedUnits;
  };
  await session(1, 'finished', 2);
  await session(2, 'scheduled', 1);
  await session(3, 'cancelled', 1);
  await session(-10_000, 'finished', 5);
  expect(Number(await used())).toBe(2);
  await learn(company, id, 3);
  expect(Number(await used())).toBe(5);
  // Who watched a session took no lesson beside it.
  const [taught] = await company.records.find('class_session', { status: 'finished' }, 1);
  await company.database.rows("update lesson_record set session_id = $1 where lesson_no = 'K0'", [taught?.id]);
  expect(Number(await used())).toBe(4);
  await session(4, 'finished', Number(item?.totalUnits) + 1);
  expect(Number(await used())).toBe(Number(item?.totalUnits));
});
