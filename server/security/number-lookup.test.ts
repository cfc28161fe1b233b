import { describe, expect, it } from 'vitest';
import {
  codeOf,
  company,
  create,
  guesses,
  hashOf,
  logged,
  mobile,
  newCustomer,
  query,
  quota,
  startLookupCompany,
} from './lookup-company.testing.ts';

startLookupCompany();

/** Milliseconds that an attacker goes on without a pause. */
const attackMs = process.env.TEST_DEPTH === 'deep' ? 60_000 : 2000;

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
