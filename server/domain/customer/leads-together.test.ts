import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '../../db/connection/connect.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let company: TestApp;
let worker: JobWorker;

beforeAll(async () => {
  company = await startTestApp();
  worker = startJobWorker(company.documents, company.database);
}, 60_000);

afterAll(async () => {
  await worker.close();
  await company.close();
});

/** The one rule in force. */
async function onlyRule(over: object): Promise<string> {
  for (const rule of await company.records.find('assign_rule', { enabled: true }))
    await company.records.update('assign_rule', rule.id, { enabled: false });
  return company.records.insert('assign_rule', {
    ...{
      name: `一起分${crypto.randomUUID()}`,
      priority: 1,
      days: 'every_day',
      method: 'round_robin',
      acceptTimeoutMinutes: 10,
    },
    ...{ dailyCapPerStaff: 1000, enabled: true, ...over },
  });
}
async function waiting(count: number, from: number): Promise<readonly string[]> {
  const made: string[] = [];
  for (let at = 0; at < count; at += 1)
    made.push(
      await company.records.insert('lead', {
        ...{ leadNo: `T${from + at}`, name: `一起${at}`, mobile: `157${String(from + at).padStart(8, '0')}` },
        ...{ projectId: company.ids.project, channelId: company.ids.channel, status: 'valid', intention: 'high' },
        ...{ promoterId: company.ids.promoter, promoterDeptId: company.ids.promotion, reassignCount: 0 },
      }),
    );
  return made;
}
async function assigned(leads: readonly string[]) {
  const where = { field: 'id', op: 'in', value: leads };
  const started = await company.call<{ jobId: string }>('admin', '/v1/lead/auto/assign', {
    matching: { where, count: leads.length },
  });
  expect(started).toMatchObject({ code: '0' });
  return started.data.jobId;
}
const over = () =>
  expect
    .poll(() => company.database.rows("select 1 from background_job where status in ('pending', 'running')"), {
      timeout: 30_000,
    })
    .toEqual([]);

it('gives leads assigned together each a customer, his number, owner, notice and log; who has a customer keeps him; who is full gets none', async () => {
  const { ids, records, database } = company;
  // Both can take as many as there are, and no more.
  await database.rows("update lead set assigned_at = assigned_at - interval '2 days' where assigned_at is not null");
  const rule = await onlyRule({ staffIds: [ids.sales, ids.sales2], dailyCapPerStaff: 3 });
  const leads = await waiting(6, 1000);
  const inPool = (mobile: string) =>
    records.insert('customer', {
      ...{ customerNo: `T${mobile}`, name: '公海的', mobile, level: 'b', stage: 'invalid' },
      ...{ ownState: 'pooled', poolId: ids.pool, channelId: ids.channel, intentionProjectIds: [ids.project] },
      ...{ locked: false, followCount: 0, callCount: 0, orderCount: 0, paidTotal: 0, doNotCall: false },
      blacklisted: false,
    });
  const [pooled, other] = [await inPool('15700001002'), await inPool('15700009999')];
  await records.insert('customer_phone', { customerId: pooled, phone: '15700001002', kind: 'main' });
  // Of another number by now, and known as the lead's all the same.
  await records.update('lead', String(leads[4]), { customerId: other });
  const job = await assigned(leads);
  await over();
  const rows = await records.find('lead', { id: leads });
  expect(rows.map(({ status }) => status)).toEqual(leads.map(() => 'assigned'));
  for (const staffId of [ids.sales, ids.sales2])
    expect(rows.filter(({ assigneeId }) => assigneeId === staffId)).toHaveLength(3);
  for (const lead of rows) {
    const customer = await records.findOne('customer', { id: lead.customerId });
    expect(customer).toMatchObject({ ownState: 'owned', ownerId: lead.assigneeId, stage: 'fresh', poolId: null });
    const own = { customerId: customer?.id, phone: lead.mobile };
    expect(await records.count('customer_phone', own)).toBe(lead.customerId === other ? 0 : 1);
    expect(
      await records.find('owner_record', { subjectId: customer?.id, endedAt: null, toStaffId: lead.assigneeId }),
    ).toMatchObject([{ action: 'assign', startedAt: lead.assignedAt }]);
    expect(await records.count('notification', { receiverId: lead.assigneeId, linkId: customer?.id })).toBe(1);
    expect(await records.find('operation_log', { entityId: lead.id, action: 'lead.autoAssign' })).toMatchObject([
      { before: { status: 'valid' }, after: { status: 'assigned', assignRuleId: rule } },
    ]);
  }
  expect(rows.find(({ mobile }) => mobile === '15700001002')?.customerId).toBe(pooled);
  expect(rows.find(({ id }) => id === leads[4])?.customerId).toBe(other);
  const numbers = await database.rows(
    'select count(distinct customer_no)::int as n from customer where source_lead_id = any($1)',
    [leads],
  );
  expect(numbers).toEqual([{ n: 4 }]);
  expect(
    await database.rows('select count(*)::int as n from bulk_row where job_id = $1 and status = $2', [job, 'done']),
  ).toEqual([{ n: 6 }]);

  const late = await waiting(2, 2000);
  const refused = await assigned(late);
  await over();
  expect(await records.count('lead', { id: late, status: 'valid' })).toBe(2);
  expect(await database.rows('select distinct status, code from bulk_row where job_id = $1', [refused])).toEqual([
    { status: 'failed', code: 'E_LEAD_NOBODY' },
  ]);
}, 60_000);

it.each(['one rule', 'two rules'])(
  'never go past a cap though two jobs hand them out at once, by %s',
  async (by) => {
    const { ids, records, database } = company;
    await database.rows("update lead set assigned_at = assigned_at - interval '2 days' where assigned_at is not null");
    const isOne = by === 'one rule';
    const rule = await onlyRule({ staffIds: [ids.sales], dailyCapPerStaff: 5 });
    const [one, other] = [await waiting(12, isOne ? 3000 : 5000), await waiting(12, isOne ? 4000 : 6000)];
    if (!isOne) {
      const channelId = await records.insert('channel', {
        code: 'two',
        name: '另一渠道',
        kind: 'sem',
        enabled: true,
      });
      for (const id of other) await records.update('lead', id, { channelId });
      await records.update('assign_rule', rule, { channelIds: [ids.channel] });
      const name = `一起分${crypto.randomUUID()}`;
      const second = {
        name,
        channelIds: [channelId],
        staffIds: [ids.sales],
        dailyCapPerStaff: 5,
        method: 'round_robin',
      };
      await records.insert('assign_rule', {
        ...{ priority: 2, days: 'every_day', acceptTimeoutMinutes: 10, enabled: true, ...second },
      });
    }
    const second = startJobWorker(company.documents, database);
    const { pool, close } = connectDatabase({ url: database.superuserUrl, max: 1 });
    const held = await pool.connect();
    // Both come to where they have to wait for one another before either goes on.
    await held.query('begin');
    await held.query(`select 1 from ${isOne ? 'assign_rule' : 'staff'} where id = $1 for no key update`, [
      isOne ? rule : ids.sales,
    ]);
    await Promise.all([assigned(one), assigned(other)]);
    const blocked = 'select count(*)::int as n from pg_locks where not granted';
    await expect.poll(() => database.rows(blocked), { timeout: 20_000 }).toEqual([{ n: 2 }]);
    await held.query('commit');
    held.release();
    await close();
    await over();
    await second.close();
    expect([...worker.faults, ...second.faults]).toEqual([]);
    expect(await records.count('lead', { id: [...one, ...other], assigneeId: ids.sales, status: 'assigned' })).toBe(5);
  },
  60_000,
);
