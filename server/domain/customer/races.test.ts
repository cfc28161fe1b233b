import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../../db/connection/connect.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { brokenInvariants } from './invariants.testing.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const rounds = isDeep ? 2000 : 50;
const customers = isDeep ? 1000 : 100;
const people = 50;

let company: TestApp;
const accounts = Array.from({ length: people }, (_, place) => `claimer${place}`);

beforeAll(async () => {
  company = await startTestApp();
  const { ids, records } = company;
  const first = await records.findOne('staff', { id: ids.sales });
  for (const [place, account] of accounts.entries())
    await records.insert('staff', {
      account,
      name: account,
      passwordHash: first?.passwordHash,
      mobile: `1360000${String(1000 + place)}`,
      departmentId: ids.group1,
      roleIds: [ids['role:sales']],
      projectIds: [ids.project],
      firstLogin: false,
      receiveLeads: true,
      status: 'active',
    });
  await records.update('pool', String(ids.pool), { claimDailyLimit: 100_000, holdLimit: 100_000 });
  await Promise.all(accounts.map((account) => company.token(account)));
}, 60_000);

afterAll(() => company.close());

let serial = 0;
async function customer(values: Readonly<Record<string, unknown>>): Promise<string> {
  const { ids, records } = company;
  serial += 1;
  const mobile = `1350${String(serial).padStart(7, '0')}`;
  const id = await records.insert('customer', {
    customerNo: `R${serial}`,
    name: `客户${serial}`,
    mobile,
    level: 'b',
    stage: 'following',
    channelId: ids.channel,
    intentionProjectIds: [ids.project],
    returnPoolId: ids.pool,
    assignedAt: new Date().toISOString(),
    locked: false,
    followCount: 0,
    callCount: 0,
    orderCount: 0,
    paidTotal: 0,
    doNotCall: false,
    blacklisted: false,
    ...values,
  });
  await records.insert('customer_phone', { customerId: id, phone: mobile, kind: 'main' });
  const isOwned = values.ownState === 'owned';
  await records.insert('owner_record', {
    subjectType: 'customer',
    subjectId: id,
    action: isOwned ? 'assign' : 'return',
    toStaffId: isOwned ? values.ownerId : null,
    poolId: isOwned ? null : ids.pool,
    startedAt: new Date(Date.now() - 3_600_000).toISOString(),
  });
  return id;
}

const pooled = () => customer({ ownState: 'pooled', poolId: company.ids.pool });
const owned = (owner: string) =>
  customer({ ownState: 'owned', ownerId: company.ids[owner], ownerDeptId: company.ids.group1 });
const key = () => ({ 'idempotency-key': crypto.randomUUID() });

describe(`${people} staff claim one customer, ${rounds} times`, { timeout: 3_600_000 }, () => {
  it('exactly one wins each time, and the others learn who', async () => {
    const wrong: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const id = await pooled();
      // Each call costs: of the sampled rounds every tenth has them all, the others some of them in turn.
      const isFull = isDeep || round % 10 === 0;
      const claimers = isFull ? accounts : accounts.filter((_, place) => (place + round) % 6 === 0);
      const answers = await Promise.all(
        claimers.map((account) =>
          company.call(account, '/v1/customer/claim', { id }, { 'x-app-page': 'highsea', ...key() }),
        ),
      );
      const winners = claimers.filter((_, place) => answers[place]?.code === '0');
      const losers = answers.filter(({ code }) => code !== '0');
      if (winners.length !== 1) wrong.push(`${winners.length} winners`);
      const told = `该客户已被领取，当前归属：${winners[0]}`;
      wrong.push(...losers.filter(({ message }) => message !== told).map(({ message }) => message));
    }
    expect(wrong).toEqual([]);
    expect(await brokenInvariants(company.database)).toEqual([]);
    const [claims] = await company.database.rows("select count(*)::int as n from owner_record where action = 'claim'");
    expect(claims?.n).toBe(rounds);
  });

  it('(control) without the lock more than one wins', async () => {
    const id = await pooled();
    const { pool, close } = connectDatabase({ url: company.database.superuserUrl, max: people });
    const wins = await Promise.all(
      accounts.map(async () => {
        const found = await pool.query("select 1 from customer where id = $1 and own_state = 'pooled'", [id]);
        await pool.query('select pg_sleep(0.05)');
        return found.rowCount === 1;
      }),
    );
    await close();
    expect(wins.filter(Boolean).length).toBeGreaterThan(1);
  });
});

describe(`${customers} customers are transferred while others claim, edit and return them`, {
  timeout: 3_600_000,
}, () => {
  it('never two owners, never none', async () => {
    const ids = await Promise.all(
      Array.from({ length: customers }, (_, place) =>
        place % 4 === 0 ? pooled() : owned(place % 2 === 0 ? 'sales' : 'sales2'),
      ),
    );
    const chunks = Array.from({ length: Math.ceil(ids.length / 100) }, (_, place) =>
      ids.slice(place * 100, place * 100 + 100),
    );
    const seen = watched();
    const work = chunks.flatMap((chunk) => [
      company.call('group_leader', '/v1/customer/transfer', { ids: chunk, staffId: company.ids.sales2 }),
      company.call('manager', '/v1/customer/transfer', { ids: [...chunk].reverse(), staffId: company.ids.sales3 }),
      company.call('claimer0', '/v1/customer/claim', { ids: chunk }, { 'x-app-page': 'highsea', ...key() }),
      company.call(
        'claimer1',
        '/v1/customer/claim',
        { ids: [...chunk].reverse() },
        { 'x-app-page': 'highsea', ...key() },
      ),
      company.call('sales', '/v1/customer/return', { ids: chunk, reason: '竞争' }),
      ...chunk
        .slice(0, 20)
        .map((id) =>
          company.call('admin', '/v1/customer/modify', { id, version: 1, city: '上海', was: { city: null } }),
        ),
    ]);
    const answers = await Promise.all(work);
    const snapshots = await seen.stop();
    expect(answers.filter(({ code }) => code !== '0' && code !== '1')).toEqual([]);
    expect(snapshots.flat()).toEqual([]);
    expect(snapshots.length).toBeGreaterThan(0);
    expect(await brokenInvariants(company.database)).toEqual([]);
    const [logs] = await company.database.rows(
      "select count(*)::int as n from operation_log where action = 'customer.transfer'",
    );
    const [records] = await company.database.rows(
      "select count(*)::int as n from owner_record where action = 'transfer'",
    );
    expect(records?.n).toBe(logs?.n);
    expect(Number(logs?.n)).toBeGreaterThan(0);
  });

  it('(control) the check finds a second owner', async () => {
    const { rows } = company.database;
    const id = await owned('sales');
    await rows('drop index if exists owner_record_live_one_unique');
    const [constraint] = await rows(
      "select conname from pg_constraint where conrelid = 'owner_record'::regclass and contype = 'x'",
    );
    expect(constraint).toBeDefined();
    await expect(second(id)).rejects.toThrow(/exclusion|neverTwo|conflict|never_two/i);
    await rows(`alter table owner_record drop constraint "${String(constraint?.conname)}"`);
    for (const index of await rows(
      "select indexrelid::regclass::text as name from pg_index where indrelid = 'owner_record'::regclass and indisunique and not indisprimary",
    ))
      await rows(`drop index ${String(index.name)}`);
    await second(id);
    expect(await brokenInvariants(company.database)).toEqual(
      expect.arrayContaining(['G1 one live owner record: 1', 'G1 no overlap: 1']),
    );
  });
});

function second(id: string): Promise<string> {
  return company.records.insert('owner_record', {
    subjectType: 'customer',
    subjectId: id,
    action: 'transfer',
    toStaffId: company.ids.sales2,
    startedAt: new Date().toISOString(),
  });
}

/** Looks again and again, until stopped, whether anything is broken meanwhile. */
function watched() {
  let isOver = false;
  const looking = (async () => {
    const found: (readonly string[])[] = [];
    while (!isOver) found.push(await brokenInvariants(company.database));
    return found;
  })();
  return {
    stop() {
      isOver = true;
      return looking;
    },
  };
}
