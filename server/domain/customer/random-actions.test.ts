import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '../../db/connection/connect.ts';
import { Random, some } from '../../demo/crm/values/random.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { brokenInvariants } from './invariants.testing.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const steps = isDeep ? 10_000 : 300;
const seed = Number(process.env.FUZZ_SEED ?? 20_260_322);

const business = ['sales', 'sales', 'sales2', 'sales3', 'group_leader', 'manager', 'promoter', 'admin'] as const;
const supervision = ['supervisor', 'supervisor2', 'supervisor_leader'] as const;
type Account = (typeof business | typeof supervision)[number];
const people = ['sales', 'sales2', 'sales3', 'promoter'] as const;
const servicesAtOnce = 12;

let company: TestApp;
/** Ids of the supervision: its department and its people by account. */
const study: Record<string, string> = {};
const services: string[] = [];

beforeAll(async () => {
  company = await startTestApp();
  const noLimits = { claimDailyLimit: 100_000, prevOwnerCooldownDays: 0 };
  await company.records.update('pool', String(company.ids.pool), noLimits);
  await addSupervision(noLimits);
}, 60_000);
afterAll(() => company.close());

/** A department of study supervisors with a pool of its own, and services of paid orders that wait in it. */
async function addSupervision(limits: object): Promise<void> {
  const { ids, records } = company;
  const top = await records.findOne('department', { id: ids.division });
  const { id: _, createdAt: __, version: ___, code: ____, ...like } = { ...top };
  study.department = await records.insert('department', {
    ...{ ...like, code: 'supervision', name: '督学部', path: '/supervision/', function: 'supervision' },
  });
  const first = await records.findOne('staff', { id: ids.sales });
  for (const [place, account] of supervision.entries())
    study[account] = await records.insert('staff', {
      ...{ account, name: account, mobile: `1390000020${place}`, passwordHash: first?.passwordHash },
      ...{ departmentId: study.department, roleIds: [ids[`role:${account.replace(/\d$/, '')}`]] },
      ...{ projectIds: [ids.project], firstLogin: false, receiveLeads: false, status: 'active' },
    });
  const business = await records.findOne('pool', { id: ids.pool });
  const { id: _____, createdAt: ______, version: _______, ...rules } = { ...business };
  study.pool = await records.insert('pool', {
    ...{ ...rules, ...limits, name: '督学公海', kind: 'supervisor', memberDepartmentIds: [study.department] },
  });
  const { data } = await company.call<Answer>('sales', '/v1/customer/create', {
    ...{ name: '学员', mobile: '13300000000', intentionProjectIds: [ids.project], channelId: ids.channel, level: 'a' },
  });
  for (let place = 0; place < servicesAtOnce; place++) {
    const orderId = await openOrder(String(data.id));
    const id = await records.insert('study_service', {
      ...{ serviceNo: `DXR${place}`, orderId, customerId: data.id, studentName: '学员', projectId: ids.project },
      ...{ poolId: study.pool, ownState: 'pooled', status: 'pending', pauseCount: 0, riskLevel: 'none' },
    });
    services.push(id);
  }
}

/** An order of a customer that is on its way. */
async function openOrder(customerId: string): Promise<string> {
  const { ids, records, database } = company;
  serial += 1;
  const id = await records.insert('sales_order', {
    ...{ orderNo: `DDR${serial}`, kind: 'new', customerId, projectId: ids.project, sellerId: ids.sales },
    ...{ sellerDeptId: ids.group1, listTotal: 0, discountTotal: 0, payableTotal: 0, paidTotal: 0 },
    ...{ refundedTotal: 0, payMode: 'full', status: 'in_service', refundFlag: 'none' },
  });
  await database.rows('update sales_order set created_at = clock_timestamp() where id = $1 returning id', [id]);
  return id;
}

/** Lets so much time pass over a customer that whoever has him is late; what protects him still does. */
async function letTimePass(id: string): Promise<void> {
  const long = new Date(Date.now() - 40 * 86_400_000).toISOString();
  const customer = await company.records.findOne('customer', { id });
  if (customer?.ownState !== 'owned') return;
  await company.records.update('customer', id, { assignedAt: long, lastFollowAt: long, protectUntil: null });
}

type Answer = { readonly id?: string; readonly list?: readonly unknown[]; readonly error?: { readonly code: string } };
type Action = { readonly path: string; readonly body: Readonly<Record<string, unknown>>; readonly page?: string };

let serial = 0;
const mobileOf = (place: number) => `1321${String(1_000_000 + place)}`;

/** What somebody might do to a customer, allowed or not. */
function actionOn(id: string, random: Random): Action {
  const { ids } = company;
  const staffId = ids[random.pick(people)];
  const path = (verb: string) => `/v1/customer/${verb}`;
  switch (random.int(0, 12)) {
    case 0:
    case 1:
      serial += 1;
      // Now and then a number that somebody has.
      return {
        path: path('create'),
        body: {
          name: `随机${serial}`,
          mobile: mobileOf(random.chance(0.2) ? random.int(1, serial) : serial),
          intentionProjectIds: [ids.project],
          channelId: ids.channel,
          level: 'b',
        },
      };
    case 2:
    case 3:
      return { path: path('return'), body: { id, reason: '随机退回' } };
    case 4:
    case 5:
      return { path: path('claim'), body: { id }, ...(random.chance(0.7) ? { page: 'highsea' } : {}) };
    case 6:
      return { path: path('assign'), body: { id, staffId } };
    case 7:
      return { path: path('transfer'), body: { id, staffId } };
    case 8:
      return { path: path(random.chance(0.5) ? 'lock' : 'unlock'), body: { id } };
    case 9:
      return {
        path: '/v1/follow/up/create',
        body: { bizType: 'customer', bizId: id, method: 'wechat', result: 'interested', content: '随机的跟进内容' },
      };
    case 10:
      return {
        path: '/v1/opportunity/create',
        body: { customerId: id, title: '随机商机', projectId: ids.project, amount: 100 },
      };
    case 11:
      return { path: path('auto/return'), body: { id } };
    default:
      return { path: path('freeze'), body: { id, batchId: ids.pool } };
  }
}

/** What somebody might do to a study service. */
function actionOnService(id: string, random: Random): Action {
  const path = (verb: string) => `/v1/study/service/${verb}`;
  switch (random.int(0, 7)) {
    case 0:
    case 1:
      return { path: path('claim'), body: { id }, ...(random.chance(0.7) ? { page: 'teacherhighsea' } : {}) };
    case 2:
      return { path: path('assign'), body: { id, staffId: study[random.pick(supervision)] } };
    case 3:
    case 4:
      return { path: path('return'), body: { id, reason: '随机退回' } };
    case 5:
      return { path: path('auto/return'), body: { id } };
    case 6:
      return {
        path: '/v1/follow/up/create',
        body: { bizType: 'study_service', bizId: id, method: 'wechat', result: 'connected', content: '随机的回访' },
      };
    default:
      // Once contacted a service stays with its supervisor: seldom, or none would be left to move.
      return random.chance(0.05)
        ? { path: path('first/contact'), body: { id } }
        : { path: path('pause'), body: { id, reason: '随机' } };
  }
}

/** Whether a customer is within somebody's own reach, written down anew. */
function isWithin(account: Account, customer: Readonly<Record<string, unknown>>): boolean {
  const { ids } = company;
  if (account === 'admin') return true;
  if (supervision.some((one) => one === account)) return false;
  if (customer.ownerId === ids[account]) return true;
  if (account === 'group_leader') return customer.ownerDeptId === ids.group1;
  return account === 'manager' && [ids.division, ids.group1, ids.group2].includes(String(customer.ownerDeptId));
}

const post = (account: Account, { path, body, page }: Action) =>
  company.call<Answer>(account, path, body, {
    'idempotency-key': crypto.randomUUID(),
    ...(page === undefined ? {} : { 'x-app-page': page }),
  });

/** Has somebody do something to a customer or a service. */
async function act(known: readonly string[], random: Random) {
  const isStudy = random.chance(0.15);
  const doers: readonly [Account, ...Account[]] = isStudy ? [...supervision, 'admin', 'sales'] : business;
  const account = random.pick(doers);
  const id = known.length === 0 ? String(company.ids.pool) : (known[random.int(0, known.length - 1)] ?? '');
  const action = isStudy ? actionOnService(random.pick(some(services)), random) : actionOn(id, random);
  if (known.length > 0 && random.chance(0.05)) await letTimePass(id);
  if (known.length > 0 && random.chance(0.01)) await openOrder(id);
  // Two at once now and then: the loser must be told so, and nothing else.
  const rival = random.chance(0.2) ? [post(random.pick(doers), action)] : [];
  return { account, action, answers: await Promise.all([post(account, action), ...rival]) };
}

/** What is wrong after a step; not everything is looked at each time. */
async function seenWrong(step: number, known: readonly string[], random: Random): Promise<readonly string[]> {
  const looker = random.pick(business);
  return [
    ...(step % 5 === 0 ? await lookedAt(looker, known, random) : []),
    ...(step % 10 === 0 ? await lookedAtServices(random.pick(supervision)) : []),
    ...(step % 100 === 99 ? await brokenInvariants(company.database) : []),
  ];
}

it(`keeps its invariants through ${steps} random actions of all roles`, { timeout: 3_600_000 }, async () => {
  const random = new Random(seed);
  const known: string[] = [];
  const wrong: string[] = [];
  // The student whose services wait was made before the first step.
  const done = new Map<string, number>([['/v1/customer/create', 1]]);
  for (let step = 0; step < steps; step++) {
    const { account, action, answers } = await act(known, random);
    for (const answer of answers) {
      if (answer.data?.error?.code === 'E_SERVER') wrong.push(`${account} ${action.path}: ${answer.message}`);
      if (answer.code !== '0') continue;
      done.set(action.path, (done.get(action.path) ?? 0) + 1);
      if (action.path.endsWith('customer/create')) known.push(String(answer.data.id));
    }
    wrong.push(...(await seenWrong(step, known, random)));
  }
  expect(wrong).toEqual([]);
  expect(await brokenInvariants(company.database)).toEqual([]);
  // Every change has one row in the log, and no row is without a change.
  for (const [path, count] of done) {
    const [logged] = await company.database.rows('select count(*)::int as n from operation_log where action = $1', [
      actionAt(path),
    ]);
    expect(logged?.n, path).toBe(count);
  }
  expect([...done.keys()].sort()).toEqual(
    expect.arrayContaining([
      '/v1/customer/assign',
      '/v1/customer/claim',
      '/v1/customer/return',
      '/v1/customer/transfer',
      '/v1/study/service/assign',
      '/v1/study/service/claim',
      '/v1/study/service/return',
      ...(isDeep ? ['/v1/customer/auto/return'] : []),
    ]),
  );
});

/** The name in the log of what is done at an address: `/v1/study/service/first/contact` is `study_service.firstContact`. */
function actionAt(path: string): string {
  const entity = ['customer', 'follow_up', 'opportunity', 'study_service'].find((name) =>
    path.startsWith(`/v1/${name.replace('_', '/')}/`),
  );
  const verb = path.slice(`/v1/${entity}/`.length);
  return `${entity}.${verb.replace(/\/(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
}

/** What is wrong about what somebody sees: rows beyond his reach, or numbers in clear. */
async function lookedAt(account: Account, known: readonly string[], random: Random): Promise<readonly string[]> {
  if (known.length === 0) return [];
  const id = known[random.int(0, known.length - 1)] ?? '';
  const customer: Readonly<Record<string, unknown>> = (await company.records.findOne('customer', { id })) ?? {};
  const view = await company.call<Answer>(account, '/v1/customer/view', { id });
  const list = await company.call<{ list: readonly { id: string }[] }>(account, '/v1/customer/query', { size: 200 });
  const wrong = [...wrongOfOne(account, customer, view)];
  if (account !== 'promoter' && account !== 'admin') wrong.push(...(await beyondPolicy(account, list.data.list)));
  if (account !== 'admin' && /1321\d{7}/.test(JSON.stringify([view, list]))) wrong.push(`${account} reads a number`);
  return wrong;
}

/** What is wrong about a customer somebody asked for: shown though out of his reach, or the other way round. */
function wrongOfOne(
  account: Account,
  customer: Readonly<Record<string, unknown>>,
  view: { readonly code: string; readonly message: string; readonly data: Answer },
): readonly string[] {
  const isSeen = view.code === '0';
  const mayLook = account !== 'promoter' && isWithin(account, customer);
  const says = isSeen ? 'sees' : 'does not see';
  return [
    ...(isSeen === mayLook ? [] : [`${account} ${says} ${JSON.stringify(customer.ownerId)}`]),
    ...(isSeen || account === 'promoter' || view.data.error?.code === 'E_NOT_FOUND'
      ? []
      : [`${account}: ${view.message}`]),
  ];
}

/** Rows of a list that are beyond somebody's reach. */
async function beyondPolicy(account: Account, rows: readonly { readonly id: string }[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const { id } of rows) {
    const stored = (await company.records.findOne('customer', { id })) ?? {};
    if (!isWithin(account, stored)) wrong.push(`${account} lists ${id}`);
  }
  return wrong;
}

/** What is wrong about the services a supervisor lists: his own or those of his group, none missing, none more. */
async function lookedAtServices(account: (typeof supervision)[number]): Promise<readonly string[]> {
  const list = await company.call<{ list: readonly { id: string }[] }>(account, '/v1/study/service/query', {
    size: 200,
  });
  const seen = new Set(list.data.list.map(({ id }) => id));
  const stored = await company.records.find('study_service', {}, 1000);
  const isOwn = (service: Readonly<Record<string, unknown>>) =>
    account === 'supervisor_leader'
      ? service.supervisorDeptId === study.department
      : service.supervisorId === study[account];
  return stored
    .filter((service) => seen.has(service.id) !== isOwn(service))
    .map(({ id }) => `${account} ${seen.has(id) ? 'lists' : 'does not list'} service ${id}`);
}

it('lets nobody change what was logged', async () => {
  const { pool, close } = connectDatabase({ url: company.database.appUrl, max: 1 });
  for (const statement of ["update operation_log set value = 'x'", 'delete from operation_log'])
    await expect(pool.query(statement)).rejects.toThrow(/permission denied/);
  await close();
});
