import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploadAs } from '../testing/multipart.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { addStaff, codeOf, signIn } from './attack.testing.ts';

// What is taken from somebody is gone with the next request. Nodes and open streams: server/access/sessions-on-nodes.
let company: TestApp;
let serial = 0;
beforeAll(async () => {
  company = await startTestApp();
});
afterAll(() => company.close());

async function someone(values: Readonly<Record<string, unknown>> = {}) {
  serial += 1;
  const account = `revoked${serial}`;
  const id = await addStaff(company, account, 'sales', values);
  const token = await signIn(company, account);
  const ask = async (path = '/v1/sys/user/my/view', body = {}) =>
    codeOf(await company.call(undefined, path, body, { 'x-app-token': token }));
  return { id, account, token, ask };
}

it('an account that is stopped', async () => {
  const { id, ask } = await someone();
  expect(await ask()).toBe('0');
  expect(codeOf(await company.call('admin', '/v1/sys/user/disable', { id }))).toBe('0');
  expect(await ask()).toBe('E_STOPPED');
  // By whatever way it was stopped, and though nobody ended the session.
  const other = await someone();
  await company.records.update('staff', other.id, { status: 'suspended' });
  expect(await other.ask()).toBe('E_STOPPED');
});

it('a permission of a role', async () => {
  const role = await company.records.insert('role', {
    code: 'fleeting',
    name: 'fleeting',
    dataScope: 'all',
    menus: ['*'],
    permissions: ['customer:query'],
    entityScopes: [],
    builtIn: false,
    enabled: true,
  });
  const { ask } = await someone({ roleIds: [role] });
  expect(await ask('/v1/customer/query')).toBe('0');
  await company.records.update('role', role, { permissions: [] });
  expect(await ask('/v1/customer/query')).toBe('E_NO_PERMISSION');
  await company.records.update('role', role, { permissions: ['customer:query'], enabled: false });
  expect(await ask('/v1/customer/query')).toBe('E_NO_PERMISSION');
});

it('a password that somebody else has set anew', async () => {
  const { id, ask } = await someone();
  expect(codeOf(await company.call('admin', '/v1/sys/user/reset/password', { id }))).toBe('0');
  expect(await ask()).toBe('E_SESSION');
});

it('an address of a file, with the session it was given to', async () => {
  const { account, token, ask } = await someone();
  const id = await uploadAs(company, account, 'a.csv', Buffer.from('姓名\n张三\n'));
  const given = await company.call<{ address: string }>(
    undefined,
    '/v1/file/download',
    { id },
    { 'x-app-token': token },
  );
  const fetched = async () => (await company.app.inject({ method: 'GET', url: given.data.address })).statusCode;
  expect(given.data.address).not.toContain(token);
  const before = (await company.app.inject({ method: 'GET', url: given.data.address })).body;
  expect(before).toContain('张三');
  expect(await ask('/v1/sys/user/logout')).toBe('0');
  expect((await company.app.inject({ method: 'GET', url: given.data.address })).body).not.toContain('张三');
  expect(await fetched()).toBeLessThan(500);
});
