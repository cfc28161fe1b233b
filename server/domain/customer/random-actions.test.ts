import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '../../db/connect.ts';
import { Random } from '../../db/demo/random.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { brokenInvariants } from './invariants.testing.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const steps = isDeep ? 10_000 : 300;
const seed = Number(process.env.FUZZ_SEED ?? 20_260_322);

const accounts = ['sales', 'sales', 'sales2', 'sales3', 'group_leader', 'manager', 'promoter', 'admin'] as const;
type Account = (typeof accounts)[number];
const people = ['sales', 'sales2', 'sales3', 'promoter'] as const;

let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
  await company.records.update('pool', String(company.ids.pool), { claimDailyLimit: 1000, prevOwnerCooldownDays: 0 });
});
afterAll(() => company.close());

type Answer = { readonly id?: string; readonly list?: readonly unknown[]; readonly error?: { readonly code: string } };
type Action = { readonly path: string; readonly body: Readonly<Record<string, unknown>>; readonly page?: string };

let serial = 0;
const mobileOf = (place: number) => `1321${String(1_000_000 + place)}`;

/** What somebody might do to a customer, allowed or not. */
function actionOn(id: string, random: Random): Action {
  const { ids } = company;
  const staffId = ids[random.pick(people)];
  const path = (verb: string) => `/v1/customer/${verb}`;
  switch (random.int(0, 11)) {
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
    default:
      return { path: path('freeze'), body: { id, batchId: ids.pool } };
  }
}

/** Whether a customer is within somebody's own reach, written down anew. */
function isWithin(account: Account, customer: Readonly<Record<string, unknown>>): boolean {
  const { ids } = company;
  if (account === 'admin') return true;
  if (customer.ownerId === ids[account]) return true;
  if (account === 'group_leader') return customer.ownerDeptId === ids.group1;
  return account === 'manager' && [ids.division, ids.group1, ids.group2].includes(String(customer.ownerDeptId));
}

it(`keeps its invariants through ${steps} random actions of all roles`, { timeout: 3_600_000 }, async () => {
  const random = new Random(seed);
  const known: string[] = [];
  const wrong: string[] = [];
  const done = new Map<string, number>();
  const post = (account: Account, { path, body, page }: Action) =>
    company.call<Answer>(account, path, body, {
      'idempotency-key': crypto.randomUUID(),
      ...(page === undefined ? {} : { 'x-app-page': page }),
    });
  for (let step = 0; step < steps; step++) {
    const account = random.pick(accounts);
    const id = known.length === 0 ? String(company.ids.pool) : (known[random.int(0, known.length - 1)] ?? '');
    const action = actionOn(id, random);
    // Two at once now and then: the loser must be told so, and nothing else.
    const rival = random.chance(0.2) ? [post(random.pick(accounts), action)] : [];
    for (const answer of await Promise.all([post(account, action), ...rival])) {
      if (answer.data?.error?.code === 'E_SERVER') wrong.push(`${account} ${action.path}: ${answer.message}`);
      if (answer.code !== '0') continue;
      done.set(action.path, (done.get(action.path) ?? 0) + 1);
      if (action.path.endsWith('customer/create')) known.push(String(answer.data.id));
    }
    const looker = random.pick(accounts);
    if (step % 5 === 0) wrong.push(...(await lookedAt(looker, known, random)));
    if (step % 100 === 99) wrong.push(...(await brokenInvariants(company.database)));
  }
  expect(wrong).toEqual([]);
  expect(await brokenInvariants(company.database)).toEqual([]);
  // Every change has one row in the log, and no row is without a change.
  for (const [path, count] of done) {
    const verb = path.split('/').at(-1);
    const entity = path.split('/').slice(2, -1).join('_');
    const [logged] = await company.database.rows('select count(*)::int as n from operation_log where action = $1', [
      `${entity}.${verb}`,
    ]);
    expect(logged?.n, path).toBe(count);
  }
  expect([...done.keys()].sort()).toEqual(
    expect.arrayContaining([
      '/v1/customer/assign',
      '/v1/customer/claim',
      '/v1/customer/return',
      '/v1/customer/transfer',
    ]),
  );
});

/** What is wrong about what somebody sees: rows beyond his reach, or numbers in clear. */
async function lookedAt(account: Account, known: readonly string[], random: Random): Promise<readonly string[]> {
  if (known.length === 0) return [];
  const id = known[random.int(0, known.length - 1)] ?? '';
  const customer: Readonly<Record<string, unknown>> = (await company.records.findOne('customer', { id })) ?? {};
  const view = await company.call<Answer>(account, '/v1/customer/view', { id });
  const list = await company.call<{ list: readonly { id: string }[] }>(account, '/v1/customer/query', { size: 200 });
  const wrong: string[] = [];
  const isSeen = view.code === '0';
  const mayLook = account !== 'promoter' && isWithin(account, customer);
  if (isSeen !== mayLook)
    wrong.push(`${account} ${isSeen ? 'sees' : 'does not see'} ${JSON.stringify(customer.ownerId)}`);
  if (!isSeen && account !== 'promoter' && view.data.error?.code !== 'E_NOT_FOUND')
    wrong.push(`${account}: ${view.message}`);
  for (const row of account === 'promoter' || account === 'admin' ? [] : list.data.list) {
    const stored = (await company.records.findOne('customer', { id: row.id })) ?? {};
    if (!isWithin(account, stored)) wrong.push(`${account} lists ${row.id}`);
  }
  if (account !== 'admin' && /1321\d{7}/.test(JSON.stringify([view, list]))) wrong.push(`${account} reads a number`);
  return wrong;
}

it('lets nobody change what was logged', async () => {
  const { pool, close } = connectDatabase({ url: company.database.appUrl, max: 1 });
  for (const statement of ["update operation_log set value = 'x'", 'delete from operation_log'])
    await expect(pool.query(statement)).rejects.toThrow(/permission denied/);
  await close();
});
