import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockAfter, lockSeconds } from '../db/sign-in-throttle.ts';
import { type FuzzOperation, operationsOf } from '../fuzz/material.testing.ts';
import { hashPassword } from '../kernel/crypto/password.ts';
import { addStaff } from '../testing/add-staff.ts';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';

let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
}, 60_000);
afterAll(() => company.close());

type From = { readonly ip?: string; readonly cookie?: string; readonly headers?: Readonly<Record<string, string>> };

const path = '/v1/sys/user/login';
const send = (account: string, password: string, { ip = '10.9.0.1', cookie, headers = {} }: From = {}) =>
  company.app.inject({
    method: 'POST',
    url: path,
    payload: { account, password },
    headers: { 'x-app-platform': 'sys', ...(cookie === undefined ? {} : { cookie }), ...headers },
    remoteAddress: ip,
  });
const codeIn = (answer: { json: () => { code: string; data: { error?: { code: string } } } }) => {
  const { code, data } = answer.json();
  return code === '0' ? '0' : String(data.error?.code);
};
const signIn = async (account: string, password: string, from?: From) => codeIn(await send(account, password, from));
/** Signs in and answers the cookie by which the device is known from then on. */
const deviceOf = async (account: string, password = testPassword) => {
  const answer = await send(account, password);
  expect(codeIn(answer)).toBe('0');
  return String(answer.headers['set-cookie']);
};
const sent = (cookie: string) => cookie.split(';')[0] ?? '';
const wrong = 'wrong-Pass1';
const forget = () => company.database.rows('delete from sign_in_attempt');
const pass = (seconds: number) =>
  company.database.rows(`update sign_in_attempt set last_at = last_at - interval '${seconds} seconds'`);

describe('guesses at an account', () => {
  it('count in total, from however many addresses they come', async () => {
    await forget();
    const codes: string[] = [];
    for (let place = 1; place <= 20; place += 1)
      for (let n = 0; n < 5; n += 1) codes.push(await signIn('sales', wrong, { ip: `10.1.0.${place}` }));
    // A slow machine may see the first delays pass.
    expect(codes.filter((code) => code === 'E_LOGIN').length).toBeLessThanOrEqual(9);
    expect(codes.slice(0, 5)).toEqual(Array(5).fill('E_LOGIN'));
  });

  it('are no more when they come at once', async () => {
    await forget();
    const began = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => signIn('sales2', wrong, { ip: `10.2.0.${n}` })),
    );
    // On a machine so slow that the first delays pass meanwhile, those that come after them too.
    const passed = [2, 6, 14, 30].filter((seconds) => Date.now() - began > seconds * 1000).length;
    const evaluated = answers.filter((code) => code === 'E_LOGIN').length;
    expect(evaluated).toBeGreaterThanOrEqual(5);
    expect(evaluated).toBeLessThanOrEqual(5 + passed);
  });

  it.each([
    [
      'a number',
      ['13900000003', '+86 139 0000 0003', '１３９０００００００３', '139-0000-0003', '(86)13900000003', 'sales'],
    ],
    ['somebody who is not there', ['nobody', 'NoBody', ' nobody ', 'ｎｏｂｏｄｙ', 'NOBODY', 'nobody']],
  ])('count together however %s is written', async (_, spellings) => {
    await forget();
    const codes: string[] = [];
    for (const [n, spelling] of spellings.entries())
      codes.push(await signIn(spelling, wrong, { ip: `10.3.0.${n}`, headers: { 'x-forwarded-for': `1.2.3.${n}` } }));
    expect(codes).toEqual([...Array(5).fill('E_LOGIN'), 'E_LOGIN_THROTTLED']);
  });

  it('lock it in the end: administrators are told once, the log tells it, and nobody guesses on', async () => {
    await forget();
    for (let n = 0; n < lockAfter; n += 1) {
      expect(await signIn('sales3', wrong, { ip: `10.4.0.${n}` })).toBe('E_LOGIN');
      await pass(n + 1 < lockAfter ? 200 : 0);
    }
    expect(await signIn('sales3', testPassword)).toBe('E_LOGIN_LOCKED');
    const notices = await company.records.find('notification', { title: '账号已锁定' });
    expect(notices.map(({ receiverId }) => receiverId)).toEqual([company.ids.admin]);
    expect(String(notices[0]?.content)).toContain('sales3');
    const [logged] = await company.records.find('operation_log', { action: 'staff.lock' });
    expect(logged).toMatchObject({ entityId: company.ids.sales3, after: { failures: lockAfter, minutes: 15 } });
    await pass(lockSeconds);
    expect(await signIn('sales3', wrong)).toBe('E_LOGIN');
    expect(await signIn('sales3', testPassword)).toBe('E_LOGIN_LOCKED');
    expect(await company.records.count('notification', { title: '账号已锁定' })).toBe(1);
    await pass(lockSeconds);
    expect(await signIn('sales3', testPassword)).toBe('0');
    expect(await signIn('sales3', wrong)).toBe('E_LOGIN');
  });

  it('do to an account that is not there what they do to one that is', async () => {
    const codes = async (account: string) => {
      await forget();
      const seen: string[] = [];
      for (let n = 0; n < lockAfter + 2; n += 1) {
        seen.push(await signIn(account, wrong));
        if (n > 5) await pass(200);
      }
      return seen;
    };
    const there = await codes('promoter');
    expect(there).toContain('E_LOGIN_THROTTLED');
    expect(await codes('nobody-at-all')).toEqual(there);
  });

  it('take as long for one that is not there', async () => {
    // As the product would have made it: accounts of tests have one that is checked faster.
    const passwordHash = await hashPassword(testPassword);
    await company.database.rows("update staff set password_hash = $1 where account = 'manager'", [passwordHash]);
    const times: Record<'there' | 'not', number[]> = { there: [], not: [] };
    for (let n = 0; n < (isDeep ? 200 : 12); n += 1)
      for (const [kind, account] of [
        ['there', 'manager'],
        ['not', 'nobody-else'],
      ] as const) {
        await forget();
        const began = performance.now();
        await signIn(account, wrong);
        times[kind].push(performance.now() - began);
      }
    const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1] ?? 0;
    const ratio = median(times.there) / median(times.not);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.67);
  });
});

describe('a device that signed in before', () => {
  it('is let through what others did, and is counted by itself', async () => {
    await forget();
    const cookie = sent(await deviceOf('group_leader'));
    for (let n = 0; n < lockAfter; n += 1) {
      await signIn('group_leader', wrong, { ip: `10.5.0.${n}` });
      await pass(200);
    }
    await signIn('group_leader', wrong);
    expect(await signIn('group_leader', testPassword)).toBe('E_LOGIN_LOCKED');
    expect(await signIn('group_leader', testPassword, { cookie })).toBe('0');
    // Its own guesses are slowed too, and the others' lock stays as it was.
    for (let n = 0; n < 5; n += 1) expect(await signIn('group_leader', wrong, { cookie })).toBe('E_LOGIN');
    expect(await signIn('group_leader', testPassword, { cookie })).toBe('E_LOGIN_THROTTLED');
    expect(await signIn('group_leader', testPassword)).toBe('E_LOGIN_LOCKED');
  });

  it('is known by a cookie that no page reads and no other site sends, of one account, until the password changes', async () => {
    await forget();
    const whole = await deviceOf('manager');
    await company.token('manager');
    expect(whole).toMatch(
      /^device-[0-9a-f]{16}=[\w-]{22}[.][\w-]{43}; Path=\/v1\/sys\/user\/login; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    const lock = async (account: string) => {
      await company.database.rows(
        `insert into sign_in_attempt (kind, key, failures, last_at) values ('account', $1, 12, now())
        on conflict (kind, key) do update set failures = 12, last_at = now()`,
        [company.ids[account] ?? ''],
      );
    };
    await lock('manager');
    await lock('promoter');
    const cookie = sent(whole);
    const [name = '', value = ''] = cookie.split('=');
    const others = sent(whole).replace(name, sent(await deviceOfNobodyLocked('admin')).split('=')[0] ?? '');
    expect(await signIn('manager', testPassword, { cookie: `other=1; ${cookie}` })).toBe('0');
    await lock('manager');
    for (const forged of [
      `${name}=${'A'.repeat(22)}.${value.split('.')[1]}`,
      `${name}=${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`,
      `${name}=`,
      others,
    ])
      expect(await signIn('manager', testPassword, { cookie: forged }), forged).toBe('E_LOGIN_LOCKED');
    expect(await signIn('promoter', testPassword, { cookie })).toBe('E_LOGIN_LOCKED');
    const changed = { password: testPassword, newPassword: 'Changed-9x' };
    expect((await company.call('manager', '/v1/sys/user/password/modify', changed)).code).toBe('0');
    await lock('manager');
    expect(await signIn('manager', 'Changed-9x', { cookie })).toBe('E_LOGIN_LOCKED');
  });

  const deviceOfNobodyLocked = async (account: string) => deviceOf(account);
});

describe('an office behind one address', () => {
  it('is not locked out by one person, and slowed only by what no office does; devices that are known not even then', async () => {
    await forget();
    const cookie = sent(await deviceOf('sales'));
    for (let n = 0; n < 60; n += 1) await signIn(`stranger-${n}`, wrong, { ip: '10.9.0.9' });
    expect(await signIn('sales2', testPassword, { ip: '10.9.0.9' })).toBe('0');
    await company.database.rows(
      "update sign_in_attempt set failures = 400, last_at = clock_timestamp() where kind = 'address'",
    );
    expect(await signIn('sales3', testPassword, { ip: '10.9.0.9' })).toBe('E_LOGIN_THROTTLED');
    // What the address was refused is not counted against the account.
    expect(
      await company.database.rows('select 1 from sign_in_attempt where key = $1 and failures > 0', [
        company.ids.sales3 ?? '',
      ]),
    ).toEqual([]);
    expect(await signIn('sales', testPassword, { ip: '10.9.0.9', cookie })).toBe('0');
    expect(await signIn('sales3', testPassword, { ip: '10.9.0.10' })).toBe('0');
  });
});

describe('a password that was given', () => {
  const open = [
    '/v1/sys/menu/button/my/query',
    '/v1/sys/menu/item/my/query',
    '/v1/sys/user/logout',
    '/v1/sys/user/my/avatar/view',
    '/v1/sys/user/my/view',
    '/v1/sys/user/password/modify',
  ];

  it('lets nothing but changing it and what the dialog needs answer, whatever is asked and how', async () => {
    await forget();
    await addStaff(company, 9, { account: 'fresh', roleIds: [company.ids['role:admin']] });
    const token = await company.token('fresh');
    const headers = { 'x-app-token': token };
    // What was given to the session before: an address of a file, a job.
    const exported = await company.call('fresh', '/v1/sys/user/export', { format: 'csv' });
    const fileId = await company.records.insert('file_object', {
      ...{ name: 'a.txt', kind: 'image', mime: 'text/plain', size: 1, sha256: 'x', storageKey: 'nowhere' },
      private: false,
    });
    const { data } = await company.call<{ address: string }>('fresh', '/v1/file/download', { id: fileId });
    await company.database.rows("update staff set first_login = true where account = 'fresh'");
    expect(codeIn(await company.app.inject({ method: 'GET', url: data.address }))).toBe('E_PASSWORD_FIRST');
    const job = { id: exported.data.jobId };
    expect((await company.call('fresh', '/v1/background/job/cancel', job)).code).toBe('1');
    const { operations } = await operationsOf(company);
    const ask = async ({ path: url, method, takes }: FuzzOperation, by: Readonly<Record<string, string>>) => {
      const file = { payload: '--x--', headers: { ...by, 'content-type': 'multipart/form-data; boundary=x' } };
      const body = takes === 'file' ? file : { payload: {}, headers: by };
      return codeIn(
        await company.app.inject(method === 'GET' ? { method, url, headers: by } : { method, url, ...body }),
      );
    };
    const answered: string[] = [];
    let asked = 0;
    // Leaving comes last.
    for (const operation of operations.sort((a) => (a.path.endsWith('/logout') ? 1 : -1))) {
      if ((await ask(operation, {})) !== 'E_SESSION') continue;
      asked += 1;
      if ((await ask(operation, headers)) !== 'E_PASSWORD_FIRST') answered.push(operation.path);
    }
    expect(asked).toBeGreaterThan(300);
    expect(answered.sort()).toEqual(open);
    const again = { 'x-app-token': String((await send('fresh', testPassword)).json().data.token) };
    const change = { password: testPassword, newPassword: 'Brand-new1' };
    expect((await company.call(undefined, '/v1/sys/user/password/modify', change, again)).code).toBe('0');
    expect((await company.call(undefined, '/v1/background/job/view', job, again)).code).toBe('0');
  });

  it('does not stand in the way of who looks as somebody who has not changed his', async () => {
    await company.database.rows("update staff set first_login = true where account = 'sales2'");
    const begun = await company.call<{ token: string }>('admin', '/v1/role/view/as', { staffId: company.ids.sales2 });
    const impersonation = { 'x-app-token': begun.data.token };
    expect((await company.call(undefined, '/v1/customer/query', {}, impersonation)).code).toBe('0');
  });
});
