import { expect, it } from 'vitest';
import type { CardCondition, ListPage } from '../../../engine/model/documents/index.ts';
import { dayOf } from '../../../engine/model/time/index.ts';
import {
  ago,
  company,
  newCustomer,
  newOrder,
  orderOf,
  raised,
  startWorkOrderCompany,
} from './work-order-company.testing.ts';

startWorkOrderCompany();

const path = '/v1/report/work/order/open/query';

type Figures = { readonly total: Readonly<Record<string, number>> };

/** The figures above a list, as a person sees them there. */
async function figuresOf(account: string, page: string, where?: unknown) {
  const body = where === undefined ? {} : { where };
  const { data } = await company.call<Figures>(account, path, body, { 'x-app-page': page });
  return data.total;
}

/** How many rows a tab of a list shows a person. */
async function countOf(account: string, page: string, key: string) {
  const list = company.documents.pages.get(page);
  const tab = list?.kind === 'list' ? list.tabs?.find((one) => one.key === key) : undefined;
  const and = (tab?.where ?? []).map(({ field, op, value }: CardCondition) => ({ field, op, value }));
  const answer = await company.call<{ total: number }>(
    account,
    '/v1/work/order/query',
    { where: { and }, size: 1 },
    { 'x-app-page': page },
  );
  return answer.data.total;
}

/** Moves the moments of an order. */
const moved = (id: string, over: Record<string, unknown>) => company.records.update('work_order', id, over);

it('say how many are open, near their end and late just now, of the rows the list has for whoever asks', async () => {
  const near = { nearDue: ago(10), resolveDue: ago(-60) };
  const late = { nearDue: ago(120), resolveDue: ago(60) };
  await raised('service');
  await moved(await raised('service'), near);
  const paused = await raised('service');
  await moved(paused, {
    ...late,
    status: 'paused',
    assigneeId: company.ids.sales2,
    pausedAt: ago(90),
    pauseUntil: ago(-90),
  });
  await moved(await raised('service'), { ...late, status: 'closed', resolvedAt: ago(30), closedAt: ago(10) });
  await moved(await raised('service'), late);
  await moved(await raised('complaint'), late);
  const others = { creatorId: company.ids.sales3, assigneeDeptId: company.ids.group2 };
  await moved(await raised('service'), { ...late, ...others });
  expect((await orderOf(paused)).status).toBe('paused');
  expect(await figuresOf('sales', 'servicelist')).toMatchObject({ open: 4, near: 1, late: 1 });
  expect(await figuresOf('sales', 'myComplaintWorkOrder')).toMatchObject({ open: 1, near: 0, late: 1 });
  for (const page of ['servicelist', 'myComplaintWorkOrder'])
    for (const account of ['sales', 'sales3', 'manager']) {
      const figures = await figuresOf(account, page);
      expect([figures.near, figures.late], `${account} ${page}`).toEqual([
        await countOf(account, page, 'near'),
        await countOf(account, page, 'late'),
      ]);
    }
  // They follow the conditions of the list.
  const where = { field: 'priority', op: 'eq', value: 'urgent' };
  expect(await figuresOf('sales', 'servicelist', where)).toMatchObject({ open: 0, near: 0, late: 0 });
  for (const extra of [{ startDate: '2026-01-01', endDate: '2026-01-31' }, { compare: ['lastWeek'] }])
    expect(await company.call('sales', path, extra)).toMatchObject({ data: { error: { code: 'E_INPUT_INVALID' } } });
});

it('of handling count from the assignment, no time on hold, and in time what was resolved by its due moment', async () => {
  const { ids, call } = company;
  const handled = { assigneeId: ids.sales2, status: 'pending_confirm', createdAt: ago(1000), assignedAt: ago(900) };
  // Answered in 20, 30 and 400 minutes; resolved after 300 minutes, 100 and 50 of them on hold, and after 800.
  const made = [
    { firstRespondAt: ago(880), resolvedAt: ago(700), pausedMinutes: 100, resolveDue: ago(700) },
    { firstRespondAt: ago(870), resolvedAt: ago(700), pausedMinutes: 50, resolveDue: ago(701) },
    { firstRespondAt: ago(500), resolvedAt: ago(200), resolveDue: ago(100) },
    // Given to another one after it was answered: nobody waited since.
    { firstRespondAt: ago(950), status: 'processing', resolveDue: ago(100) },
  ];
  for (const one of made) {
    const id = await raised('after_sales');
    const { createdAt, ...stored } = { ...handled, ...one };
    await moved(id, stored);
    await company.database.rows('update work_order set created_at = $1 where id = $2', [createdAt, id]);
  }
  const day = (minutes: number) => dayOf(Date.parse(ago(minutes)));
  const body = { startDate: day(1000), endDate: day(0), types: ['after_sales'] };
  const { data } = await call<Figures>('manager', '/v1/report/work/order/handling/query', body);
  expect(data.total).toMatchObject({ orders: 4, resolved: 3, inTime: 2 });
  expect(data.total.responseMinutes).toBeCloseTo(30, 1);
  expect(data.total.resolveMinutes).toBeCloseTo(250, 1);
  expect(data.total.inTimeRate).toBeCloseTo(200 / 3, 3);
});

it('of refunds are the money paid out, by when it was, beside what came in, and how many orders were saved', async () => {
  const { ids, records, call, database } = company;
  const of = await newCustomer();
  const order = (over: Record<string, unknown> = {}) =>
    newOrder(of, { firstPaidAt: '2025-03-05T02:00:00Z', paidAt: '2025-03-05T02:00:00Z', ...over });
  const [returned, kept] = [await order({ refundedTotal: 300_000 }), await order()];
  const refund = (orderId: string, reason: string, over: Record<string, unknown>) =>
    records.insert('refund', {
      ...{ refundNo: `TF${reason}${orderId.slice(-6)}`, orderId, customerId: of, projectId: ids.project },
      ...{ sellerId: ids.sales, sellerDeptId: ids.group1, applicantId: ids.sales, kind: 'partial', reason },
      ...{ paidAmount: 1_000_000, refundedAmount: 0, consumedAmount: 0, materialAmount: 0, serviceFee: 0 },
      ...{ giftAmount: 0, calcAmount: 300_000, applyAmount: 300_000, approvedAmount: 300_000, closeRights: false },
      ...{ payeeName: '张三', payeeAccount: '6222020000001231', status: 'done', ...over },
    });
  const paidOut = { submittedAt: '2025-03-06T02:00:00Z', paidOutAt: '2025-03-10T02:00:00Z' };
  await refund(returned, 'personal', paidOut);
  await refund(returned, 'quality', { ...paidOut, paidOutAt: '2025-04-01T02:00:00Z' });
  await refund(kept, 'personal', { ...paidOut, paidOutAt: null, status: 'rejected' });
  const entry = { projectId: ids.project, roleKind: 'seller', staffId: ids.sales, departmentId: ids.group1 };
  for (const [kind, amount, frozen] of [
    ['payment', 1_500_000, false],
    ['refund', -300_000, false],
    ['payment', 900_000, true],
  ] as const)
    await records.insert('performance_ledger', {
      ...{ ...entry, kind, amount, frozen, orderId: kept, occurredAt: '2025-03-20T02:00:00Z' },
      ...{ entryNo: `YJR${kind}${amount}`, shareRate: 100 },
    });
  for (const rescueResult of ['success', 'fail', 'partial'] as const) {
    const id = await raised('rescue', { customerId: of, orderId: await order() });
    await moved(id, { rescueResult, status: 'pending_confirm', assigneeId: ids.sales2 });
    await database.rows("update work_order set resolved_at = '2025-03-15T02:00:00Z' where id = $1", [id]);
  }
  const ask = async (by: string, more: Record<string, unknown> = {}) => {
    const body = { startDate: '2025-03-01', endDate: '2025-03-31', staffIds: [ids.sales], ...more };
    return (await call<Figures>(by, '/v1/report/refund/stat/query', body)).data;
  };
  const { total } = await ask('manager');
  expect(total).toMatchObject({ refunds: 1, amount: 300_000, received: 1_500_000, orders: 5, refundedOrders: 1 });
  expect(total).toMatchObject({ days: 4, rescues: 3, rescued: 2 });
  expect([total.rate, total.orderRate, total.rescueRate].map((rate) => Math.round(Number(rate)))).toEqual([20, 20, 67]);
  expect((await ask('sales')).total).toMatchObject({ refunds: 1, amount: 300_000 });
  expect((await ask('sales3')).total).toMatchObject({ refunds: 0, amount: 0 });
});

it('stand above every list of the area, with its views and counted tabs', () => {
  const lists = [...company.documents.pages.values()].filter(
    (page): page is ListPage =>
      page.kind === 'list' && page.entity === 'work_order' && page.name !== 'workOrderWaiting',
  );
  expect(lists.length).toBe(14);
  for (const page of lists) {
    expect(
      page.figures?.map(({ key }) => key),
      page.name,
    ).toEqual(['open', 'near', 'late']);
    expect(
      page.views?.map(({ kind }) => kind),
      page.name,
    ).toEqual(['table', 'kanban', 'calendar']);
    const counted = (page.tabs ?? []).flatMap(({ key, count }) => (count === true ? [key] : []));
    expect(counted, page.name).toEqual(expect.arrayContaining(['toAccept', 'processing', 'toConfirm', 'late']));
  }
});
