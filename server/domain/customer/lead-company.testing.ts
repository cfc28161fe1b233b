import { afterAll, beforeAll, expect } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

export let company: TestApp;

/** Starts a company before the tests of a file about leads; ends it after. */
export function startLeadCompany(): void {
  beforeAll(async () => {
    company = await startTestApp();
  }, 60_000);
  afterAll(() => company.close());
}

let serial = 0;
/** A number no test of the file had before. */
export const nextSerial = () => serial++;

export const newNumber = () => `137${String(10_000_000 + serial++).padStart(8, '0')}`;

export const leadOf = (over: Record<string, unknown> = {}) => ({
  name: '李想',
  mobile: newNumber(),
  projectId: company.ids.project,
  channelId: company.ids.channel,
  ...over,
});

export const register = (body: Record<string, unknown>, account = 'promoter') =>
  company.call<{ id: string; error?: { code: string } }>(account, '/v1/lead/create', body, {
    'idempotency-key': crypto.randomUUID(),
  });

export const create = async (over: Record<string, unknown> = {}, account = 'promoter') => {
  // What asks again does so a while after: within seconds it would be the same registration.
  if (over.mobile !== undefined)
    await company.database.rows("update lead set created_at = created_at - interval '1 minute'");
  const answer = await register(leadOf(over), account);
  expect(answer).toMatchObject({ code: '0' });
  return answer.data.id;
};

export const lead = (id: string) => company.records.findOne('lead', { id });

export const customer = (id: unknown) => company.records.findOne('customer', { id });

/** Runs work while one rule is in force, and takes it away again. */
export async function withRule(over: Record<string, unknown>, work: () => Promise<void>): Promise<void> {
  const values = {
    name: `规则${serial++}`,
    priority: 1,
    days: 'every_day',
    method: 'round_robin',
    staffIds: [company.ids.sales, company.ids.sales2],
    dailyCapPerStaff: 1000,
    acceptTimeoutMinutes: 10,
    enabled: true,
    ...over,
  };
  const id = await company.records.insert('assign_rule', values);
  await work();
  await company.records.update('assign_rule', id, { enabled: false });
}

/** Expects every customer to have an owner or a pool, an owner record without gaps, and a number of his own. */
export async function ownersAndNumbersAreWhole(): Promise<void> {
  const { database } = company;
  const wrong = async (query: string) => expect(await database.rows(query), query).toEqual([]);
  await wrong(`select id from customer where (own_state = 'owned') <> (owner_id is not null and pool_id is null)`);
  await wrong(`select c.id from customer c left join owner_record r on r.subject_id = c.id and r.ended_at is null
    where c.own_state = 'owned' and r.to_staff_id is distinct from c.owner_id`);
  await wrong(`select a.id from owner_record a join owner_record b on a.subject_id = b.subject_id and a.id < b.id
    where tstzrange(a.started_at, a.ended_at) && tstzrange(b.started_at, b.ended_at)`);
  await wrong(`select c.id from customer c where not exists (select 1 from customer_phone p
    where p.phone_hash = c.mobile_hash and p.deleted_at is null)`);
  await wrong(`select phone_hash from customer_phone where deleted_at is null group by 1 having count(*) > 1`);
}
