import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiBase } from '../../engine/model/naming/index.ts';
import type { Where } from '../../engine/model/wire/index.ts';
import { createProtection } from '../kernel/crypto/protection.ts';
import { documentOf } from '../kernel/operation/context.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/** Milliseconds that an attacker goes on without a pause. */
const attackMs = process.env.TEST_DEPTH === 'deep' ? 60_000 : 2000;

let company: TestApp;
const hidden = '13851234099';
const ofPool = '13851235099';

beforeAll(async () => {
  const line = { register: async () => ({ hosts: [], domain: 'pbx.test' }), tellCode: async () => undefined };
  const telephony = {
    secret: 'a-secret-for-this-test',
    agentUrls: {},
    iceServers: [],
    hours: { from: 0, until: 24 },
    line,
  };
  company = await startTestApp({ telephony });
  await company.records.update('staff', company.ids.sales3 ?? '', {
    seatCode: '8003',
    sipPassword: 'word',
    hlAgentId: 'hl8003',
  });
  await create('sales', hidden);
  const pooled = await create('sales', ofPool);
  const lying = { ownState: 'pooled', ownerId: null, ownerDeptId: null, poolId: company.ids.pool };
  await company.records.update('customer', String(pooled.data.id), lying);
  const call = { staffId: company.ids.sales, departmentId: company.ids.group1, callNo: 'TH1', status: 'no_answer' };
  await company.records.insert('call_record', {
    ...call,
    ...{ provider: 'hl', direction: 'out', caller: '8001', callee: hidden, startedAt: new Date().toISOString() },
  });
}, 60_000);

afterAll(() => company.close());

beforeEach(() => quota(20, 200));

/** Sets what everybody may look up, and forgets what was. */
async function quota(minute: number, day: number): Promise<void> {
  await company.database.rows('delete from masked_lookup');
  await company.database.rows('update masking_policy set lookup_minute_limit = $1, lookup_daily_limit = $2', [
    minute,
    day,
  ]);
}

const newCustomer = (mobile: string) => ({
  name: '甲',
  mobile,
  intentionProjectIds: [company.ids.project],
  channelId: company.ids.channel,
  level: 'b',
});
const create = (account: string, mobile: string) => company.call(account, '/v1/customer/create', newCustomer(mobile));
const pathOf = (entity: string) => apiBase(documentOf(company.documents, entity));
const query = (account: string, where: unknown, entity = 'customer', headers = {}) =>
  company.call<{ list: readonly Values[]; next: string | null; error?: { code: string } }>(
    account,
    `${pathOf(entity)}/query`,
    { where, size: 1 },
    headers,
  );
const is = (field: string, value: string): Where => ({ field, op: 'eq', value });
const mobile = (value: string) => is('mobile', value);
/** Numbers that share what a mask leaves to be seen. */
const guesses = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `1385${String(1000 + from + index).slice(-4)}099`);
const codeOf = (answer: { readonly data?: unknown }) => /"code":"(E_[A-Z_]+)"/.exec(JSON.stringify(answer))?.[1];
const logged = (action: string) =>
  company.database.rows(
    "select after, value, staff_id from operation_log where action = $1 and result = 'ok' order by created_at",
    [action],
  );
const lookups = async () =>
  (await company.database.rows(`select count(*)::int as n from masked_lookup where mask = 'mobile'`))[0]?.n;

const hashOf = (number: string) => createProtection(company.database.secretKey).hash(number);

describe('a filter looks up one value that must hold', () => {
  const page = { 'x-app-page': 'highsea' };
  const tricks: readonly (readonly [string, (field: string) => unknown])[] = [
    ['or', (field) => ({ or: guesses(96).map((one) => is(field, one)) })],
    ['or with something else', (field) => ({ or: [is(field, hidden), { field: 'id', op: 'isNull' }] })],
    ['or within and', (field) => ({ and: [{ or: [is(field, hidden), is(field, ofPool)] }] })],
    ['and within or', (field) => ({ or: [{ and: [is(field, hidden)] }, { and: [is(field, ofPool)] }] })],
    ['in', (field) => ({ field, op: 'in', value: guesses(2) })],
    ['notIn', (field) => ({ field, op: 'notIn', value: guesses(2) })],
    ['ne', (field) => ({ field, op: 'ne', value: hidden })],
    ['startsWith', (field) => ({ field, op: 'startsWith', value: hidden.slice(0, 7) })],
    ['contains', (field) => ({ field, op: 'contains', value: hidden.slice(0, 7) })],
    ['a range', (field) => ({ field, op: 'between', value: [hidden, ofPool] })],
    ['twice', (field) => ({ and: [is(field, hidden), is(field, hidden)] })],
    ['beside a keyword', (field) => ({ and: [is(field, hidden), { search: ofPool }] })],
    ['keywords in or', () => ({ or: [{ search: hidden }, { search: ofPool }] })],
    ['a list as value', (field) => is(field, [hidden, ofPool] as unknown as string)],
  ];

  it.each([
    ['customers', 'customer', 'mobile', {}, 'sales2'],
    ['the pool', 'customer', 'mobile', page, 'sales2'],
    ['calls', 'call_record', 'callee', {}, 'sales2'],
    ['staff', 'staff', 'mobile', {}, 'manager'],
    ['leads', 'lead', 'mobile', {}, 'manager'],
  ])('of %s', async (_, entity, field, headers, account) => {
    for (const [name, where] of tricks) {
      const answer = await query(account, where(field), entity, headers);
      expect([name, codeOf(answer)]).toEqual([name, 'E_INPUT_INVALID']);
      expect(JSON.stringify(answer.data)).toContain('"pointer":"/where');
    }
    // Nothing of it was asked of the database.
    expect(await lookups()).toBe(0);
  });

  it('by whatever door the filter comes in', async () => {
    const where = { or: guesses(2).map(mobile) };
    const doors: readonly (readonly [string, Values])[] = [
      ['/v1/customer/query', { where, count: 'exact', fields: ['id'] }],
      ['/v1/customer/group', { where, by: 'stage' }],
      ['/v1/customer/export', { where }],
      ['/v1/customer/modify', { matching: { where, count: 1 }, level: 'a' }],
    ];
    for (const [path, body] of doors)
      expect([path, codeOf(await company.call('manager', path, body))]).toEqual([
        path,
        expect.stringMatching(/E_INPUT_INVALID|E_NO_PERMISSION/),
      ]);
    const one = { where: mobile(hidden) };
    for (const path of ['/v1/customer/query', '/v1/customer/group', '/v1/customer/export'])
      await company.call('manager', path, { ...one, by: 'stage' });
    expect(await lookups()).toBe(1);
  });

  it('and no view keeps one', async () => {
    const view = (condition: Where) => ({
      page: 'alllist',
      name: '号码',
      state: { advanced: { and: [condition] } },
    });
    for (const condition of [mobile(hidden), { field: 'mobile', op: 'in', value: [hidden] } as const])
      expect(await company.call('sales', '/v1/saved/view/create', view(condition))).toMatchObject({
        data: { error: { faults: [{ pointer: expect.stringContaining('/state') }] } },
      });
  });

  it('of who sees numbers in clear nothing is counted', async () => {
    const found = await query('admin', { or: [mobile(hidden), mobile(ofPool)] });
    expect(found.code).toBe('0');
    for (const one of guesses(30)) expect((await query('admin', mobile(one))).code).toBe('0');
    expect(await lookups()).toBe(0);
  });

  it('of rows that keep their numbers masked for him, who sees numbers in clear hears nothing by them', async () => {
    const numbersOf = async (where: Where) => {
      const { data } = await company.call<{ list: readonly Values[] }>('admin', '/v1/customer/query', {
        where,
        fields: ['mobile'],
      });
      return data.list.map((row) => row.mobile);
    };
    expect(await numbersOf({ or: [mobile(hidden), mobile(ofPool)] })).toEqual([hidden]);
    for (const where of [mobile(ofPool), { search: ofPool }]) expect(await numbersOf(where)).toEqual([]);
    const administered = (ids: readonly unknown[]) =>
      company.database.rows('update pool set admin_ids = $1 where id = $2', [ids, company.ids.pool]);
    await administered([company.ids.admin]);
    try {
      expect(await numbersOf({ or: [mobile(hidden), mobile(ofPool)] })).toHaveLength(2);
    } finally {
      await administered([]);
    }
  });
});

describe('the quota', () => {
  it('lets twenty values a minute be looked up, whichever way, and writes each down without the value', async () => {
    const before = (await logged('customer.lookup')).length;
    const asked = [...guesses(24), hidden].sort().reverse();
    const answers = [];
    for (const one of asked)
      answers.push(await query('sales', answers.length % 2 === 0 ? mobile(one) : { search: one }));
    expect(answers.map(codeOf).filter((code) => code === 'E_LOOKUP_LIMIT')).toHaveLength(5);
    expect(answers.slice(0, 20).every(({ code }) => code === '0')).toBe(true);
    expect(answers.at(-1)?.message).toMatch(/^按整值查找手机号.*的次数已达上限，请\d+秒后再试$/);
    const rows = (await logged('customer.lookup')).slice(before);
    expect(rows).toHaveLength(20);
    const text = JSON.stringify(rows);
    for (const one of asked) expect(text).not.toContain(one);
    expect(rows.map(({ after }) => after)).toContainEqual(
      expect.objectContaining({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), hit: false, by: 'search' }),
    );
    // A minute later there is room again; a day has room for two hundred.
    await company.database.rows(`update masked_lookup set taken_at = taken_at - interval '1 minute'`);
    expect((await query('sales', mobile('13800000001'))).code).toBe('0');
    await quota(1000, 30);
    const more = [];
    for (const one of guesses(40)) more.push(await query('sales', mobile(one)));
    expect(more.filter(({ code }) => code === '0')).toHaveLength(30);
    expect(more.at(-1)?.message).toContain('请明天再试');
  });

  it('holds for fifty at once, in several sessions of one person', async () => {
    const answers = await Promise.all(guesses(50).map((one) => query('sales', mobile(one))));
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(20);
    expect(answers.map(codeOf).filter((code) => code === 'E_LOOKUP_LIMIT')).toHaveLength(30);
    expect((await query('sales2', mobile(hidden))).code).toBe('0');
  });

  it('counts a value once: its pages, its count, its groups, and a plan that is kept', async () => {
    for (let time = 0; time < 30; time++) {
      const where = { and: [mobile(hidden), { field: 'level', op: 'eq', value: 'b' } as const] };
      expect((await query('sales', where)).data.list).toHaveLength(1);
      expect(
        (await company.call('sales', '/v1/customer/query', { where: { search: hidden }, count: 'exact' })).code,
      ).toBe('0');
    }
    expect(await lookups()).toBe(1);
    // The same number among the calls is the same value: room for nineteen others is left.
    await query('sales', is('callee', hidden), 'call_record');
    for (const one of guesses(19)) expect((await query('sales', mobile(one))).code).toBe('0');
    expect(codeOf(await query('sales', mobile(ofPool)))).toBe('E_LOOKUP_LIMIT');
    await company.database.rows('delete from masked_lookup where value <> $1', [hashOf(hidden)]);
    await company.database.rows(`delete from masked_lookup where entity = 'call_record'`);
    // Ten minutes later it is written down again.
    await company.database.rows(`update masked_lookup set taken_at = taken_at - interval '11 minutes'`);
    await query('sales', mobile(hidden));
    expect(await lookups()).toBe(2);
  });

  it('is not touched by words, names in pinyin and the numbers of records', async () => {
    for (const search of ['张三', 'zhangsan', 'wangxiaoming', 'KH20260101000001', '2026', '张 三'])
      expect((await query('sales', { search })).code).toBe('0');
    expect(await lookups()).toBe(0);
    await query('sales', { search: '138-5123 4099' });
    expect(await lookups()).toBe(1);
  });

  it('without it the same guesses give the number back', async () => {
    await quota(10_000, 10_000);
    let found = 0;
    for (const one of guesses(150, 100)) found += (await query('sales', mobile(one))).data.list.length;
    expect(found).toBe(1);
  });

  it('is set in the policies, by nobody beyond his own', async () => {
    const policy = await company.records.findOne('masking_policy', {
      targetType: 'role',
      roleId: company.ids['role:sales'],
      field: 'mobile',
    });
    const change = (account: string, lookupMinuteLimit: number, version: number) =>
      company.call(account, '/v1/masking/policy/modify', { id: policy?.id, version, lookupMinuteLimit });
    expect((await change('admin', 2, policy?.version ?? 0)).code).toBe('0');
    const answers = [];
    for (const one of guesses(4)) answers.push(await query('sales', mobile(one)));
    expect(answers.map(({ code }) => code)).toEqual(['0', '0', '1', '1']);
  });
});

describe('who writes, asks about or dials a number', () => {
  /** Numbers of customers that are somebody else's. */
  async function strangers(count: number): Promise<readonly string[]> {
    const numbers = Array.from(
      { length: count },
      (_, index) => `1366${String(Date.now() % 1000).padStart(3, '0')}${String(index).padStart(4, '0')}`,
    );
    for (const number of numbers) await create('admin', number);
    return numbers;
  }

  it('learns of twenty a minute that they are known, and of none whose', async () => {
    const numbers = await strangers(60);
    const told: string[] = [];
    for (const number of numbers) told.push(JSON.stringify(await create('sales', number)));
    expect(told.filter((text) => text.includes('E_CUSTOMER_EXISTS'))).toHaveLength(20);
    expect(told.filter((text) => text.includes('E_LOOKUP_LIMIT'))).toHaveLength(40);
    expect(told.join()).not.toContain('admin');
    const rows = await logged('customer.lookup');
    const writes = rows.map(({ after }) => JSON.stringify(after)).filter((text) => text.includes('"by":"write"'));
    expect(writes.filter((text) => text.includes('"hit":true'))).toHaveLength(20);
    // Neither is a number that is new told from one that is known.
    expect(codeOf(await create('sales', '13600000000'))).toBe('E_LOOKUP_LIMIT');
    await quota(20, 200);
    const answers = await Promise.all(numbers.map((number) => create('sales2', number)));
    expect(answers.map(codeOf).filter((code) => code === 'E_CUSTOMER_EXISTS')).toHaveLength(20);
  });

  it('registers two hundred new numbers a day, and no more than twice as many', async () => {
    const add = (index: number) => create('sales3', `1377000${String(index).padStart(4, '0')}`);
    for (let index = 0; index < 200; index++) expect((await add(index)).code, String(index)).toBe('0');
    await company.database.rows(`insert into masked_lookup (id, staff_id, mask, entity, value, state, taken_at)
      select gen_random_uuid(), staff_id, mask, 'customer', 'more' || n, 'written', taken_at from (select staff_id, mask, taken_at from masked_lookup limit 1) one, generate_series(1, 199) n`);
    expect((await add(200)).code).toBe('0');
    expect(codeOf(await add(201))).toBe('E_LOOKUP_LIMIT');
  }, 60_000);

  it('does not learn by a number that is refused for something else, nor by adding and taking away', async () => {
    const own = await create('sales2', '13788880001');
    const [known = ''] = await strangers(1);
    const path = '/v1/customer/phone';
    const add = (phone: string) =>
      company.call<{ id?: string }>('sales2', `${path}/create`, { customerId: own.data.id, phone, kind: 'backup' });
    expect(JSON.stringify(await add(known))).toContain('其他同事');
    for (let index = 0; index < 30; index++) {
      const { data } = await add(`1378888${String(1000 + index)}`);
      await company.call('sales2', `${path}/delete`, { id: data.id });
    }
    const [row] = await company.database.rows(
      `select count(*)::int as written from masked_lookup where state = 'written' and entity = 'customer_phone'`,
    );
    expect(row?.written).toBe(30);
    const bad = { ...newCustomer('13788889999'), intentionProjectIds: ['01a30000-0000-7000-8000-000000000000'] };
    await company.call('sales2', '/v1/customer/modify', { id: own.data.id, version: 99, mobile: '13788889998' });
    const states = await company.database.rows(`select state from masked_lookup where value = $1`, [
      hashOf('13788889998'),
    ]);
    expect(states).toEqual([{ state: 'told' }]);
    expect((await company.call('sales2', '/v1/customer/create', bad)).code).toBe('1');
  });

  it('asks about twenty a minute', async () => {
    const [known = ''] = await strangers(1);
    const check = (value: string) =>
      company.call<{ message?: string }>('promoter', '/v1/lead/check', { field: 'mobile', value });
    expect(await check(known)).toMatchObject({ data: { free: false, message: '号码已有记录，登记后按重复线索处理' } });
    const answers = [];
    for (const one of guesses(30)) answers.push(await check(one));
    expect(answers.map(codeOf).filter((code) => code === 'E_LOOKUP_LIMIT')).toHaveLength(11);
    // What is asked again while it is typed is the same.
    expect((await check(known)).code).toBe('0');
  });

  it('dials twenty a minute that were typed, and is told of no more by a call that comes in', async () => {
    const numbers = await strangers(25);
    const dial = (number: string) => company.call('sales3', '/v1/phone/call/create', { provider: 'webphone', number });
    const answers = [];
    for (const number of numbers) answers.push(await dial(number));
    expect(answers.map(codeOf).filter((code) => code === 'E_PHONE_OUT_OF_SCOPE')).toHaveLength(20);
    expect(answers.map(codeOf).filter((code) => code === 'E_LOOKUP_LIMIT')).toHaveLength(5);
    const own = await create('sales3', '13799990001');
    expect(codeOf(own)).toBe('E_LOOKUP_LIMIT');
    await quota(0, 0);
    const { data } = await company.call<{ matches: unknown[] }>('sales3', '/v1/phone/call/incoming/create', {
      ...{ provider: 'webphone', providerCallId: 'in-1', caller: '13770000001' },
    });
    expect(data.matches).toEqual([]);
  });
});

it('an attack without a pause gives nothing back and stands in the log', async () => {
  const before = (await logged('customer.lookup')).length;
  const until = Date.now() + attackMs;
  let asked = 0;
  // The same value again within ten minutes is the same look-up: it tells nothing new, and is answered.
  const answered = new Set<string | undefined>();
  for (let from = 0; asked < 125 || Date.now() < until; from += 25) {
    const group = guesses(25, (from % 8000) + 300);
    const or = query('sales2', { or: group.map(mobile) });
    const alone = await Promise.all(group.map((one) => query('sales2', mobile(one))));
    expect((await or).code).toBe('1');
    asked += group.length;
    for (const [at, { code }] of alone.entries()) if (code === '0') answered.add(group[at]);
    for (const { data } of alone) expect(data.list ?? []).toEqual([]);
  }
  expect(asked).toBeGreaterThan(100);
  expect(answered.size).toBeLessThanOrEqual(20 * Math.ceil(attackMs / 60_000 + 1));
  const [row] = (await logged('customer.lookup')).slice(before);
  expect(row).toMatchObject({ staff_id: company.ids.sales2, value: expect.stringContaining('按整值查找手机号') });
}, 120_000);
