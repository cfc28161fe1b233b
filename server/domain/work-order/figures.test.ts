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

type Row = Readonly<Record<string, number | string | null>>;
type Figures = { readonly total: Readonly<Record<string, number>>; readonly rows?: readonly Row[] };

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
  // Answered in 20, 30, 400 and 40 minutes; resolved after 300 minutes, 100 and 50 of them on hold, and after 800.
  const made = [
    { firstRespondAt: ago(880), resolvedAt: ago(700), pausedMinutes: 100, resolveDue: ago(700) },
    { firstRespondAt: ago(870), resolvedAt: ago(700), pausedMinutes: 50, resolveDue: ago(701) },
    { firstRespondAt: ago(500), resolvedAt: ago(200), resolveDue: ago(100) },
    // Opened again after it had waited 600 minutes to be confirmed: that is no time of its handler's.
    { firstRespondAt: ago(860), resolvedAt: ago(100), waitedMinutes: 600, resolveDue: ago(100) },
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
  expect(data.total).toMatchObject({ orders: 5, resolved: 4, inTime: 3, inTimeRate: 75 });
  expect(data.total.responseMinutes).toBeCloseTo(35, 1);
  expect(data.total.resolveMinutes).toBeCloseTo(275, 1);
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
  // It was paid out five days after the order was first paid for.
  const bands = (await ask('manager', { dimensions: ['sincePaid'] })).rows ?? [];
  expect(bands.filter(({ refunds }) => Number(refunds) > 0)).toMatchObject([{ name: '7 天内', refunds: 1 }]);
  expect((await ask('sales3')).total).toMatchObject({ refunds: 0, amount: 0 });
});

it('of refunds by class type share each entry over what was bought, as the ledger does', async () => {
  const { ids, records, call } = company;
  const orderId = await newOrder(await newCustomer());
  const classes = await Promise.all(
    ['法考班', '考研班'].map((name, at) =>
      records.insert('class_type', {
        ...{ name, code: `BXW${at}`, projectId: ids.project, listPrice: 100_000, floorPrice: 1, serviceDays: 1 },
      }),
    ),
  );
  const { sales: staffId, group1: departmentId, project: projectId } = ids;
  const entries = [
    ['payment', 900_000, [600_000, 300_000], { frozen: false }],
    ['payment', 500_000, [500_000, 0], { frozen: true }],
    ['refund', -300_000, [-200_000, -100_000], { frozen: false }],
    ['payment', 70_000, [70_000, 0], { frozen: false, roleKind: 'promoter' }],
  ] as const;
  for (const [kind, amount, parts, over] of entries) {
    const entryId = await records.insert('performance_ledger', {
      ...{ entryNo: `YJC${kind}${amount}`, kind, amount, orderId, projectId, roleKind: 'seller', staffId },
      ...{ departmentId, shareRate: 100, occurredAt: '2025-07-20T02:00:00Z', ...over },
    });
    for (const [at, part] of parts.entries())
      await records.insert('ledger_item', { entryId, classTypeId: classes[at], amount: part });
  }
  const body = { startDate: '2025-07-01', endDate: '2025-07-31', staffIds: [staffId] };
  const { rows = [], total } = (await call<Figures>('manager', '/v1/report/refund/class/type/stat/query', body)).data;
  expect(total).toMatchObject({ amount: 300_000, received: 900_000 });
  expect(rows.map(({ name, amount, received }) => [name, amount, received]).toSorted()).toEqual([
    ['法考班', 200_000, 600_000],
    ['考研班', 100_000, 300_000],
  ]);
});

it('of complaints are counted by hand: verdicts, times without those on hold, and what else is said of the people', async () => {
  const { ids, records, call, database } = company;
  const begun = Date.parse('2025-05-06T02:00:00Z');
  const at = (minutes: number) => new Date(begun + minutes * 60_000).toISOString();
  const handled = { assigneeId: ids.sales2, status: 'pending_confirm', assignedAt: at(10) };
  const made = [
    {
      ...handled,
      firstRespondAt: at(30),
      resolvedAt: at(300),
      pausedMinutes: 100,
      resolveDue: at(300),
      liable: 'none',
    },
    { ...handled, firstRespondAt: at(50), resolvedAt: at(500), resolveDue: at(499), liable: 'full', satisfaction: 2 },
    { ...handled, status: 'processing', resolveDue: at(600), liable: null },
  ];
  for (const [place, one] of made.entries()) {
    const id = await raised('complaint', { complaintTarget: place === 0 ? 'sales' : 'course' });
    const blamed = one.liable === 'full' ? { liableStaffId: ids.manager, liableDeptId: ids.division } : {};
    await moved(id, { ...one, ...blamed });
    await database.rows('update work_order set created_at = $1 where id = $2', [at(0), id]);
  }
  await records.insert('qa_review', {
    ...{ reviewNo: 'ZJW1', targetType: 'order', targetId: await newOrder(await newCustomer()), source: 'order' },
    ...{ staffId: ids.manager, targetDeptId: ids.division, score: 60, result: 'fail', status: 'done', redLine: false },
    submittedAt: at(60),
  });
  const service = async (serviceNo: string, status: string) =>
    records.insert('study_service', {
      ...{ serviceNo, orderId: await newOrder(await newCustomer()), customerId: await newCustomer() },
      ...{ studentName: '学员', projectId: ids.project, supervisorId: ids.sales2, supervisorDeptId: ids.group1 },
      ...{ ownState: 'assigned', status, pauseCount: 0, riskLevel: 'none', assignedAt: '2024-01-05T02:00:00Z' },
    });
  // Whenever they began, those who are served now are who may complain.
  for (const [no, status] of ['serving', 'paused', 'waiting_contact', 'finished'].entries())
    await service(`DXF${no}`, status);
  const ask = async (by: string, more: Record<string, unknown> = {}) => {
    const body = { startDate: '2025-05-01', endDate: '2025-05-31', ...more };
    const answer = await call<Figures>(by, '/v1/report/complaint/stat/query', body);
    expect(answer, JSON.stringify(answer)).toMatchObject({ code: '0' });
    return answer.data;
  };
  const { total } = await ask('admin');
  expect(total).toMatchObject({ complaints: 3, notLiable: 1, partlyLiable: 0, fullyLiable: 1, undecided: 1 });
  expect(total).toMatchObject({
    resolved: 2,
    inTime: 1,
    inTimeRate: 50,
    satisfaction: 2,
    services: 3,
    complaintRate: 100,
  });
  expect(total).toMatchObject({
    responseMinutes: 30,
    resolveMinutes: 350,
    reviews: 1,
    score: 60,
    passRate: 0,
    hits: 0,
  });
  const blamed = (await ask('admin', { dimensions: ['liableDepartment'] })).rows ?? [];
  expect(blamed.find(({ complaints, reviews }) => complaints === 1 && reviews === 1)).toBeDefined();
  const targets = (await ask('admin', { dimensions: ['target'] })).rows ?? [];
  expect(targets.filter(({ complaints }) => Number(complaints) > 0).map(({ complaints }) => complaints)).toEqual([
    1, 2,
  ]);
  // Whom a complaint is about does not find it by counting, either.
  expect((await ask('manager')).total).toMatchObject({ complaints: 2, fullyLiable: 0 });
});

it('of the workbenches are what waits for somebody himself, and for the department of who leads it', async () => {
  const { ids, call } = company;
  const customers = [await newCustomer(), await newCustomer(), await newCustomer()];
  const ask = async (by: string, page: string) =>
    (await call<Figures>(by, '/v1/report/workbench/work/order/query', {}, { 'x-app-page': page })).data.total;
  const before = await ask('group_leader', 'controllerworkbench');
  const own = await ask('sales', 'businessworkbench');
  const [first, second, third] = await Promise.all(customers.map((customerId) => raised('service', { customerId })));
  // Raised by `sales`: it is his to do where he handles it, and only there.
  await moved(String(first), { assigneeId: ids.sales, status: 'processing', resolveDue: ago(60), nearDue: ago(120) });
  await moved(String(second), { assigneeId: ids.sales2, status: 'pending_accept' });
  expect(await ask('sales', 'businessworkbench')).toEqual({
    ...own,
    ...{ open: Number(own.open) + 1, working: Number(own.working) + 1, late: Number(own.late) + 1 },
  });
  expect(await ask('group_leader', 'controllerworkbench')).toEqual({
    ...before,
    ...{ open: Number(before.open) + 3, toAssign: Number(before.toAssign) + 1, toAccept: Number(before.toAccept) + 1 },
    ...{ working: Number(before.working) + 1, late: Number(before.late) + 1 },
  });
  expect((await orderOf(String(third))).status).toBe('pending_assign');
});

it('stand above every list of the area, with its views and counted tabs', () => {
  const lists = [...company.documents.pages.values()].filter(
    (page): page is ListPage =>
      page.kind === 'list' && page.entity === 'work_order' && page.name !== 'workOrderWaiting',
  );
  expect(lists.length).toBe(15);
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
