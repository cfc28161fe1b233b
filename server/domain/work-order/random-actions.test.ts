import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random, some } from '../../demo/crm/values/random.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { brokenWorkOrders } from './invariants.testing.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const steps = isDeep ? 2000 : 300;
const seed = Number(process.env.FUZZ_SEED ?? 20_260_527);

const accounts = some(['sales', 'sales', 'sales2', 'sales3', 'group_leader', 'manager', 'admin'] as const);
const people = some(['sales', 'sales2', 'sales3', 'group_leader', 'manager'] as const);
const kinds = some(['service', 'complaint', 'call_back', 'after_sales', 'rescue', 'refund'] as const);

let company: TestApp;
const paid: { readonly customerId: string; readonly orderId: string }[] = [];

beforeAll(async () => {
  company = await startTestApp();
  const { ids, records } = company;
  for (let place = 0; place < 12; place++) {
    const customerId = await records.insert('customer', {
      ...{ customerNo: `KHZ${place}`, name: `客户${place}`, mobile: `1350000${1000 + place}`, level: 'a' },
      ...{ stage: 'deal', ownState: 'owned', channelId: ids.channel, intentionProjectIds: [ids.project] },
      ...{ ownerId: ids.sales, ownerDeptId: ids.group1, locked: false, followCount: 0, callCount: 0, orderCount: 1 },
      paidTotal: 0,
    });
    const orderId = await records.insert('sales_order', {
      ...{ orderNo: `DDZ${place}`, kind: 'new', customerId, projectId: ids.project, sellerId: ids.sales },
      ...{ sellerDeptId: ids.group1, listTotal: 100_000, discountTotal: 0, payableTotal: 100_000, payMode: 'full' },
      ...{ paidTotal: 100_000, refundedTotal: 0, status: 'in_service', refundFlag: 'none' },
      ...{ firstPaidAt: '2026-01-01T00:00:00.000Z', paidAt: '2026-01-01T00:00:00.000Z' },
    });
    paid.push({ customerId, orderId });
  }
}, 60_000);
afterAll(() => company.close());

type Action = { readonly path: string; readonly body: Readonly<Record<string, unknown>> };

const pickOne = <Item>(list: readonly Item[], random: Random): Item | undefined => list[random.int(0, list.length - 1)];

/** A new order of some kind, sometimes about somebody, sometimes what is open already. */
function creation(random: Random): Action {
  const about = pickOne(paid, random);
  const kind = random.pick(kinds);
  const liableStaffId = kind === 'complaint' && random.chance(0.5) ? company.ids[random.pick(people)] : undefined;
  return {
    path: 'create',
    body: {
      ...{ type: kind, title: '随机', content: '随机的诉求', customerId: about?.customerId },
      ...(random.chance(0.7) ? { orderId: about?.orderId } : {}),
      ...(liableStaffId === undefined ? {} : { liableStaffId }),
      ...(random.chance(0.4) ? { ccIds: [company.ids[random.pick(people)]] } : {}),
      ...(kind === 'call_back' ? { callbackKind: 'service' } : {}),
    },
  };
}

const reason = { reason: '随机' };

/** What somebody might do to an order, allowed or not. */
function actionOn(id: string, random: Random): Action {
  const assigneeId = company.ids[random.pick(people)];
  const later = new Date(Date.now() + random.int(-10, 5000) * 60_000).toISOString();
  const result = {
    ...{ solution: '随机的结果', liable: random.pick(some(['none', 'full'] as const)), callbackResult: 'refused' },
    ...{ rescueResult: random.pick(some(['fail', 'success'] as const)), rescueOffer: '延期', rescueAmount: 100 },
    ...(random.chance(0.3) ? { liableStaffId: company.ids[random.pick(people)] } : {}),
  };
  const actions = some<Action>([
    confirmation(id, random),
    { path: 'assign', body: { assigneeId } },
    { path: 'assign', body: { assigneeId } },
    { path: 'accept', body: {} },
    { path: 'accept', body: {} },
    { path: 'resolve', body: result },
    { path: 'resolve', body: result },
    { path: 'decline', body: reason },
    { path: 'transfer', body: { assigneeId } },
    { path: 'reassign', body: { assigneeId, ...reason } },
    { path: 'pause', body: { ...reason, pauseUntil: later } },
    { path: 'resume', body: {} },
    { path: 'reopen', body: reason },
    { path: 'reopen/closed', body: reason },
    { path: 'reject', body: reason },
    { path: 'cancel', body: {} },
    { path: 'escalate', body: {} },
    { path: 'urge', body: {} },
    { path: 'derive', body: { rescue: random.chance(0.5), request: '另办' } },
    { path: 'modify', body: { version: 1, title: '改题' } },
  ]);
  const { path, body } = random.pick(actions);
  return { path, body: { id, ...body } };
}

function confirmation(id: string, random: Random): Action {
  return { path: 'confirm', body: { id, satisfaction: random.int(1, 5) } };
}

type Standing = {
  readonly id: string;
  readonly status?: unknown;
  readonly assigneeId?: unknown;
  readonly creatorId?: unknown;
};

/** What an order waits for, and who does it: done often enough that some orders come to their end. */
function awaited({ id, status, assigneeId, creatorId }: Standing, random: Random) {
  const by = (staffId: unknown) => people.find((account) => company.ids[account] === staffId);
  const solution = { solution: '办好了', liable: 'none', callbackResult: 'refused', rescueResult: 'fail' };
  switch (status) {
    case 'pending_assign':
      return {
        account: 'manager',
        action: { path: 'assign', body: { id, assigneeId: company.ids[random.pick(people)] } },
      };
    case 'pending_accept':
      return { account: by(assigneeId), action: { path: 'accept', body: { id } } };
    case 'processing':
      return { account: by(assigneeId), action: { path: 'resolve', body: { id, ...solution } } };
    case 'pending_confirm':
      return { account: by(creatorId), action: confirmation(id, random) };
    default:
      return undefined;
  }
}

/** Lets an order be older, so that what waits for time may happen. */
async function letTimePass(id: string): Promise<void> {
  await company.database.rows(
    `update work_order set created_at = created_at - interval '2 days', escalate_at = escalate_at - interval '2 days',
      resolve_due = resolve_due - interval '2 days', urged_at = urged_at - interval '2 days' where id = $1`,
    [id],
  );
}

/** Who does what next: raises a new order, does what one waits for, or something else with one that is there. */
function nextStep(known: readonly Standing[], random: Random) {
  const order = pickOne(known, random);
  const isNew = known.length < 6 || random.chance(0.08);
  const next = isNew || order === undefined || random.chance(0.6) ? undefined : awaited(order, random);
  const action = isNew ? creation(random) : (next?.action ?? actionOn(order?.id ?? '', random));
  const concerned = concernedBy(order, random);
  const account = next?.account ?? (isNew ? undefined : concerned) ?? random.pick(accounts);
  return { account, action, about: isNew ? undefined : order?.id };
}

/** Whoever an order waits for acts more often than the others do. */
function concernedBy(order: Standing | undefined, random: Random): string | undefined {
  const waitsFor = random.chance(0.6) ? order?.assigneeId : order?.creatorId;
  const held = random.chance(0.7) ? waitsFor : undefined;
  return people.find((account) => company.ids[account] === held);
}

/** Has somebody do it; two at once now and then: the loser must be told so, and nothing else. */
function act(account: string, action: Action, random: Random) {
  const post = (by: string) =>
    company.call<{ error?: { code: string } }>(by, `/v1/work/order/${action.path}`, action.body, {
      'idempotency-key': crypto.randomUUID(),
    });
  const rival = random.chance(0.2) ? [post(random.pick(accounts))] : [];
  return Promise.all([post(account), ...rival]);
}

/** Does what comes next, and writes down what came through and what must not be. */
async function takeStep(random: Random, done: Map<string, number>, wrong: string[]): Promise<void> {
  const known = await company.records.pick('work_order', ['assigneeId', 'creatorId', 'status'], {}, 500);
  const { account, action, about } = nextStep(known, random);
  if (about !== undefined && random.chance(0.05)) await letTimePass(about);
  for (const answer of await act(account, action, random)) {
    if (answer.data?.error?.code === 'E_SERVER') wrong.push(`${account} ${action.path}: ${answer.message}`);
    if (answer.code === '0') done.set(action.path, (done.get(action.path) ?? 0) + 1);
  }
}

/** What has to have come through for a run to say something. */
const usual = ['create', 'assign', 'accept', 'resolve', 'confirm', 'transfer'];

it(`work orders keep their invariants through ${steps} random actions`, { timeout: 3_600_000 }, async () => {
  const random = new Random(seed);
  const wrong: string[] = [];
  const done = new Map<string, number>();
  // What happens at once falls out differently each time: it goes on until each of the usual was done.
  const isMissing = () => usual.some((path) => !done.has(path));
  for (let step = 0; step < steps || (step < 10 * steps && isMissing()); step++) {
    await takeStep(random, done, wrong);
    if (step % 100 === 99) wrong.push(...(await brokenWorkOrders(company.database)));
  }
  expect(wrong).toEqual([]);
  expect(await brokenWorkOrders(company.database)).toEqual([]);
  // Enough of it came through for that to say something.
  expect([...done.keys()]).toEqual(expect.arrayContaining([...usual]));
});

it.each([
  ['the status', "update work_order set status = 'rejected' where status = 'pending_assign'", 'the status is what'],
  ['a log row', 'update work_order set version = version + 1', 'one row of the log'],
])('notices when %s is changed behind its back', async (_, statement, name) => {
  await company.database.rows(statement);
  expect((await brokenWorkOrders(company.database)).join()).toContain(name);
});
