import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';
import { addStaff, codeOf, signIn } from './attack.testing.ts';

// A token is drawn by the server at every sign-in, is nobody's before, and lives no longer than the password it came from.
let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
});
afterAll(() => company.close());

const view = '/v1/sys/user/my/view';
const alive = async (token: string) => codeOf(await company.call(undefined, view, {}, { 'x-app-token': token }));
const login = (headers: Readonly<Record<string, string>>, more: object = {}, query = '') =>
  company.app.inject({
    method: 'POST',
    url: `/v1/sys/user/login${query}`,
    headers,
    payload: { account: 'sales', password: testPassword, ...more },
  });

describe('a token', () => {
  it('is another at every sign-in, long, and stored as a hash only', async () => {
    const tokens = await Promise.all([1, 2, 3].map(() => signIn(company, 'sales')));
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      const [row] = await company.database.rows('select count(*)::int as n from login_session where token_hash = $1', [
        token,
      ]);
      expect(row).toEqual({ n: 0 });
    }
  });

  it('that somebody brings along is never taken over', async () => {
    const planted = 'A'.repeat(43);
    const ways: readonly (readonly [Readonly<Record<string, string>>, object, string])[] = [
      [{ 'x-app-token': planted }, {}, ''],
      [{ cookie: `token=${planted}; session=${planted}; __Host-session=${planted}` }, {}, ''],
      [{}, { token: planted }, ''],
      [{}, {}, `?token=${planted}&session=${planted}`],
    ];
    for (const [headers, body, query] of ways) {
      const response = await login(headers, body, query);
      expect(response.body).not.toContain(planted);
      expect(await alive(planted)).toBe('E_SESSION');
    }
  });

  it('of somebody else who signed in before is not the next one’s', async () => {
    const first = await signIn(company, 'sales');
    const response = await login({ 'x-app-token': first });
    expect(response.json().data.token).not.toBe(first);
  });

  it('is taken from its header alone', async () => {
    const token = await signIn(company, 'sales');
    const asked = (url: string, headers: Readonly<Record<string, string>>) =>
      company.app.inject({ method: 'POST', url, headers, payload: { token } });
    for (const [url, headers] of [
      [`${view}?token=${token}&x-app-token=${token}`, {}],
      [view, { cookie: `token=${token}; x-app-token=${token}` }],
      [view, { authorization: `Bearer ${token}` }],
      [view, { referer: `https://admin.example/?token=${token}` }],
    ] as const)
      expect((await asked(url, headers)).json().code).toBe('1002');
    expect(await alive(token)).toBe('0');
  });

  it('stands in no address, header or cookie of an answer', async () => {
    const response = await login({});
    const { token } = response.json().data;
    const { headers } = response;
    expect(JSON.stringify(headers)).not.toContain(token);
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers.location).toBeUndefined();
  });
});

it('cookies, where there are any, are for us and no script', async () => {
  const responses = [await login({}), await login({}, { password: 'wrong-Pass1' })];
  for (const { headers } of responses)
    for (const cookie of [headers['set-cookie'] ?? []].flat()) {
      expect(cookie).toMatch(/;\s*HttpOnly/i);
      expect(cookie).toMatch(/;\s*SameSite=(Lax|Strict)/i);
      expect(cookie).toMatch(/;\s*Path=\//i);
      expect(cookie).not.toMatch(/;\s*Domain=/i);
    }
});

describe('a change of who one is', () => {
  it('ends all sessions of the old password: others at once, one’s own within a minute', async () => {
    const id = await addStaff(company, 'renewed', 'sales');
    const [other, own] = [await signIn(company, 'renewed'), await signIn(company, 'renewed')];
    const body = { password: testPassword, newPassword: 'Other-pass3' };
    const changed = await company.call(undefined, '/v1/sys/user/password/modify', body, { 'x-app-token': own });
    expect(codeOf(changed)).toBe('0');
    expect(await alive(other)).toBe('E_SESSION');
    const [row] = await company.database.rows(
      "select bool_and(expire_at <= now() + interval '1 minute') as ends from login_session where staff_id = $1 and revoked_at is null",
      [id],
    );
    expect(row).toEqual({ ends: true });
    expect(await alive(await signIn(company, 'renewed', 'Other-pass3'))).toBe('0');
  });

  it('looking as another has a token of its own, which is not one’s own', async () => {
    const own = await signIn(company, 'admin');
    const answer = await company.call<{ token: string }>(
      undefined,
      '/v1/role/view/as',
      { staffId: company.ids.sales },
      { 'x-app-token': own },
    );
    if (codeOf(answer) !== '0') throw new TypeError(JSON.stringify(answer));
    expect(answer.data.token).not.toBe(own);
    await company.call(undefined, '/v1/sys/user/logout', {}, { 'x-app-token': own });
    expect(await alive(answer.data.token)).not.toBe('0');
  });
});
