import { afterAll, beforeAll } from 'vitest';
import { startTestApp, type TestApp, testPasswordHash } from '../../testing/test-app.ts';

/**
 * Who may do what to a work order of which type in which state: written down by hand, and from nowhere else. Each cell
 * is tried on an order that `creator` raised and `handler` holds, both salespeople of one group.
 */

export const kinds = ['service', 'complaint', 'call_back', 'after_sales', 'rescue', 'refund'] as const;
export type Kind = (typeof kinds)[number];

export const statuses = [
  ...(['pending_assign', 'pending_accept', 'processing', 'paused', 'pending_confirm'] as const),
  ...(['closed', 'rejected', 'cancelled'] as const),
];
export type Status = (typeof statuses)[number];

/** Who tries it: his account, the role he holds, and where he works. */
export const people = {
  creator: ['sales', 'sales', 'group1'],
  handler: ['sales2', 'sales', 'group1'],
  leader: ['group_leader', 'group_leader', 'group1'],
  supervisorLeader: ['table_supervisor_leader', 'supervisor_leader', 'group1'],
  manager: ['manager', 'manager', 'division'],
  inspector: ['table_inspector', 'quality_inspector', 'promotion'],
  supervisor: ['table_supervisor', 'supervisor', 'group1'],
  finance: ['table_finance', 'finance', 'promotion'],
  stranger: ['sales3', 'sales', 'group2'],
} as const;
export type Person = keyof typeof people;
export const everybody = Object.keys(people) as readonly Person[];

export const denied = 'E_NO_PERMISSION';
export const missing = 'E_NOT_FOUND';

/** What becomes of an attempt: `ok`, a code, or the sentence it is refused with. */
type Row = Readonly<Record<Person, string>>;

/** One line of the table: who may (in the order of `people`), and from which states; else the words of the refusal. */
function line(outcomes: string, words = ''): Row {
  const short: Readonly<Record<string, string>> = { y: 'ok', '-': denied, '?': missing, '!': words };
  return Object.fromEntries(everybody.map((person, at) => [person, short[outcomes[at] ?? ''] ?? ''])) as Row;
}

const handlersOwn = (words: string) => line('!y!!!!?-?', words);

//   outcomes: creator handler leader supervisorLeader manager inspector supervisor finance stranger
export const table = {
  assign: { from: ['pending_assign'], row: line('--yyy----') },
  accept: { from: ['pending_accept'], row: handlersOwn('只有处理人可以受理') },
  decline: { from: ['pending_accept'], row: handlersOwn('只有处理人可以退回') },
  transfer: { from: ['pending_accept', 'processing'], row: line('!yyyy!?-?', '只有处理人与主管可以转派') },
  reassign: { from: ['pending_accept', 'processing'], row: line('----y----') },
  pause: { from: ['processing'], row: handlersOwn('只有处理人可以挂起') },
  resume: { from: ['paused'], row: handlersOwn('只有处理人可以恢复') },
  resolve: { from: ['processing'], row: handlersOwn('只有处理人可以提交结果') },
  derive: { from: ['processing'], row: handlersOwn('只有处理人可以派生工单') },
  confirm: { from: ['pending_confirm'], row: line('y!!!!y?-?', '只有创建人与质检可以确认关闭') },
  reopen: { from: ['pending_confirm'], row: line('y!!!!-?-?', '只有创建人可以重开') },
  'reopen/closed': { from: ['closed'], row: line('----y----') },
  reject: { from: ['pending_assign', 'pending_accept'], row: line('--yyy----') },
  cancel: {
    from: ['pending_assign', 'pending_accept'],
    row: line('y!!!!-?-?', '只有创建人可以撤销；投诉关闭后的回访须做完，不能撤销'),
  },
  escalate: { from: ['pending_assign', 'pending_accept', 'processing', 'paused'], row: line('yyyyyy?-?') },
  urge: {
    from: ['pending_assign', 'pending_accept', 'processing', 'paused'],
    row: line('y!!!!-?-?', '只有创建人可以催单'),
  },
  refunded: { from: ['pending_accept', 'processing', 'paused'], row: line('---------') },
  'auto/confirm': { from: ['pending_confirm'], row: line('---------') },
  release: { from: ['pending_accept', 'processing', 'paused'], row: line('---------') },
} satisfies Readonly<Record<string, { readonly from: readonly [Status, ...Status[]]; readonly row: Row }>>;
export type Action = keyof typeof table;
export const actions = Object.keys(table) as readonly Action[];

/** What a type alone asks for: where the table says `ok`, this is said instead. */
export const notForThisType: Partial<Readonly<Record<Action, (kind: Kind) => string | undefined>>> = {
  derive: (kind) => (kind === 'complaint' ? undefined : '只有投诉工单派生售后、挽单工单'),
};

export const isDeep = process.env.TEST_DEPTH === 'deep';
export let company: TestApp;
let serial = 0;
const subject = new Map<Kind, { readonly customerId: string; readonly orderId: string }>();
const minute = 60_000;
export const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();

/** Starts a company with all these people before the tests of a file; ends it after. */
export function startOrderTable(): void {
  beforeAll(async () => {
    company = await startTestApp();
    const passwordHash = await testPasswordHash();
    for (const [account, role, department] of Object.values(people)) {
      if (company.ids[account] !== undefined) continue;
      await company.records.insert('staff', {
        ...{ account, name: account, passwordHash, mobile: `1370000${1000 + serial++}`, firstLogin: false },
        ...{ departmentId: company.ids[department], roleIds: [company.ids[`role:${role}`]], receiveLeads: true },
        ...{ projectIds: [company.ids.project], status: 'active' },
      });
    }
    for (const kind of kinds) subject.set(kind, await newSubject());
  }, 60_000);
  afterAll(() => company.close());
}

/** A customer with an order of his that is paid. */
export async function newSubject() {
  serial += 1;
  const { ids, records } = company;
  const customerId = await records.insert('customer', {
    ...{ customerNo: `KHT${serial}`, name: `客户${serial}`, mobile: `1360001${1000 + serial}`, level: 'a' },
    ...{ stage: 'deal', ownState: 'owned', channelId: ids.channel, intentionProjectIds: [ids.project] },
    ...{ ownerId: ids.sales, ownerDeptId: ids.group1, locked: false, followCount: 0, callCount: 0, orderCount: 1 },
    paidTotal: 0,
  });
  const orderId = await records.insert('sales_order', {
    ...{ orderNo: `DDT${serial}`, kind: 'new', customerId, projectId: ids.project, sellerId: ids.sales },
    ...{ sellerDeptId: ids.group1, listTotal: 100_000, discountTotal: 0, payableTotal: 100_000, payMode: 'full' },
    ...{ paidTotal: 100_000, refundedTotal: 0, status: 'in_service', refundFlag: 'none' },
    ...{ firstPaidAt: ago(10_000), paidAt: ago(10_000) },
  });
  return { customerId, orderId };
}

/** Who handles an order is nobody to it before he gets it and once he gave it back. */
export const isNobodys = (person: Person, status: Status) => person === 'handler' && !isHeld(status);

/** Of what is nothing to do with them inspectors see complaints and call-backs, finance refunds; the others see all. */
const seenKinds: Partial<Readonly<Record<Person, readonly Kind[]>>> = {
  inspector: ['complaint', 'call_back'],
  finance: ['refund'],
};
export const isReserved = (person: Person, kind: Kind) => seenKinds[person]?.includes(kind) === false;

export function outcomeFor(action: Action, person: Person, kind: Kind, status: Status): string {
  const said = table[action].row[person];
  if (said !== denied && (isNobodys(person, status) || isReserved(person, kind))) return missing;
  return said === 'ok' ? (notForThisType[action]?.(kind) ?? said) : said;
}

export const isHeld = (status: Status) => !['pending_assign', 'rejected', 'cancelled'].includes(status);

/** An order of a type in a state, long overdue, as its steps would have left it. */
export function orderIn(kind: Kind, status: Status, over: Record<string, unknown> = {}): Promise<string> {
  serial += 1;
  const { ids, records } = company;
  const isSolved = status === 'pending_confirm' || status === 'closed';
  return records.insert('work_order', {
    ...{ woNo: `GDT${serial}`, type: kind, isDivision: false, title: '课程打不开', content: '视频一直转圈' },
    ...{ source: 'staff', priority: 'normal', ...subject.get(kind), creatorId: ids.sales, assigneeDeptId: ids.group1 },
    ...{ status, assigneeId: isHeld(status) ? ids.sales2 : null, assignedAt: isHeld(status) ? ago(600) : null },
    ...{ respondDue: ago(500), resolveDue: ago(90), nearDue: ago(210), escalateAt: ago(80), escalateMinutes: 240 },
    ...{ workHoursOnly: false, compensationLimit: 0, autoClosed: false, pausedMinutes: 0, escalationLevel: 0 },
    ...{ transferCount: 0, urgeCount: 0, reopenCount: 0, firstRespondAt: isSolved ? ago(400) : null },
    ...{ resolvedAt: isSolved ? ago(73 * 60) : null, closedAt: status === 'closed' ? ago(60) : null },
    ...(status === 'paused' ? { pausedAt: ago(30), pauseUntil: ago(-30) } : {}),
    ...over,
  });
}

/** What each action is given, right for every type. */
export function inputOf(action: Action): Record<string, unknown> {
  const { ids } = company;
  const byAction: Partial<Record<Action, Record<string, unknown>>> = {
    assign: { assigneeId: ids.sales2 },
    transfer: { assigneeId: ids.group_leader },
    reassign: { assigneeId: ids.group_leader, reason: '换人' },
    decline: { reason: '不归我管' },
    pause: { reason: '等回电', pauseUntil: ago(-60) },
    derive: { rescue: false, request: '补寄教材' },
    reopen: { reason: '没有解决' },
    'reopen/closed': { reason: '又来了' },
    reject: { reason: '不属实' },
    refunded: { solution: '已退费' },
  };
  return byAction[action] ?? {};
}

export function resultOf(kind: Kind): Record<string, unknown> {
  const byKind: Partial<Record<Kind, Record<string, unknown>>> = {
    complaint: { liable: 'none' },
    call_back: { callbackResult: 'refused' },
    rescue: { rescueResult: 'success', rescueOffer: '延期一年', rescueAmount: 50_000 },
  };
  return { solution: '办好了', ...byKind[kind] };
}

export type Answer = { readonly code: string; readonly message: string; readonly data?: { error?: { code: string } } };

export function attempt(person: Person | 'admin', action: Action, kind: Kind, id: string): Promise<Answer> {
  const account = person === 'admin' ? 'admin' : people[person][0];
  const input = action === 'resolve' ? resultOf(kind) : inputOf(action);
  return company.call(account, `/v1/work/order/${action}`, { id, ...input });
}

export function outcomeOf({ code, message, data }: Answer): string {
  if (code === '0') return 'ok';
  const error = data?.error?.code ?? '';
  return error === denied || error === missing ? error : message;
}

export const stands = async (id: string) => {
  const order = await company.records.findOne('work_order', { id });
  return { ...order, logs: await company.records.count('operation_log', { entityId: id }) };
};

/** How orders stand that are newly made, so that nothing is late, and that were urged and handed on as often as may be. */
export const early = { resolveDue: ago(-900), nearDue: ago(-800), respondDue: ago(-60), escalateAt: ago(-60) };
const spent = { ...early, urgedAt: ago(5), transferCount: 3, pausedMinutes: 4320 };
export const standings = statuses.flatMap((status) =>
  [{}, early, spent, ...(status === 'closed' ? [{ closedAt: ago(8 * 1440) }] : [])].map((over) => ({ status, over })),
);
