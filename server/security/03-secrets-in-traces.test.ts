import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseText } from '../testing/marked-company.ts';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';
import { addCustomer, codeOf, signIn } from './attack.testing.ts';
import { buildLogged } from './logged-app.testing.ts';

// Canaries in every place a secret is typed; afterwards the whole database and the log of the process are looked through.
let company: TestApp;
const canary = {
  mobile: '13812349876',
  password: 'Canary-7731x',
  account: 'canary-Account-4471',
  wechat: 'canarywx9914',
};

beforeAll(async () => {
  company = await startTestApp();
});
afterAll(() => company.close());

it('keeps what is secret out of tables, history and logs', async () => {
  const { password, account, mobile, wechat } = canary;
  await company.call(undefined, '/v1/sys/user/login', { account: 'sales', password });
  await company.call(undefined, '/v1/sys/user/login', { account, password });
  const token = await signIn(company, 'sales2');
  const id = await addCustomer(company, 'sales', { mobile, wechat });
  await company.call('sales', '/v1/customer/modify', { id, version: 1, wechat: `${wechat}2` });
  await company.call('sales', '/v1/customer/query', { where: { search: mobile } });
  const changed = await company.call('promoter', '/v1/sys/user/password/modify', {
    password: testPassword,
    newPassword: `${password}1`,
  });
  expect(codeOf(changed)).toBe('0');
  const kept = JSON.stringify([...(await databaseText(company))]);
  // The log itself is there, or nothing would be proven.
  expect(kept).toContain('customer.create');
  for (const secret of [mobile, password, account, wechat, token]) expect(kept).not.toContain(secret);
});

it('names no token, body or query in the lines of the process', async () => {
  const lines: string[] = [];
  const sink = new PassThrough();
  sink.on('data', (line: Buffer) => lines.push(line.toString()));
  const app = await buildLogged(company, pino({ level: 'debug' }, sink));
  try {
    const token = await company.token('sales');
    const headers = { 'x-app-token': token };
    await app.inject({
      method: 'POST',
      url: '/v1/customer/query',
      headers,
      payload: { where: { search: canary.mobile } },
    });
    await app.inject({
      method: 'POST',
      url: '/v1/sys/user/login',
      payload: { account: 'sales', password: canary.password },
    });
    await app.inject({ method: 'GET', url: `/v1/file/content?sign=${canary.account}&token=${token}` });
    const text = lines.join('');
    expect(text).toContain('/v1/sys/user/login');
    for (const secret of [token, ...Object.values(canary)]) expect(text).not.toContain(secret);
  } finally {
    await app.close();
  }
});
