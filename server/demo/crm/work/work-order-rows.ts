import type { Cell } from '../../../db/load/table-writer.ts';
import { type Colleague, demoAccounts } from '../company/colleagues.ts';
import { day, hour, minute } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import { type Random, type Some, some, type Weighted } from '../values/random.ts';
import type { World } from '../world/world.ts';
import type { KeptCustomer, KeptCustomers, PaidOrder } from './kept-customers.ts';
import { addAnswers, addSettings } from './work-order-settings.ts';
import { callBacks, type Kind, kindFacts, kinds, type Subject } from './work-order-subjects.ts';
import { addTalk } from './work-order-talk.ts';

/** How an order stands, and how long ago it was raised: minutes from and to, or so many after it was due. */
export type Standing = {
  readonly status: string;
  readonly minutes: readonly [number, number];
  readonly isFromDue?: true;
  /** How often it went up to somebody's leader. */
  readonly level?: number;
};

const standings: readonly Standing[] = [
  { status: 'pending_assign', minutes: [2, 9] },
  { status: 'pending_assign', minutes: [14, 25] },
  { status: 'pending_accept', minutes: [3, 9] },
  { status: 'pending_accept', minutes: [12, 25] },
  { status: 'processing', minutes: [180, 600] },
  { status: 'processing', minutes: [-100, -20], isFromDue: true },
  { status: 'processing', minutes: [30, 200], isFromDue: true, level: 1 },
  { status: 'processing', minutes: [260, 400], isFromDue: true, level: 2 },
  { status: 'paused', minutes: [400, 800] },
  { status: 'pending_confirm', minutes: [900, 1300] },
  { status: 'closed', minutes: [6000, 20_000] },
  { status: 'closed', minutes: [20_000, 60_000] },
  { status: 'cancelled', minutes: [6000, 9000] },
  { status: 'rejected', minutes: [6000, 9000] },
];
const laterStandings: Weighted<Standing> = [
  [{ status: 'closed', minutes: [6000, 120_000] }, 80],
  [{ status: 'processing', minutes: [60, 1400] }, 12],
  [{ status: 'rejected', minutes: [6000, 60_000] }, 8],
];

const minutesPaused = 45;
const nearExpiry = 120 * minute;
const escalateEvery = 240 * minute;

/** Writes work orders: every standing of every kind for the demo accounts, some of the past for others; rules and questions. */
export function addWorkOrders(kept: KeptCustomers, world: World): void {
  const { organisation } = world;
  const { customers } = kept;
  addSettings(world);
  for (const account of demoAccounts) {
    const handler = organisation.byAccount(account);
    const own = customers.filter(({ ownerId }) => ownerId === handler.id);
    addEveryStanding(own, handler, kept, world);
  }
  const supervisor = organisation.byAccount('supervisor');
  const [any] = customers;
  if (any !== undefined)
    for (const standing of standings)
      addOrder(
        {
          kind: 'call_back',
          standing,
          customer: world.random.pick(some(customers)),
          handler: supervisor,
          creator: supervisor,
        },
        world,
      );
  for (const customer of customers) {
    const handler = organisation.byId(customer.ownerId);
    if (handler !== undefined && !demoAccounts.includes(handler.account)) addPastOrder(customer, handler, world);
  }
}

/** Each kind of order in each standing. Those about money are about a paid order, as long as there are customers with one. */
function addEveryStanding(
  customers: readonly KeptCustomer[],
  handler: Colleague,
  kept: KeptCustomers,
  world: World,
): void {
  const creator = world.organisation.byAccount('group_leader');
  const paying = customers.filter(({ id }) => kept.orders.has(id));
  // One account has what is late, or nearly: of every kind twice would be more than anybody reads.
  const wanted =
    handler.account === demoAccounts[0] ? standings : standings.filter(({ isFromDue }) => isFromDue !== true);
  for (const [row, kind] of kinds.entries()) {
    const pool = kind === 'rescue' || kind === 'refund' ? paying : customers;
    for (const [place, standing] of wanted.entries()) {
      const customer = pool[(place + row * standings.length) % pool.length];
      if (customer === undefined) continue;
      const order = { kind, standing, handler, creator, customer, order: kept.orders.get(customer.id) };
      if (standing.status === 'closed' && place % 2 === 0) addFollowed(order, world);
      else addOrder(order, world);
    }
  }
}

/** An order that is over, with what a complaint that was closed and a rescue that failed lead to. */
function addFollowed(before: Order, world: World): void {
  const parentId = addOrder(before.kind === 'rescue' ? { ...before, known: failedRescue } : before, world);
  const [waiting, , , , processing] = standings;
  if (before.kind === 'complaint' && waiting !== undefined)
    addOrder({ ...before, parentId, kind: 'call_back', standing: waiting }, world);
  if (before.kind === 'rescue' && processing !== undefined)
    addOrder({ ...before, parentId, kind: 'refund', standing: processing }, world);
}

function addPastOrder(customer: KeptCustomer, handler: Colleague, world: World): void {
  const { random, organisation } = world;
  const creator = organisation.leaderOf(handler.departmentId) ?? handler;
  const kind = random.chance(0.25) ? 'complaint' : 'service';
  addOrder({ kind, standing: random.weighted(laterStandings), customer, handler, creator }, world);
}

/** An order that is written: what it is about, whose it is, and how it stands. */
export type Order = {
  readonly kind: Kind;
  readonly standing: Standing;
  readonly customer: KeptCustomer;
  readonly handler: Colleague;
  readonly creator: Colleague;
  readonly order?: PaidOrder | undefined;
  readonly parentId?: string | undefined;
  /** Its id, and when it was raised, where that is known before. */
  readonly id?: string;
  readonly createdAt?: number;
  /** What of it is known otherwise than by chance. */
  readonly known?: Readonly<Record<string, Cell>>;
};

const unheld: readonly string[] = ['pending_assign', 'cancelled', 'rejected'];
const over: readonly string[] = ['pending_confirm', 'closed', 'cancelled', 'rejected'];

/** Writes an order and answers its id. */
export function addOrder(asked: Order, world: World): string {
  const { kind, standing, customer, handler, creator, order, parentId, known = {} } = asked;
  const { random, now, numbers, add } = world;
  const { subjects, respond, resolve } = kindFacts[kind];
  const [from, to] = standing.minutes;
  const isUrgent = kind === 'complaint' && standing.isFromDue === undefined && random.chance(0.3);
  const solveIn = (isUrgent ? 1440 : resolve) * minute;
  const ago = random.int(from, to) * minute + (standing.isFromDue === true ? solveIn : 0);
  const createdAt = asked.createdAt ?? now - ago;
  const { title, content, category, solution } = subjectOf(asked, subjects, random);
  const isHeld = !unheld.includes(standing.status);
  const assignedAt = createdAt + Math.min((now - createdAt) * 0.2, random.int(3, 25) * minute);
  const id = asked.id ?? demoId(createdAt, random);
  const row = {
    id,
    createdAt,
    createdBy: creator.id,
    updatedAt: createdAt,
    woNo: numbers.workOrder.next(createdAt),
    type: kind,
    title,
    content,
    category,
    source: sourceOf(asked, random),
    priority: isUrgent ? 'urgent' : random.weighted(priorities),
    isDivision: kind === 'after_sales' && random.chance(0.4),
    customerId: customer.id,
    orderId: order?.id ?? null,
    parentId: parentId ?? null,
    creatorId: creator.id,
    assigneeId: isHeld ? handler.id : null,
    assigneeDeptId: handler.departmentId,
    status: standing.status,
    assignedAt: isHeld ? assignedAt : null,
    respondDue: createdAt + (isUrgent ? 10 : respond) * minute,
    ...endOf(standing, createdAt + solveIn, world),
    compensationLimit: kind === 'complaint' ? 50_000 : 0,
    workHoursOnly: kind === 'refund',
    ...factsOf(asked, random),
  };
  const course = isHeld ? progress(standing.status, { assignedAt, now, solution, kind }, random) : {};
  const done: Readonly<Record<string, Cell>> = { ...course, ...known };
  add('work_order', { ...row, ...done });
  const { resolvedAt: until = now } = done;
  addTalk(id, { status: standing.status, handler, creator, from: assignedAt, until }, world);
  if (kind === 'call_back') addAnswers(id, createdAt, over.includes(standing.status), world);
  return id;
}

/** Where an order came from: another one, or whoever asked. */
function sourceOf({ kind, parentId }: Order, random: Random): string {
  if (parentId === undefined) return random.weighted(sources);
  return kind === 'refund' ? 'transfer' : 'system';
}

/** What an order is about: a call back after another one asks how that went. */
function subjectOf({ kind, parentId }: Order, subjects: Some<Subject>, random: World['random']): Subject {
  return kind === 'call_back' && parentId !== undefined ? callBacks[1] : random.pick(subjects);
}

/** When an order is to be solved, and how far up it went. */
function endOf({ status, level = 0 }: Standing, resolveDue: number, { organisation }: World) {
  const leader = organisation.byAccount('manager').id;
  const next = resolveDue + level * escalateEvery;
  return {
    ...{ resolveDue, nearDue: resolveDue - nearExpiry, escalateAt: over.includes(status) ? null : next },
    ...{ escalationLevel: level, escalatedToId: level > 0 ? leader : null, ccIds: level > 0 ? [leader] : [] },
  };
}

/** What only orders of its kind have. */
function factsOf({ kind, order, parentId }: Order, random: Random): Readonly<Record<string, Cell>> {
  if (kind === 'complaint') return complaintFacts(random);
  if (kind === 'call_back') return { callbackKind: parentId === undefined ? 'exam' : 'closed_wo' };
  if ((kind === 'rescue' || kind === 'refund') && order !== undefined) return { refundApplyAmount: order.paid };
  return {};
}

const sources: Weighted<string> = [
  ['phone', 40],
  ['wechat', 30],
  ['app', 20],
  ['staff', 10],
];
const priorities: Weighted<string> = [
  ['normal', 70],
  ['high', 20],
  ['low', 10],
];

function complaintFacts(random: Random): Readonly<Record<string, Cell>> {
  return {
    complaintTarget: random.weighted([
      ['sales', 40],
      ['supervisor', 30],
      ['course', 30],
    ]),
    complaintChannel: random.weighted([
      ['direct', 80],
      ['platform_12315', 8],
      ['social', 12],
    ]),
  };
}

type Course = { readonly assignedAt: number; readonly now: number; readonly solution: string; readonly kind: Kind };

/** What has been done so far of an order that is somebody's. */
function progress(status: string, { assignedAt, now, solution, kind }: Course, random: Random) {
  if (status === 'pending_accept') return {};
  const firstRespondAt = assignedAt + Math.min((now - assignedAt) * 0.2, random.int(2, 40) * minute);
  if (status === 'processing') return { firstRespondAt };
  if (status === 'paused')
    return {
      ...{ firstRespondAt, pausedAt: now - minutesPaused * minute, pauseUntil: now + random.int(3, 30) * hour },
      pausedMinutes: 0,
    };
  const resolvedAt = Math.min(assignedAt + random.between(2, 20) * hour, now - 10 * minute);
  const result = { firstRespondAt, resolvedAt, solution, ...resultOf(kind, random) };
  if (status === 'pending_confirm') return result;
  return {
    ...result,
    closedAt: Math.min(resolvedAt + random.between(0.1, 2) * day, now - 5 * minute),
    satisfaction: random.int(3, 5),
  };
}

/** What the answer to a rescue says that came to nothing. */
export const failedRescue: Readonly<Record<string, Cell>> = {
  ...{ rescueResult: 'fail', rescueOffer: null, rescueAmount: null },
  solution: '沟通多次，学员仍坚持退费，转退费办理。',
};

/** What the answer to an order of its kind says. */
function resultOf(kind: Kind, random: Random): Readonly<Record<string, Cell>> {
  if (kind === 'complaint') return { liable: 'partial' };
  if (kind === 'call_back') return { callbackResult: random.chance(0.8) ? 'done' : 'refused' };
  if (kind !== 'rescue') return {};
  return random.chance(0.5)
    ? failedRescue
    : { rescueResult: 'success', rescueOffer: '暂停半年，保留课程', rescueAmount: random.int(20, 90) * 10_000 };
}
