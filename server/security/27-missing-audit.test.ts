import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';
import { addCustomer, codeOf } from './attack.testing.ts';

// Every act leaves one row, and nobody can take it back. Sealing: server/audit; refusals in bulk: server/logs/record-audit;
// plays of recordings: server/domain/call/calls.
let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
});
afterAll(() => company.close());

/** The rows a piece of work leaves, by action and result. */
async function left(work: () => Promise<unknown>): Promise<readonly string[]> {
  const [{ last } = { last: null }] = await company.database.rows('select max(id::text) as last from operation_log');
  await work();
  const rows = await company.database.rows(
    'select action, result from operation_log where $1::text is null or id > $1::uuid order by id',
    [last],
  );
  return rows.map(({ action, result }) => `${action} ${result}`);
}

describe('one row is left by', () => {
  it('a record made, changed and looked at in clear', async () => {
    let id = '';
    for (const account of ['sales', 'admin']) await company.token(account);
    const made = await left(async () => {
      id = await addCustomer(company, 'sales');
    });
    expect(made.filter((row) => row === 'customer.create ok')).toHaveLength(1);
    const change = () => company.call('sales', '/v1/customer/modify', { id, version: 1, name: '改名' });
    expect(await left(change)).toEqual(['customer.modify ok']);
    const reveal = () => company.call('admin', '/v1/customer/reveal', { id, field: 'mobile', reason: '电话核对' });
    expect(await left(reveal)).toEqual(['customer.reveal ok']);
  });

  it('an export', async () => {
    await company.token('admin');
    const run = () => company.call('admin', '/v1/customer/export', { format: 'csv', columns: ['name'] });
    expect(await left(run)).toEqual(['customer.export ok']);
  });

  it('signing in, a wrong password, and signing out', async () => {
    const signIn = (password: string) =>
      company.call(undefined, '/v1/sys/user/login', { account: 'promoter', password });
    expect(await left(() => signIn('wrong-Pass1'))).toEqual(['session.signIn fail']);
    let token = '';
    const good = await left(async () => {
      token = String((await signIn(testPassword)).data.token);
    });
    expect(good).toEqual(['session.signIn ok']);
    const out = () => company.call(undefined, '/v1/sys/user/logout', {}, { 'x-app-token': token });
    expect(await left(out)).toEqual(['session.signOut ok']);
  });

  it('what is refused for want of a permission', async () => {
    const ask = async () => {
      expect(codeOf(await company.call('sales', '/v1/role/create', { code: 'x', name: 'x' }))).toBe('E_NO_PERMISSION');
    };
    expect(await left(ask)).toEqual(['access.refused fail']);
  });

  it('looking as another', async () => {
    const begin = () => company.call('admin', '/v1/role/view/as', { staffId: company.ids.sales });
    expect((await left(begin)).filter((row) => row.endsWith('viewAs ok'))).toHaveLength(1);
  });
});

it('neither the application nor whoever gets in through it can change or remove a row', async () => {
  for (const table of ['operation_log', 'audit_seal', 'audit_verification', 'reveal_log'])
    for (const statement of [
      `update ${table} set created_at = now()`,
      `delete from ${table}`,
      `truncate ${table}`,
      `drop table ${table}`,
    ])
      await expect(company.connection.pool.query(statement), statement).rejects.toThrow(
        /permission denied|must be owner/,
      );
});
