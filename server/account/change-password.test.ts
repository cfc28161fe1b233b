import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCatalogue } from '../../engine/model/faults/index.ts';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';

let company: TestApp;

beforeAll(async () => {
  company = await startTestApp();
});

afterAll(() => company.close());

const path = '/v1/sys/user/password/modify';
const signIn = (account: string, password: string) =>
  company.call<{ token: string; firstLogin: string }>(undefined, '/v1/sys/user/login', { account, password });
const isAlive = async (token: string) =>
  (await company.call(undefined, '/v1/sys/user/my/view', {}, { 'x-app-token': token })).code;

it.each([
  ['', 'Aa1!xx', 'E_PASSWORD_OLD_REQUIRED'],
  ['12345', 'Aa1!xx', 'E_PASSWORD_OLD_MIN'],
  [testPassword, '', 'E_PASSWORD_REQUIRED'],
  [testPassword, 'Aa1!Aa1!Aa1!Aa1!Aa1!A', 'E_PASSWORD_MAX'],
  [testPassword, 'Aa1!x', 'E_PASSWORD_MIN'],
  [testPassword, '!Aa1xx', 'E_PASSWORD_START'],
  [testPassword, 'Abcdef1', 'E_PASSWORD_COMPOSE'],
  [testPassword, 'Aa1! xx', 'E_PASSWORD_COMPOSE'],
  [testPassword, testPassword, 'E_PASSWORD_SAME'],
  ['wrong-Pass1', 'Aa1!xx', 'E_PASSWORD_WRONG'],
] as const)('%j → %j is refused with %s, and nothing changes', async (password, newPassword, code) => {
  const answer = await company.call('sales', path, { password, newPassword });
  expect(answer).toMatchObject({ code: '1', message: errorCatalogue[code].zh, data: { error: { code } } });
  expect((await signIn('sales', testPassword)).code).toBe('0');
});

it('gives the new password, ends every other session and asks for no change at the next sign-in', async () => {
  await company.database.rows('update staff set first_login = true where id = $1', [company.ids.sales2]);
  const other = await signIn('sales2', testPassword);
  expect(other.data.firstLogin).toBe('0');
  const here = await signIn('sales2', testPassword);
  const answer = await company.call(
    undefined,
    path,
    { password: testPassword, newPassword: 'New-pass2' },
    { 'x-app-token': here.data.token, 'idempotency-key': 'change-1234' },
  );
  expect(answer).toEqual({ code: '0', message: '密码修改成功，请重新登录', data: null });
  expect(await isAlive(other.data.token)).toBe('1002');
  expect(await isAlive(here.data.token)).toBe('0');
  expect((await signIn('sales2', testPassword)).code).toBe('1');
  expect(await signIn('sales2', 'New-pass2')).toMatchObject({ code: '0', data: { firstLogin: '1' } });
  const [logged] = await company.records.find('operation_log', { action: 'staff.password' }, 1);
  expect(logged).toMatchObject({ staffId: company.ids.sales2, before: null, after: null });
  expect(await company.database.rows("select 1 from idempotency_key where key = 'change-1234'")).toEqual([]);
});

it('slows guesses at the old password', async () => {
  const guess = () => company.call('sales3', path, { password: 'guess-Pass1', newPassword: 'New-pass2' });
  for (let n = 0; n < 5; n++) expect(await guess()).toMatchObject({ data: { error: { code: 'E_PASSWORD_WRONG' } } });
  expect(await guess()).toMatchObject({ data: { error: { code: 'E_LOGIN_THROTTLED' } } });
});
