import { describe, expect, it } from 'vitest';
import type { Where } from '../../engine/model/wire/index.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import {
  codeOf,
  company,
  guesses,
  hashOf,
  hidden,
  is,
  logged,
  mobile,
  ofPool,
  query,
  quota,
  startLookupCompany,
} from './lookup-company.testing.ts';

startLookupCompany();

const lookups = async () =>
  (await company.database.rows(`select count(*)::int as n from masked_lookup where mask = 'mobile'`))[0]?.n;

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
    for (const search of ['张三', 'zhangsan', 'wangxiaoming', 'KH20260101000001', '20260', '张 三'])
      expect((await query('sales', { search })).code).toBe('0');
    expect(await lookups()).toBe(0);
    await query('sales', { search: '138-5123 4099' });
    expect(await lookups()).toBe(1);
    // Four digits may be the end of a number.
    await query('sales', { search: '2026' });
    expect(await lookups()).toBe(2);
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
