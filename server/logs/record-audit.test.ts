import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProtection } from '../kernel/crypto/protection.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import { audited } from '../records/log/record-audit.ts';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';
import { RefusalAudit } from './refusal-audit.ts';

let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
});
afterAll(() => company.close());

const rows = (values: Readonly<Record<string, unknown>>) =>
  company.records.find('operation_log', { catalog: 'security', ...values });
const signIn = (account: string, password: string) =>
  company.call(undefined, '/v1/sys/user/login', { account, password });

describe('signing in', () => {
  it('is written down, good and bad, without what was typed', async () => {
    await signIn('sales', testPassword);
    expect(await rows({ action: 'session.signIn', staffId: company.ids.sales })).toMatchObject([
      { result: 'ok', value: '登录成功', ip: '127.0.0.1' },
    ]);
    await signIn('sales', 'my-Secret1');
    await signIn('my-Secret2', 'my-Secret1');
    const failed = await rows({ action: 'session.signIn', result: 'fail' });
    expect(failed.map(({ value }) => value).sort()).toEqual([
      '登录失败：sales（账号或密码错误）',
      '登录失败：没有这个账号（账号或密码错误）',
    ]);
    expect(failed.some(({ after }) => JSON.stringify(after).includes(String(company.ids.sales)))).toBe(true);
    expect(JSON.stringify(failed)).not.toContain('Secret');
  });

  it('is written down when it ends', async () => {
    await company.call('sales2', '/v1/sys/user/logout');
    expect(await rows({ action: 'session.signOut', staffId: company.ids.sales2 })).toHaveLength(1);
  });
});

describe('refusals of permission', () => {
  const ask = () => company.call('sales3', '/v1/web/operation/log/query');

  it('have one row in a minute and then a count, however often they are repeated', async () => {
    for (let n = 0; n < 50; n++) expect(await ask()).toMatchObject({ code: '1001' });
    const own = { staffId: company.ids.sales3, action: 'access.refused' };
    expect(await rows(own)).toMatchObject([
      { result: 'fail', after: { code: 'E_NO_PERMISSION', path: '/v1/web/operation/log/query' } },
    ]);
  });

  it('are none where rows are merely out of reach or the input is bad', async () => {
    const before = await company.records.count('operation_log', { catalog: 'security' });
    await company.call('sales3', '/v1/crm/customer/view', { id: company.ids.sales });
    await company.call('sales3', '/v1/crm/customer/query', { size: 'x' });
    // Signing in is written down, once.
    expect(await company.records.count('operation_log', { catalog: 'security' })).toBe(before);
  });
});

describe('an attacker who repeats himself', () => {
  const source = () => ({
    documents: company.documents,
    db: company.connection.db,
    protection: createProtection(company.database.secretKey),
  });
  const written = async (ip: string) => (await rows({ ip })).map(({ value }) => value);
  const refusal = (value: string) =>
    audited(refuse('E_LOGIN'), { action: 'probe.ask', title: `问 ${value}`, facts: { value }, result: 'fail' });

  it('fills no disk: counted per act, then per caller, then altogether', async () => {
    const audit = new RefusalAudit(source(), { window: 3_600_000, perCaller: 3, inAll: 6 });
    for (let n = 0; n < 40; n++) await audit.note(refusal(String(n % 10)), '/v1/probe', { ip: '10.9.0.1' });
    expect(await written('10.9.0.1')).toEqual(['更多被拒绝的请求', '问 2', '问 1', '问 0']);
    for (let n = 0; n < 20; n++) await audit.note(refusal('a'), '/v1/probe', { ip: `10.9.1.${n}` });
    await audit.close();
    const all = [...(await written('10.9.0.1')), ...(await written(''))].filter((text) => /次）$/.test(String(text)));
    expect(all.sort()).toEqual([
      '更多被拒绝的请求（另有 17 次）',
      '更多被拒绝的请求（另有 27 次）',
      ...[0, 1, 2].map((n) => `问 ${n}（另有 3 次）`),
    ]);
  });

  it('is refused all the same where the row cannot be written', async () => {
    const faults: unknown[] = [];
    const gone = { ...source(), documents: { ...company.documents, entities: new Map() } };
    const audit = new RefusalAudit(gone, { onFault: (error) => faults.push(error) });
    await audit.note(refusal('x'), '/v1/probe', { ip: '10.9.2.1' });
    await audit.close();
    expect(faults).toHaveLength(1);
  });
});
