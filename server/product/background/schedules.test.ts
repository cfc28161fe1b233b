import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nextTime } from '../../jobs/cron-times.ts';
import { ScheduleClock } from '../../jobs/schedule-clock.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const day = 86_400_000;

let company: TestApp;
const workers: JobWorker[] = [];

beforeAll(async () => {
  company = await startTestApp();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) {
    await worker.close();
    expect(worker.faults).toEqual([]);
  }
});
afterAll(async () => {
  await company.close();
});

/** A node with a clock that shows another time; `look` starts what is due. */
function node(now = new Date()) {
  const worker = startJobWorker(company.documents, company.database);
  workers.push(worker);
  const { platform, schedules } = worker;
  const clock = new ScheduleClock({
    db: platform.db,
    jobs: platform.services.jobs,
    schedules,
    onFault: (error) => worker.faults.push(error),
    now: () => now,
  });
  return { look: () => clock.look() };
}

async function settled(): Promise<void> {
  await expect
    .poll(() => company.database.rows("select 1 from background_job where status in ('pending', 'running')"), {
      timeout: 30_000,
    })
    .toEqual([]);
  const failed = await company.database.rows("select * from background_job where status not in ('done')");
  expect(failed).toEqual([]);
}

let count = 0;
async function customer(values: Readonly<Record<string, unknown>>): Promise<string> {
  const { ids } = company;
  count += 1;
  return company.records.insert('customer', {
    customerNo: `S${count}`,
    name: `客户${count}`,
    mobile: `1370000${String(count).padStart(4, '0')}`,
    level: 'a',
    stage: 'following',
    ownState: 'owned',
    channelId: ids.channel,
    intentionProjectIds: [ids.project],
    ownerId: ids.sales,
    ownerDeptId: ids.group1,
    returnPoolId: ids.pool,
    assignedAt: ago(20),
    lastFollowAt: ago(10),
    locked: false,
    followCount: 0,
    callCount: 0,
    orderCount: 0,
    paidTotal: 0,
    doNotCall: false,
    blacklisted: false,
    ...values,
  });
}

const ago = (days: number) => new Date(Date.now() - days * day).toISOString();

const find = async (entity: string, values: Readonly<Record<string, unknown>>) =>
  (await company.records.findOne(entity, values)) ?? {};

describe('the rules of a pool', () => {
  it('count working days only where the pool says so: Mondays to Fridays, but for a holiday and a Saturday worked', async () => {
    const { ids, records } = company;
    await records.update('pool', String(ids.pool), { workDaysOnly: true });
    // Two holidays and a Saturday worked: as many days as without them, but others.
    for (const [day, kind] of [
      ['2026-01-05', 'holiday'],
      ['2026-01-06', 'holiday'],
      ['2026-01-10', 'workday'],
    ])
      await records.insert('holiday', { day, kind, name: day });
    // A Friday; seven days of work are over on Wednesday week, a reminder comes on the Tuesday before.
    const friday = new Date('2026-01-02T10:00:00+08:00').toISOString();
    const id = await customer({ lastFollowAt: friday, assignedAt: friday });
    const at = async (moment: string) => {
      await node(new Date(`${moment}+08:00`)).look();
      await settled();
      const reminders = await company.database.rows("select 1 from notification where link_id = $1 and type = '15'", [
        id,
      ]);
      return { ...(await find('customer', { id })), reminders: reminders.length };
    };
    expect(await at('2026-01-12T12:00:00')).toMatchObject({ ownState: 'owned', reminders: 0 });
    expect(await at('2026-01-13T09:00:00')).toMatchObject({ ownState: 'owned', reminders: 0 });
    expect(await at('2026-01-13T11:00:00')).toMatchObject({ ownState: 'owned', reminders: 1 });
    expect(await at('2026-01-14T09:00:00')).toMatchObject({ ownState: 'owned', reminders: 1 });
    expect(await at('2026-01-14T11:00:00')).toMatchObject({ ownState: 'pooled', returnReason: '超过期限未跟进' });
    await records.update('pool', String(ids.pool), { workDaysOnly: false });
  });
});

describe('the shipped rules of the pool', () => {
  it('return what nobody followed, in the name of the system, and leave the rest', async () => {
    const due = await customer({});
    const undealt = await customer({ assignedAt: ago(31), lastFollowAt: ago(1) });
    const kept = await Promise.all([
      customer({ lastFollowAt: ago(3) }),
      customer({ locked: true }),
      customer({ stage: 'deal' }),
      customer({ protectUntil: ago(-1) }),
      customer({ assignedAt: ago(1), lastFollowAt: ago(10) }),
      customer({}),
    ]);
    const { ids } = company;
    await company.records.insert('sales_order', {
      ...{ orderNo: 'DDS1', kind: 'new', customerId: kept.at(-1), projectId: ids.project, sellerId: ids.sales },
      ...{ sellerDeptId: ids.group1, listTotal: 0, discountTotal: 0, payableTotal: 0, paidTotal: 0 },
      ...{ refundedTotal: 0, payMode: 'full', status: 'pending_payment', refundFlag: 'none' },
    });
    await node().look();
    await settled();
    for (const id of [due, undealt])
      expect(await find('customer', { id })).toMatchObject({
        ownState: 'pooled',
        ownerId: null,
        poolId: company.ids.pool,
      });
    for (const id of kept) expect(await find('customer', { id })).toMatchObject({ ownState: 'owned' });
    expect(await find('customer', { id: due })).toMatchObject({ returnReason: '超过期限未跟进' });
    expect(await find('customer', { id: undealt })).toMatchObject({ returnReason: '超过期限未成交' });
    expect(await find('owner_record', { subjectId: due })).toMatchObject({ action: 'auto_return', operatorId: null });
    const [log] = await company.database.rows(
      "select staff_id, value from operation_log where action = 'customer.autoReturn' and entity_id = $1",
      [due],
    );
    expect(log).toEqual({ staff_id: null, value: '系统 · 客户：自动回收' });
  });

  it('remind the owner the day before, once, and again in the next cycle', async () => {
    const id = await customer({ lastFollowAt: ago(6.5) });
    const reminders = () =>
      company.database.rows('select receiver_id, type from notification where link_id = $1', [id]);
    for (const hours of [1, 2, 3]) {
      await node(new Date(Date.now() + hours * 3_600_000)).look();
      await settled();
    }
    expect(await reminders()).toEqual([{ receiver_id: company.ids.sales, type: '15' }]);
    await company.records.update('customer', id, { lastFollowAt: ago(6.1) });
    await node(new Date(Date.now() + 5 * 3_600_000)).look();
    await settled();
    expect(await reminders()).toHaveLength(2);
  });

  it('tell when a follow-up is due, once for each time that was agreed', async () => {
    const id = await customer({ lastFollowAt: ago(1), nextFollowAt: ago(0.01) });
    const reminders = () =>
      company.database.rows("select 1 from notification where link_id = $1 and type = '16'", [id]);
    for (const minutes of [400, 410, 420]) {
      await node(new Date(Date.now() + minutes * 60_000)).look();
      await settled();
    }
    expect(await reminders()).toHaveLength(1);
  });
});

describe('schedules', () => {
  it('are run by one node of several, and what fell due meanwhile is made up for once', async () => {
    await settled();
    const later = new Date(Date.now() + 10 * day);
    const before = await runs('customer.followUpDue');
    await Promise.all([1, 2, 3, 4].map(() => node(later).look()));
    await settled();
    expect(await runs('customer.followUpDue')).toBe(before + 1);
    const [state] = await company.database.rows("select due_at from schedule_state where key = 'customer.followUpDue'");
    expect(Date.parse(String(state?.due_at))).toBe(later.getTime() + 300_000);
  });

  it('are due by the clock of Shanghai', () => {
    const next = (cron: string, after: string) => nextTime({ cron }, new Date(after)).toISOString();
    expect(next('30 8 * * 1-5', '2026-03-06T00:29:00Z')).toBe('2026-03-06T00:30:00.000Z');
    expect(next('30 8 * * 1-5', '2026-03-06T00:30:00Z')).toBe('2026-03-09T00:30:00.000Z');
    expect(next('0 0 1 * *', '2026-03-06T00:00:00Z')).toBe('2026-03-31T16:00:00.000Z');
  });

  it('tidy up what nobody needs any more', async () => {
    await company.database.rows(
      `insert into idempotency_key (staff_id, key, operation, request_hash, created_at)
       select gen_random_uuid(), 'old' || n, 'x', 'x', now() - interval '3 days' from generate_series(1, 6000) n`,
    );
    await company.database.rows(
      `insert into background_job (id, kind, title, status, finished_at, created_by)
       select gen_random_uuid(), 'bulk', 'old' || n, 'done', now() - interval '100 days', $1 from generate_series(1, 2) n`,
      [company.ids.sales],
    );
    await company.database.rows(
      `insert into bulk_row (id, job_id, place, operation, entity, entity_id)
       select gen_random_uuid(), id, 1, 'x', 'x', 'x' from background_job where title = 'old1'`,
    );
    await company.database.rows(
      `insert into outbox_message (id, port, payload, status, next_at, delivered_at)
       select gen_random_uuid(), 'x', '{}', 'delivered', now(), now() - interval '31 days'`,
    );
    await node(new Date(Date.now() + 12 * day)).look();
    await settled();
    for (const table of ['bulk_row', 'outbox_message'])
      expect(await company.database.rows(`select 1 from ${table}`)).toEqual([]);
    expect(await company.database.rows("select 1 from background_job where title like 'old%'")).toEqual([]);
    expect(await company.database.rows("select 1 from idempotency_key where key like 'old%'")).toEqual([]);
  });
});

async function runs(key: string): Promise<number> {
  const [row] = await company.database.rows('select count(*)::int as n from background_job where request_id = $1', [
    `schedule ${key}`,
  ]);
  return Number(row?.n);
}

it('tells those a mask with a time limit is about when it begins and when it ends, once', async () => {
  const policy = { targetType: 'staff', field: 'mobile', mode: 'plain', callOnly: false, enabled: true };
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const add = (account: string, effectiveFrom: string | null, effectiveTo: string | null) => {
    const staffId = company.ids[account];
    const times = { effectiveFrom, effectiveTo, targetId: staffId, staffId };
    return company.records.insert('masking_policy', { ...policy, ...times });
  };
  const begun = await add('sales', at(-2), at(60));
  await add('sales2', at(-30), at(-1));
  await add('sales3', at(30), null);
  const told = async () =>
    (await company.database.rows("delete from server_event where topic = 'access' returning staff_id"))
      .map((row) => Object.keys(company.ids).find((name) => company.ids[name] === row.staff_id))
      .sort();
  await told();
  const later = (days: number) => node(new Date(Date.now() + days * day));
  await Promise.all([later(400).look(), later(400).look()]);
  await settled();
  expect(await told()).toEqual(['sales', 'sales2']);
  await company.records.update('masking_policy', begun, { effectiveTo: at(-1) });
  await told();
  await Promise.all([later(401).look(), later(401).look()]);
  await settled();
  expect(await told()).toEqual(['sales']);
  await company.database.rows('delete from masking_policy where staff_id is not null');
}, 30_000);
