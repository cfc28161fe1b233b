import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayStart } from '../../../engine/model/time/index.ts';
import { type ScheduleDriver, startScheduleDriver } from '../../testing/schedule-driver.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let company: TestApp;
let driver: ScheduleDriver;

beforeAll(async () => {
  company = await startTestApp();
  driver = startScheduleDriver(company);
}, 60_000);

afterAll(async () => {
  await driver.close();
  await company.close();
});

const minute = 60_000;

const at = (now: Date) => driver.at(now);

const key = () => ({ 'idempotency-key': crypto.randomUUID() });

it('hands out what waits, passes on what nobody answered, and finds duplicates among what was claimed meanwhile', async () => {
  const { ids, records } = company;
  const lead = async (account: string, mobile: string, over: object = {}) => {
    const made = await company.call<{ id: string }>(
      account,
      '/v1/lead/create',
      {
        name: '等待',
        mobile,
        projectId: ids.project,
        channelId: ids.channel,
        ...over,
      },
      key(),
    );
    expect(made).toMatchObject({ code: '0' });
    return made.data.id;
  };
  const statusOf = async (id: string) => (await records.findOne('lead', { id }))?.status;
  const customer = await company.call<{ id: string }>('sales3', '/v1/customer/create', {
    name: '公海客户',
    mobile: '13500000001',
    intentionProjectIds: [ids.project],
    channelId: ids.channel,
    level: 'b',
  });
  await company.call('sales3', '/v1/customer/return', { id: customer.data.id, reason: '联系不上' });
  const back = await lead('promoter', '13500000001');
  const waiting = await lead('promoter', '13500000002');
  expect([await statusOf(back), await statusOf(waiting)]).toEqual(['valid', 'valid']);
  const claimed = await company.call(
    'sales',
    '/v1/customer/claim',
    { id: customer.data.id },
    { 'idempotency-key': crypto.randomUUID() },
  );
  expect(claimed).toMatchObject({ code: '0' });

  await records.insert('assign_rule', {
    name: '轮流',
    priority: 1,
    days: 'every_day',
    method: 'round_robin',
    staffIds: [ids.sales, ids.sales2],
    dailyCapPerStaff: 1000,
    acceptTimeoutMinutes: 10,
    enabled: true,
  });
  const now = Date.now();
  await at(new Date(now));
  await at(new Date(now + 6 * minute));
  expect(await statusOf(back)).toBe('duplicate');
  expect(await records.findOne('lead_duplicate', { leadId: back })).toMatchObject({ currentOwnerId: ids.sales });
  expect(await records.findOne('customer', { id: customer.data.id })).toMatchObject({ ownerId: ids.sales });

  const assigned = await records.findOne('lead', { id: waiting });
  expect(assigned).toMatchObject({ status: 'assigned', reassignCount: 0 });
  const first = assigned?.assigneeId;
  await records.update('lead', waiting, { acceptDeadline: new Date(now - minute).toISOString() });
  await at(new Date(now + 12 * minute));
  const passed = await records.findOne('lead', { id: waiting });
  expect(passed).toMatchObject({ status: 'assigned', reassignCount: 1 });
  expect(passed?.assigneeId).not.toBe(first);
  const log = await records.findOne('operation_log', { entityId: waiting, action: 'lead.autoReassign' });
  expect(log).toMatchObject({ staffId: null });
}, 60_000);

describe.each(['weight', 'least_loaded'])('many leads at once, handed out by %s', (method) => {
  const count = 13;
  type Account = 'sales' | 'sales2';
  const weights: Readonly<Record<Account, number>> = { sales: 3, sales2: 1 };
  const idOf = (account: Account) => company.ids[account] ?? '';
  const prefix = method === 'weight' ? '138' : '139';
  /** What the method weighs of somebody who has so many. */
  const measure = (account: Account, has: number) => (method === 'weight' ? (has + 1) / weights[account] : has);

  async function counts(): Promise<Record<Account, number>> {
    const { records } = company;
    const today = { key: 'assignedAt', moment: dayStart(new Date().toISOString()) };
    const of = (id: string) =>
      method === 'weight'
        ? records.count('lead', { assigneeId: id, status: ['assigned', 'following'] }, today)
        : records.count('customer', { ownerId: id, ownState: 'owned', stage: ['fresh', 'following', 'interested'] });
    return { sales: await of(idOf('sales')), sales2: await of(idOf('sales2')) };
  }

  /** Takes every rule out of force, and weighs the two. */
  async function weighBoth(): Promise<void> {
    const { records } = company;
    for (const rule of await records.find('assign_rule', { enabled: true }))
      await records.update('assign_rule', rule.id, { enabled: false });
    for (const account of ['sales', 'sales2'] as const)
      await records.update('staff', idOf(account), { leadWeight: weights[account] });
  }

  /** Leads nobody is given yet; answers their ids. */
  async function waitingLeads(serial: number): Promise<readonly string[]> {
    const { project, channel } = company.ids;
    const made: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const mobile = `${prefix}${String(10_000_000 + serial + at)}`;
      const body = { name: '成批', mobile, projectId: project, channelId: channel };
      made.push((await company.call<{ id: string }>('promoter', '/v1/lead/create', body, key())).data.id);
    }
    return made;
  }

  /** What each would have if they went one by one. */
  async function countsOneByOne(): Promise<Record<Account, number>> {
    const expected = await counts();
    for (let at = 0; at < count; at += 1) {
      const [one, other] = [measure('sales', expected.sales), measure('sales2', expected.sales2)];
      const isFirst = one < other || (one === other && idOf('sales') < idOf('sales2'));
      expected[isFirst ? 'sales' : 'sales2'] += 1;
    }
    return expected;
  }

  it.each(['a schedule', 'a job on all that match'])(
    'go by %s to whom they would go one by one',
    async (way) => {
      const { ids, records } = company;
      await weighBoth();
      const made = await waitingLeads(way === 'a schedule' ? 0 : 100);
      const expected = await countsOneByOne();
      await records.insert('assign_rule', {
        name: `成批${method}${way}`,
        priority: 1,
        days: 'every_day',
        method,
        staffIds: [ids.sales, ids.sales2],
        dailyCapPerStaff: 1000,
        acceptTimeoutMinutes: 10,
        enabled: true,
      });
      if (way === 'a schedule') await at(new Date(Date.now() + (method === 'weight' ? 60 : 70) * minute));
      else {
        const where = { field: 'id', op: 'in', value: made };
        const started = await company.call('admin', '/v1/lead/auto/assign', { matching: { where, count } });
        expect(started).toMatchObject({ code: '0' });
        const open = "select 1 from background_job where status in ('pending', 'running')";
        await expect.poll(() => company.database.rows(open), { timeout: 30_000 }).toEqual([]);
      }
      expect(await counts()).toEqual(expected);
    },
    60_000,
  );
});
