import { addDays, dayOf } from '../../../engine/model/time/index.ts';
import type { TestApp } from '../../testing/test-app.ts';

const sellers = [
  ['sales', 'group1'],
  ['sales2', 'group1'],
  ['sales3', 'group2'],
  ['group_leader', 'group1'],
] as const;

const customerZeros = {
  ...{ locked: false, followCount: 0, callCount: 0, orderCount: 0, paidTotal: 0, doNotCall: false, blacklisted: false },
};

const orderZeros = {
  ...{ source: 'staff', priority: 'normal', autoClosed: false, isDivision: false, workHoursOnly: false },
  ...{ compensationLimit: 0, pausedMinutes: 0, waitedMinutes: 0, escalationLevel: 0, escalateMinutes: 240 },
  ...{ transferCount: 0, urgeCount: 0, reopenCount: 0 },
};

/** What one row of work is made of: who did it, in which department, for whom, when. */
type Work = {
  readonly number: number;
  readonly staffId: string | undefined;
  readonly departmentId: string | undefined;
  readonly customerId: string;
  readonly at: (number: number) => string;
};

/**
 * Customers, opportunities and the work on them around today, of several people; some customers that nobody works on, and
 * some work on what is a colleague's.
 */
export async function fillWeeks(app: TestApp): Promise<void> {
  const { ids } = app;
  const today = dayOf(new Date().toISOString());
  const at = (number: number) =>
    `${addDays(today, (number % 75) - 60)}T${number % 2 === 0 ? '00:00' : '23:59'}:00+08:00`;
  for (let number = 0; number < 150; number++) {
    const [account, department] = sellers[number % sellers.length] ?? sellers[0];
    const [worker, group] =
      number % 9 === 0 ? (sellers[(number + 2) % sellers.length] ?? sellers[0]) : [account, department];
    const sourceLeadId = await fillLead(app, number, [ids[account], ids[department]]);
    const customerId = await fillCustomer(
      app,
      number,
      { ownerId: ids[account], ownerDeptId: ids[department] },
      {
        ...{
          sourceLeadId,
          dealAt: number % 10 === 0 ? at(number) : null,
          nextFollowAt: number % 5 === 0 ? null : at(number),
        },
        ...{ lastFollowAt: number % 6 === 0 ? null : at(number + 3), assignedAt: at(number + 7) },
      },
    );
    await fillWork(app, { number, staffId: ids[worker], departmentId: ids[group], customerId, at });
  }
}

async function fillLead(
  { records, ids }: TestApp,
  number: number,
  [assigneeId, assigneeDeptId]: readonly (string | undefined)[],
): Promise<string> {
  return records.insert('lead', {
    ...{ leadNo: `XS${number}`, name: `线索${number}`, mobile: `1390000${String(number).padStart(4, '0')}` },
    ...{ projectId: ids.project, channelId: ids.channel, intention: 'middle', reassignCount: 0 },
    ...{ promoterId: ids.promoter, promoterDeptId: ids.promotion, assigneeId, assigneeDeptId },
    status: number % 8 === 0 ? 'invalid' : 'following',
  });
}

async function fillCustomer(
  { records, ids }: TestApp,
  number: number,
  owner: Readonly<Record<string, string | undefined>>,
  over: Readonly<Record<string, unknown>>,
): Promise<string> {
  const customerId = await records.insert('customer', {
    ...{ customerNo: `KH${number}`, name: `客户${number}`, mobile: `1390000${String(number).padStart(4, '0')}` },
    ...{ intentionProjectIds: [ids.project], channelId: ids.channel, level: 'a', stage: 'following' },
    ...(number % 7 === 0 ? { ownState: 'frozen' } : { ownState: 'owned', ...owner }),
    ...{ ...customerZeros, ...over },
  });
  await records.insert('opportunity', {
    ...{ opportunityNo: `SJ${number}`, title: `商机${number}`, customerId, projectId: ids.project },
    ...{ amount: 1000 * number, stage: 'contact', probability: 10, ...owner },
  });
  return customerId;
}

async function fillWork({ records, ids }: TestApp, work: Work): Promise<void> {
  const { number, staffId, departmentId, customerId, at } = work;
  const isAnswered = number % 3 === 0;
  await records.insert('follow_up', {
    ...{
      bizType: 'customer',
      bizId: customerId,
      customerId,
      method: 'call',
      content: '约好周末再谈',
      staffId,
      departmentId,
    },
    result: number % 3 === 0 ? 'interested' : 'no_answer',
  });
  await records.insert('call_record', {
    ...{ callNo: `TH${number}`, provider: 'manual', direction: number % 4 === 0 ? 'in' : 'out', staffId, departmentId },
    ...{ customerId, startedAt: at(number), forbiddenHitCount: 0, qaStatus: 'none', callee: '13600001001' },
    ...(isAnswered
      ? { status: 'answered', talkSeconds: number + 1, answeredAt: at(number), confirmation: 'manual' }
      : { status: 'no_answer', talkSeconds: 0, confirmation: number % 11 === 0 ? 'pending' : 'manual' }),
  });
  await records.insert('owner_record', {
    ...{ subjectType: 'customer', subjectId: customerId, action: number % 2 === 0 ? 'claim' : 'assign' },
    ...{ toStaffId: staffId, toDeptId: departmentId, startedAt: at(number + 7) },
  });
  if (number % 3 === 0) await fillOrder({ records, ids }, work);
  if (number % 2 === 0) await fillTicket({ records }, work);
}

async function fillOrder(
  { records, ids }: Pick<TestApp, 'records' | 'ids'>,
  { number, staffId, departmentId, customerId, at }: Work,
): Promise<void> {
  const paidTotal = 1000 * (number + 1);
  const orderId = await records.insert('sales_order', {
    ...{ orderNo: `DD${number}`, kind: 'new', customerId, projectId: ids.project, payMode: 'full' },
    ...{
      sellerId: staffId,
      sellerDeptId: departmentId,
      listTotal: paidTotal,
      discountTotal: 0,
      payableTotal: paidTotal,
    },
    ...{ paidTotal, refundedTotal: 0, status: 'in_service', refundFlag: 'none', firstPaidAt: at(number) },
  });
  await records.insert('performance_ledger', {
    ...{
      entryNo: `YJ${number}`,
      kind: 'payment',
      orderId,
      roleKind: number % 12 === 0 ? 'promoter' : 'seller',
      staffId,
    },
    ...{ departmentId, projectId: ids.project, amount: paidTotal, shareRate: 1, occurredAt: at(number) },
    frozen: number % 15 === 0,
  });
}

const ticketStates = ['pending_assign', 'pending_accept', 'processing', 'paused', 'closed'] as const;

async function fillTicket(
  { records }: Pick<TestApp, 'records'>,
  { number, staffId, departmentId, customerId }: Work,
): Promise<void> {
  const status = ticketStates[(number / 2) % ticketStates.length] ?? 'closed';
  const within = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const due = [
    { nearDue: within(-60), resolveDue: within(60) },
    { nearDue: within(-120), resolveDue: within(-60) },
    { nearDue: within(60), resolveDue: within(120) },
  ][number % 3];
  await records.insert('work_order', {
    ...{
      woNo: `GD${number}`,
      type: number % 4 === 0 ? 'service' : 'after_sales',
      title: '打不开',
      content: '课程打不开',
    },
    ...{ ...orderZeros, customerId, creatorId: staffId, assigneeDeptId: departmentId, status, ...due },
    ...(status === 'pending_assign' ? {} : { assigneeId: staffId }),
    ...(status === 'closed' ? { closedAt: within(-10) } : {}),
    ...(status === 'paused' ? { pausedAt: within(-30), pauseUntil: within(300) } : {}),
  });
}
