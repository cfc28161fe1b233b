import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageBundle } from '../../../engine/model/documents/index.ts';
import { weekdaysOnly } from '../../../engine/model/time/index.ts';
import { type PanoramaView, panoramaView, viewContext } from '../../../engine/model/view/index.ts';
import type { WireRecord } from '../../../engine/model/wire/index.ts';
import { startTestApp, type TestApp, testPasswordHash } from '../../testing/test-app.ts';

/**
 * Who may do what to a work order of which type in which state: written down by hand, and from nowhere else. Each cell
 * is tried on an order that `creator` raised and `handler` holds, both salespeople of one group.
 */

const kinds = ['service', 'complaint', 'call_back', 'after_sales', 'rescue', 'refund'] as const;
type Kind = (typeof kinds)[number];

const statuses = [
  ...(['pending_assign', 'pending_accept', 'processing', 'paused', 'pending_confirm'] as const),
  ...(['closed', 'rejected', 'cancelled'] as const),
];
type Status = (typeof statuses)[number];

/** Who tries it: his account, the role he holds, and where he works. */
const people = {
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
type Person = keyof typeof people;
const everybody = Object.keys(people) as readonly Person[];

const denied = 'E_NO_PERMISSION';
const missing = 'E_NOT_FOUND';

/** What becomes of an attempt: `ok`, a code, or the sentence it is refused with. */
type Row = Readonly<Record<Person, string>>;

/** One line of the table: who may (in the order of `people`), and from which states; else the words of the refusal. */
function line(outcomes: string, words = ''): Row {
  const short: Readonly<Record<string, string>> = { y: 'ok', '-': denied, '?': missing, '!': words };
  return Object.fromEntries(everybody.map((person, at) => [person, short[outcomes[at] ?? ''] ?? ''])) as Row;
}

const handlersOwn = (words: string) => line('!y!!!!?-?', words);

//   outcomes: creator handler leader supervisorLeader manager inspector supervisor finance stranger
const table = {
  assign: { from: ['pending_assign'], row: line('--yyy----') },
  accept: { from: ['pending_accept'], row: handlersOwn('只有处理人可以受理') },
  decline: { from: ['pending_accept'], row: handlersOwn('只有处理人可以退回') },
  transfer: { from: ['pending_accept', 'processing'], row: line('!yyyy!?-?', '只有处理人与主管可以转派') },
  reassign: { from: ['pending_accept', 'processing'], row: line('----y----') },
  pause: { from: ['processing'], row: handlersOwn('只有处理人可以挂起') },
  resume: { from: ['paused'], row: handlersOwn('只有处理人可以恢复') },
  resolve: { from: ['processing'], row: handlersOwn('只有处理人可以提交结果') },
  derive: { from: ['processing'], row: handlersOwn('只有处理人可以派生工单') },
  confirm: { from: ['pending_confirm'], row: line('y!!-!y--?', '只有创建人与质检可以确认关闭') },
  reopen: { from: ['pending_confirm'], row: line('y!!-!---?', '只有创建人可以重开') },
  'reopen/closed': { from: ['closed'], row: line('----y----') },
  reject: { from: ['pending_assign', 'pending_accept'], row: line('--yyy----') },
  cancel: { from: ['pending_assign', 'pending_accept'], row: line('y!!-!---?', '只有创建人可以撤销') },
  escalate: { from: ['pending_assign', 'pending_accept', 'processing', 'paused'], row: line('yyyyyy?-?') },
  urge: {
    from: ['pending_assign', 'pending_accept', 'processing', 'paused'],
    row: line('y!!-!---?', '只有创建人可以催单'),
  },
  refunded: { from: ['pending_accept', 'processing', 'paused'], row: line('---------') },
  'auto/confirm': { from: ['pending_confirm'], row: line('---------') },
  release: { from: ['pending_accept', 'processing', 'paused'], row: line('---------') },
} satisfies Readonly<Record<string, { readonly from: readonly [Status, ...Status[]]; readonly row: Row }>>;
type Action = keyof typeof table;
const actions = Object.keys(table) as readonly Action[];

/** What a type alone asks for: where the table says `ok`, this is said instead. */
const notForThisType: Partial<Readonly<Record<Action, (kind: Kind) => string | undefined>>> = {
  derive: (kind) => (kind === 'complaint' ? undefined : '只有投诉工单派生售后、挽单工单'),
};

const isDeep = process.env.TEST_DEPTH === 'deep';
let company: TestApp;
let serial = 0;
const subject = new Map<Kind, { readonly customerId: string; readonly orderId: string }>();
const minute = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();

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

/** A customer with an order of his that is paid. */
async function newSubject() {
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
const isNobodys = (person: Person, status: Status) => person === 'handler' && !isHeld(status);

/** Of what is nothing to do with them inspectors see complaints and call-backs, finance refunds; the others see all. */
const seenKinds: Partial<Readonly<Record<Person, readonly Kind[]>>> = {
  inspector: ['complaint', 'call_back'],
  finance: ['refund'],
};
const isReserved = (person: Person, kind: Kind) => seenKinds[person]?.includes(kind) === false;

function outcomeFor(action: Action, person: Person, kind: Kind, status: Status): string {
  const said = table[action].row[person];
  if (said !== denied && (isNobodys(person, status) || isReserved(person, kind))) return missing;
  return said === 'ok' ? (notForThisType[action]?.(kind) ?? said) : said;
}

const isHeld = (status: Status) => !['pending_assign', 'rejected', 'cancelled'].includes(status);

/** An order of a type in a state, long overdue, as its steps would have left it. */
function orderIn(kind: Kind, status: Status, over: Record<string, unknown> = {}): Promise<string> {
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
function inputOf(action: Action): Record<string, unknown> {
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

function resultOf(kind: Kind): Record<string, unknown> {
  const byKind: Partial<Record<Kind, Record<string, unknown>>> = {
    complaint: { liable: 'none' },
    call_back: { callbackResult: 'refused' },
    rescue: { rescueResult: 'success', rescueOffer: '延期一年', rescueAmount: 50_000 },
  };
  return { solution: '办好了', ...byKind[kind] };
}

type Answer = { readonly code: string; readonly message: string; readonly data?: { error?: { code: string } } };

function attempt(person: Person | 'admin', action: Action, kind: Kind, id: string): Promise<Answer> {
  const account = person === 'admin' ? 'admin' : people[person][0];
  const input = action === 'resolve' ? resultOf(kind) : inputOf(action);
  return company.call(account, `/v1/work/order/${action}`, { id, ...input });
}

function outcomeOf({ code, message, data }: Answer): string {
  if (code === '0') return 'ok';
  const error = data?.error?.code ?? '';
  return error === denied || error === missing ? error : message;
}

const stands = async (id: string) => {
  const order = await company.records.findOne('work_order', { id });
  return { ...order, logs: await company.records.count('operation_log', { entityId: id }) };
};

/** What is wrong about everybody's attempts at orders of a type in a state. */
async function faultsOf(action: Action, kind: Kind, status: Status, tried: readonly Person[]) {
  // Whom it refuses changes nothing, and so all of them try the same order.
  const refused = await orderIn(kind, status);
  const before = await stands(refused);
  const wrong: string[] = [];
  for (const person of tried) {
    const expected = outcomeFor(action, person, kind, status);
    const id = expected === 'ok' ? await orderIn(kind, status) : refused;
    const got = outcomeOf(await attempt(person, action, kind, id));
    if (got !== expected) wrong.push(`${person} in ${status}: ${got}, not ${expected}`);
    if (got === 'ok' && (await stands(id)).logs !== 1) wrong.push(`${person} in ${status}: not logged once`);
  }
  expect(await stands(refused), status).toEqual(before);
  return wrong;
}

describe.each(kinds)('a work order of type %s', (kind) => {
  it.each(actions)(
    '%s is open to whom the table says, from the states it says; the rest is told why',
    async (action) => {
      const wrong: string[] = [];
      for (const [at, status] of table[action].from.entries())
        wrong.push(...(await faultsOf(action, kind, status, at === 0 ? everybody : ['creator', 'handler', 'finance'])));
      expect(wrong).toEqual([]);
    },
  );

  it.each(actions)('%s is refused in every other state, whoever asks', async (action) => {
    const { from, row } = table[action];
    const allowed = everybody.find((person) => row[person] === 'ok');
    if (allowed === undefined) return;
    const isFrom: ReadonlySet<string> = new Set(from);
    for (const status of statuses.filter((one) => !isFrom.has(one))) {
      const id = await orderIn(kind, status);
      const answer = await attempt(allowed, action, kind, id);
      const expected = isNobodys(allowed, status) ? missing : 'E_STATE';
      expect(answer.data?.error?.code, `${status}: ${answer.message}`).toBe(expected);
      expect((await stands(id)).version).toBe(1);
    }
  });

  it.each(actions)('%s, by ten at once, is done once', async (action) => {
    const { from, row } = table[action];
    const allowed = everybody.find((person) => row[person] === 'ok');
    if (allowed === undefined || notForThisType[action]?.(kind) !== undefined) return;
    const staysInState = action === 'derive';
    const [status] = from;
    const id = await orderIn(kind, status);
    const answers = await Promise.all(Array.from({ length: 10 }, () => attempt(allowed, action, kind, id)));
    const done = answers.filter(({ code }) => code === '0').length;
    expect(done, answers.map(outcomeOf).join()).toBe(staysInState ? 10 : 1);
    expect((await stands(id)).logs).toBe(done);
  });
});

/** The panorama of each type. */
const panoramas: Readonly<Record<Kind, string>> = {
  service: 'servicepromotepanoramic',
  complaint: 'userPanoramaMyComplaintWorkOrder',
  call_back: 'callBackWorkOrderUserPanoramic',
  after_sales: 'workOrderPromotePanoramic',
  rescue: 'workOrderPromotePanoramic',
  refund: 'workOrderPromotePanoramic',
};

type Shown = { readonly view: PanoramaView; readonly api: string; readonly name: string };

/** A panorama as somebody has it; undefined where it is not his. */
async function panoramaOf(person: Person, name: string): Promise<Shown | undefined> {
  const { code, data } = await company.call<PageBundle>(people[person][0], '/v1/sys/page/view', { name });
  if (code !== '0' || data.page.kind !== 'panorama') return undefined;
  const view = panoramaView(data.page, viewContext(data));
  return view === undefined ? undefined : { view, api: data.page.api.view, name };
}

/** The transitions whose buttons somebody is shown, to be used, on the panorama of an order. */
async function offeredTo(person: Person, id: string, { view, api, name }: Shown): Promise<readonly Action[]> {
  const [account] = people[person];
  const body = { id, fields: view.fields };
  const { code, data } = await company.call<WireRecord>(account, api, body, { 'x-app-page': name });
  if (code !== '0') return [];
  const user = { id: company.ids[account] ?? (await company.records.findOne('staff', { account }))?.id };
  const scope = { user, page: { name }, now: new Date().toISOString(), calendar: weekdaysOnly, record: data };
  return view.actions
    .filter((action) => action.isPossible(scope) && action.isEnabled(scope))
    .flatMap((action) => actions.find((one) => action.api === `/v1/work/order/${one}`) ?? []);
}

/** How orders stand that are newly made, so that nothing is late, and that were urged and handed on as often as may be. */
const early = { resolveDue: ago(-900), nearDue: ago(-800), respondDue: ago(-60), escalateAt: ago(-60) };
const spent = { ...early, urgedAt: ago(5), transferCount: 3, pausedMinutes: 4320 };
const standings = statuses.flatMap((status) =>
  [{}, early, spent, ...(status === 'closed' ? [{ closedAt: ago(8 * 1440) }] : [])].map((over) => ({ status, over })),
);

/** All of them in a deep run, else every second, so that of each type each is tried by half of the people. */
const standingsFor = (person: Person, kind: Kind) =>
  standings.filter((_, place) => isDeep || (place + everybody.indexOf(person) + kinds.indexOf(kind)) % 2 === 0);

/** What becomes of what somebody is offered on the panorama of the orders of a type. */
async function tryOffered(person: Person, kind: Kind): Promise<readonly string[]> {
  const shown = await panoramaOf(person, panoramas[kind]);
  if (shown === undefined) return [];
  const outcomes: string[] = [];
  for (const { status, over } of standingsFor(person, kind))
    for (const action of await offeredTo(person, await orderIn(kind, status, over), shown)) {
      const got = outcomeOf(await attempt(person, action, kind, await orderIn(kind, status, over)));
      outcomes.push(got === 'ok' ? got : `${person} ${status} ${action}: ${got}`);
    }
  return outcomes;
}

it.each(kinds)('shows nobody a button for a %s order that the server would refuse him', async (kind) => {
  const outcomes: string[] = [];
  for (const person of everybody) outcomes.push(...(await tryOffered(person, kind)));
  expect(outcomes.filter((outcome) => outcome !== 'ok')).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(isDeep ? 40 : 20);
});

it('inspectors read complaints and call-backs, finance refunds, with what is said of them: by no way the others', async () => {
  for (const person of ['inspector', 'finance', 'manager'] as const) {
    const [account] = people[person];
    for (const kind of kinds) {
      const id = await orderIn(kind, 'processing');
      await company.records.insert('work_order_log', { workOrderId: id, content: '已联系', visibleToStudent: false });
      const where = { field: 'id', op: 'eq', value: id };
      const call = (path: string, body: Record<string, unknown>) =>
        company.call<{ list?: unknown[] }>(account, path, body);
      const listed = (await call('/v1/work/order/query', { where })).data.list?.length;
      const about = { field: 'workOrderId', op: 'eq', value: id };
      const logged = (await call('/v1/work/order/log/query', { where: about })).data.list?.length;
      const viewed = outcomeOf(await company.call(account, '/v1/work/order/view', { id }));
      const changes = outcomeOf(await company.call(account, '/v1/work/order/history', { id }));
      const expected = isReserved(person, kind) ? [0, 0, missing, missing] : [1, 1, 'ok', 'ok'];
      expect([listed, logged, viewed, changes], `${person} ${kind}`).toEqual(expected);
    }
  }
});

it('the table names every transition of the orders', () => {
  const { states = [] } = company.documents.entities.get('work_order') ?? {};
  const declared = states.flatMap(({ transitions }) => transitions.map(({ key }) => key));
  const named = actions.map((action) => action.replace(/\/(\w)/g, (_, letter: string) => letter.toUpperCase()));
  expect(named.toSorted()).toEqual(declared.toSorted());
});

it('whom a complaint is about is told of it by no transition, whatever role he holds', async () => {
  for (const action of actions) {
    const [status] = table[action].from;
    const id = await orderIn('complaint', status, { liableStaffId: company.ids.manager });
    const got = outcomeOf(await attempt('manager', action, 'complaint', id));
    expect([denied, missing], action).toContain(got);
  }
});
