import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf, mondayOf } from '../../../engine/model/time/index.ts';
import type { DatasetAnswer } from '../../../engine/model/wire/index.ts';
import { fillDays, type OtherLine, sellers } from '../../testing/fixtures/sales-days.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const today = dayOf(new Date().toISOString());
const monday = mondayOf(today);
/** Three weeks: the two before and the running one. */
const weeks = { startDate: addDays(monday, -14), endDate: addDays(monday, 6) };

let company: TestApp;
let other: OtherLine;

beforeAll(async () => {
  company = await startTestApp();
  other = await fillDays(company, weeks.startDate, 21);
});

afterAll(() => company.close());

async function ask(account: string, path: string, body: object = {}): Promise<DatasetAnswer> {
  const answer = await company.call<DatasetAnswer>(account, path, { ...body });
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: '0' });
  return answer.data;
}

/** What a plain statement says, over the days of a period in Shanghai. */
async function golden(statement: string, period: object = weeks): Promise<number> {
  const [row] = await company.database.rows(statement, Object.values(period));
  return Number(row?.n);
}

const paid = "(first_paid_at at time zone 'Asia/Shanghai')::date between $1 and $2";
const booked = "role_kind = 'seller' and (occurred_at at time zone 'Asia/Shanghai')::date between $1 and $2";
const within = (time: string) => `(${time} at time zone 'Asia/Shanghai')::date between $1 and $2`;
const statements: Readonly<Record<string, string>> = {
  orders: `select count(*) as n from sales_order where ${paid}`,
  amount: `select sum(payable_total) as n from sales_order where ${paid}`,
  received: `select sum(amount) as n from performance_ledger where ${booked} and not frozen and kind <> 'refund'`,
  refunded: `select -sum(amount) as n from performance_ledger where ${booked} and not frozen and kind = 'refund'`,
  revenue: `select sum(amount) as n from performance_ledger where ${booked} and not frozen`,
  frozen: `select sum(amount) as n from performance_ledger where ${booked} and frozen`,
  newCustomers: `select count(distinct subject_id) as n from owner_record where action = 'claim' and ${within('started_at')}`,
  followUps: `select count(*) as n from follow_up where ${within('created_at')}`,
  outboundCalls: `select count(*) as n from call_record where direction = 'out' and ${within('started_at')}`,
  talkMinutes: `select sum(talk_seconds) / 60.0 as n from call_record where ${within('started_at')}`,
  conversion: `select 100.0 * count(*) filter (where c.deal_at is not null) / count(*) as n
    from lead l left join customer c on c.source_lead_id = l.id
    where l.status <> 'invalid' and ${within('l.created_at')}`,
};

const paths = {
  orderWeekByDepartment: '/v1/report/department/order/stat/week/query',
  orderBySource: '/v1/report/source/order/stat/query',
  orderHour: '/v1/report/order/stat/hour/query',
  orderHourCompared: '/v2/report/order/stat/hour/query',
  staff: '/v1/report/yewu/stat/query',
  orderByProject: '/v1/report/project/order/stat/query',
  orderWeek: '/v1/report/order/stat/week/query',
  revenueWeek: '/v1/report/order/stat/price/week/query',
  revenueWeekByDepartment: '/v1/report/department/order/stat/price/week/query',
  revenueWeekBySource: '/v1/report/source/order/stat/price/week/query',
  revenueByProject: '/v1/report/project/order/price/stat/query',
  orderHourByDepartment: '/v1/report/department/order/stat/hour/query',
} as const;

/** The groups of each call, as SQL over its main table. */
const groups: Readonly<Record<keyof typeof paths, readonly string[]>> = {
  orderWeekByDepartment: ["to_char(first_paid_at at time zone 'Asia/Shanghai', 'ID')", 'seller_dept_id::text'],
  orderBySource: ["coalesce(channel_id::text, '')"],
  orderHour: ["to_char(first_paid_at at time zone 'Asia/Shanghai', 'HH24')"],
  orderHourCompared: ["to_char(first_paid_at at time zone 'Asia/Shanghai', 'HH24')"],
  staff: ['seller_id::text'],
  orderByProject: ['project_id::text'],
  orderWeek: ["to_char(first_paid_at at time zone 'Asia/Shanghai', 'ID')"],
  revenueWeek: ["to_char(occurred_at at time zone 'Asia/Shanghai', 'ID')"],
  revenueWeekByDepartment: ["to_char(occurred_at at time zone 'Asia/Shanghai', 'ID')", 'department_id::text'],
  revenueWeekBySource: ["to_char(occurred_at at time zone 'Asia/Shanghai', 'ID')", "coalesce(channel_id::text, '')"],
  revenueByProject: ['project_id::text'],
  orderHourByDepartment: ["to_char(first_paid_at at time zone 'Asia/Shanghai', 'HH24')", 'seller_dept_id::text'],
};

const sum = (values: readonly unknown[]) => values.reduce<number>((total, value) => total + Number(value), 0);

describe.each(Object.entries(paths))('%s', (name, path) => {
  it('answers the totals that plain statements find', async () => {
    const answer = await ask('admin', path, weeks);
    const known = Object.keys(answer.total).filter((measure) => measure in statements);
    expect(known.length).toBeGreaterThan(0);
    for (const measure of known)
      expect(answer.total[measure], measure).toBeCloseTo(await golden(statements[measure] ?? ''), 6);
  });

  it('answers groups that plain statements find, and fills up the rest', async () => {
    const answer = await ask('admin', path, weeks);
    const keys = groups[name as keyof typeof paths];
    const isLedger = name.startsWith('revenueWeek');
    const measure = isLedger ? 'revenue' : 'orders' in answer.total ? 'orders' : 'amount';
    const statement = (statements[measure] ?? '').replace('select', `select ${keys.join(" || '/' || ")} as key,`);
    const rows = await company.database.rows(`${statement} group by 1`, Object.values(weeks));
    const expected = new Map(rows.map((row) => [String(row.key), Number(row.n)]));
    const shown = new Map(answer.rows.filter((row) => row[measure] !== 0).map((row) => [row.key, row[measure]]));
    expect(shown).toEqual(new Map([...expected].filter(([, value]) => value !== 0)));
    if (keys[0]?.includes("'ID'"))
      expect(answer.dimensions.map((value) => value.name).join('')).toMatch(/^周一.*周日$/);
    if (keys[0]?.includes("'HH24'")) expect(answer.dimensions).toHaveLength(24);
  });

  it('adds up: rows and series to the total', async () => {
    const answer = await ask('admin', path, weeks);
    const additive = ['orders', 'amount', 'received', 'refunded', 'revenue', 'followUps'];
    for (const measure of Object.keys(answer.total).filter((key) => additive.includes(key))) {
      expect(sum(answer.rows.map((row) => row[measure])), measure).toBe(answer.total[measure]);
      const series = answer.series.filter((one) => one.measure === measure && one.comparison === undefined);
      expect(sum(series.flatMap((one) => one.data)), measure).toBe(answer.total[measure]);
    }
  });

  it('shows a salesperson only what is his', async () => {
    const answer = await ask('sales', path, weeks);
    const { ids } = company;
    const own = `project_id = '${ids.project}'`;
    const [orders] = await company.database.rows(
      `select count(*) as n from sales_order where ${paid} and ${own} and seller_id = '${ids.sales}'`,
      Object.values(weeks),
    );
    const [revenue] = await company.database.rows(
      `select sum(amount) as n from performance_ledger where ${booked} and not frozen and ${own} and staff_id = '${ids.sales}'`,
      Object.values(weeks),
    );
    if ('orders' in answer.total) expect(answer.total.orders).toBe(orders?.n);
    if ('revenue' in answer.total) expect(answer.total.revenue).toBe(revenue?.n);
    for (const row of answer.rows) {
      if (row.keys.staff !== undefined) expect(row.keys.staff).toBe(ids.sales);
      if (row.keys.department !== undefined) expect(row.keys.department).toBe(ids.group1);
    }
  });

  it('answers zeros, and nothing that is no number, for a period without rows', async () => {
    const answer = await ask('admin', path, { startDate: '2001-01-01', endDate: '2001-01-07' });
    expect(JSON.stringify(answer)).not.toMatch(/NaN|Infinity/);
    for (const [measure, value] of Object.entries(answer.total))
      expect(value, measure).toBe(['share', 'conversion'].includes(measure) ? null : 0);
    for (const row of answer.rows) if ('orders' in row) expect(row.orders).toBe(0);
  });

  it('refuses a period over 366 days and a key it does not know', async () => {
    const long = await company.call('admin', path, { startDate: '2025-01-01', endDate: '2026-01-02' });
    expect(long).toMatchObject({
      code: '1',
      data: { error: { code: 'E_INPUT_INVALID', faults: [{ pointer: '/endDate' }] } },
    });
    expect((await company.call('admin', path, { startDate: '2025-01-01', endDate: '2026-01-01' })).code).toBe('0');
    const unknown = await company.call('admin', path, { ...weeks, regionIds: ['1'] });
    expect(unknown).toMatchObject({
      data: { error: { faults: [{ code: 'E_INPUT_UNKNOWN', pointer: '/regionIds', got: 'regionIds' }] } },
    });
  });
});

it.each([
  [
    'orders',
    [paths.orderByProject, paths.orderBySource, paths.orderWeekByDepartment, paths.orderHour, paths.orderWeek],
  ],
  ['revenue', [paths.revenueByProject, paths.revenueWeekBySource, paths.revenueWeekByDepartment, paths.revenueWeek]],
] as const)('splits the %s of one period to equal totals, whatever by', async (measure, calls) => {
  const answers = await Promise.all(calls.map((path) => ask('manager', path, weeks)));
  const sums = answers.map((answer) => sum(answer.rows.map((row) => row[measure])));
  expect(new Set([...sums, ...answers.map((answer) => answer.total[measure])]).size).toBe(1);
  expect(sums[0]).toBeGreaterThan(0);
});

it('sums department by day to the call of the week', async () => {
  const [week, byDepartment] = [await ask('admin', paths.orderWeek), await ask('admin', paths.orderWeekByDepartment)];
  expect(week.period).toEqual({ startDate: monday, endDate: addDays(monday, 6) });
  expect(byDepartment.subtotals?.weekday?.map((row) => row.orders)).toEqual(week.rows.map((row) => row.orders));
});

it('compares this week with the last, row by row and in total', async () => {
  const [now, then] = [
    await ask('admin', paths.orderWeek),
    await ask('admin', paths.orderWeek, { startDate: addDays(monday, -7), endDate: addDays(monday, -1) }),
  ];
  expect(now.comparisons?.[0]?.total).toEqual(then.total);
  expect(now.rows.map((row) => row.previous?.lastWeek?.orders)).toEqual(then.rows.map((row) => row.orders));
  expect(now.series.find((series) => series.comparison === 'lastWeek')?.data).toEqual(
    then.rows.map((row) => row.orders),
  );
  const [after, before] = [Number(now.total.orders), Number(then.total.orders)];
  expect(now.comparisons?.[0]?.change.orders).toBeCloseTo(((after - before) / before) * 100, 6);
});

it('compares an hour of today with yesterday and with the same day of last week', async () => {
  const day = addDays(monday, -3);
  const answer = await ask('admin', paths.orderHourCompared, { startDate: day, endDate: day });
  expect(answer.comparisons?.map(({ key, period }) => [key, period.startDate])).toEqual([
    ['previousPeriod', addDays(day, -1)],
    ['lastWeek', addDays(day, -7)],
  ]);
  for (const { key, period, total } of answer.comparisons ?? []) {
    expect(total.orders).toBe(await golden(statements.orders ?? '', period));
    expect(sum(answer.rows.map((row) => row.previous?.[key]?.orders))).toBe(total.orders);
  }
});

it('filters every source of a call, departments with all below them', async () => {
  const { ids } = company;
  const whole = await ask('admin', paths.staff, weeks);
  const division = await ask('admin', paths.staff, { ...weeks, departmentIds: [ids.division] });
  expect(division.total).toEqual(whole.total);
  const group = await ask('admin', paths.staff, { ...weeks, departmentIds: [ids.group2] });
  expect(group.rows.map((row) => row.name)).toEqual(['sales3']);
  const narrowed = (table: string, where: string) =>
    golden(`select count(*) as n from ${table} where department_id = '${ids.group2}' and ${where}`);
  expect(group.total.outboundCalls).toBe(
    await narrowed('call_record', `direction = 'out' and ${within('started_at')}`),
  );
  expect(group.total.followUps).toBe(await narrowed('follow_up', within('created_at')));
});

it('answers nothing for a source that a filter does not reach', async () => {
  const answer = await ask('admin', paths.staff, { ...weeks, projectIds: [other.project] });
  expect(answer.total.newCustomers).toBeNull();
  expect(answer.rows.every((row) => row.newCustomers === null)).toBe(true);
  expect(answer.total.orders).toBe(await golden(`${statements.orders} and project_id = '${other.project}'`));
});

it('shows a manager and a group leader the staff within their reach', async () => {
  const names = async (account: string) =>
    (await ask(account, paths.staff, { ...weeks, sort: ['staff'] })).rows.map((row) => row.name).sort();
  expect(await names('manager')).toEqual([...sellers].sort());
  expect(await names('group_leader')).toEqual(['group_leader', 'sales', 'sales2']);
});

it('counts from a page only what the page shows', async () => {
  const path = '/v1/report/workbench/call/query';
  const calls = async (headers: Readonly<Record<string, string>>) =>
    (await company.call<DatasetAnswer>('admin', path, weeks, headers)).data.total.calls;
  expect(await calls({})).toBe(await golden(`select count(*) as n from call_record where ${within('started_at')}`));
  // The page is of one's own rows, and the administrator made no calls.
  expect(await calls({ 'x-app-page': 'businessworkbench' })).toBe(0);
});

it('ranks the staff by revenue', async () => {
  const { rows } = await ask('admin', paths.staff, { ...weeks, top: 2 });
  const { rows: all, truncated } = await ask('admin', paths.staff, weeks);
  expect(rows).toEqual(all.slice(0, 2));
  expect(truncated).toBe(false);
  expect(all.map((row) => row.rank)).toEqual([1, 2, 3, 4]);
  expect(all.map((row) => Number(row.revenue))).toEqual(all.map((row) => Number(row.revenue)).sort((a, b) => b - a));
});

it('changes the revenue of today with a refund of today', async () => {
  const before = await ask('admin', paths.revenueWeek);
  const [order] = await company.database.rows('select id, project_id from sales_order where paid_total > 0 limit 1');
  await company.records.insert('performance_ledger', {
    entryNo: 'YJrefund',
    kind: 'refund',
    roleKind: 'seller',
    orderId: order?.id,
    staffId: company.ids.sales,
    departmentId: company.ids.group1,
    projectId: order?.project_id,
    amount: -30_000,
    shareRate: 1,
    occurredAt: new Date().toISOString(),
    frozen: false,
  });
  const after = await ask('admin', paths.revenueWeek);
  expect(Number(after.total.revenue) - Number(before.total.revenue)).toBe(-30_000);
  expect(Number(after.total.refunded) - Number(before.total.refunded)).toBe(30_000);
  const changed = after.rows.filter((row, index) => row.revenue !== before.rows[index]?.revenue);
  expect(changed.map((row) => row.key)).toEqual([String(((new Date(today).getUTCDay() + 6) % 7) + 1)]);
  expect(after.comparisons).toEqual(
    before.comparisons?.map((comparison) => ({ ...comparison, change: expect.anything() })),
  );
});

it('asks for the permission of the call', async () => {
  await company.connection.pool.query("update role set permissions = '[]' where code = 'promoter'");
  for (const path of Object.values(paths))
    expect(await company.call('promoter', path), path).toMatchObject({ data: { error: { code: 'E_NO_PERMISSION' } } });
});
