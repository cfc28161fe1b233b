import { beforeAll, describe, expect, it } from 'vitest';
import type { OnceFact } from '../../engine/model/wire/index.ts';
import { xlsxStream } from '../files/table/write-xlsx.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { importDriver } from '../testing/import-driver.ts';
import { startJobWorker } from '../testing/job-worker.ts';
import {
  addJob,
  ask,
  codeOf,
  company,
  delegate,
  id,
  ids,
  local,
  modify,
  person,
  startPeopleCompany,
  versionOf,
} from './people-company.testing.ts';

startPeopleCompany();

describe('what was found', () => {
  beforeAll(async () => {
    for (const name of ['manager', 'admin', 'hr', 'friend'])
      await company.records.update('staff', id(name), { status: 'active' });
    await company.records.update('staff', id('friend'), { roleIds: [], departmentId: id('group2') });
  });

  it('hr does not move himself', async () => {
    expect(await modify('hr', 'hr', { departmentId: id('clear') })).toBe('E_STAFF_OWN_GRANTS');
  });

  it('hr moves nobody into a department that shows more than he sees', async () => {
    expect(await modify('hr', 'friend', { departmentId: id('clear') })).toBe('E_MASK_ESCALATION');
  });

  it('nor out of one that shows less', async () => {
    await company.records.update('staff', id('friend'), { departmentId: id('dim') });
    expect(await modify('hr', 'friend', { departmentId: id('group2') })).toBe('E_MASK_ESCALATION');
  });

  it('nor makes somebody there', async () => {
    const fresh = { account: 'clearly', name: '新人', mobile: '13512340001', roleIds: [id('role:hr')] };
    expect(await ask('hr', '/v1/sys/user/create', { ...fresh, departmentId: id('clear') })).toBe('E_MASK_ESCALATION');
  });

  it.each([
    ['team', 'clear'],
    ['dimmed', 'division'],
  ])('nor moves the department: %s below %s', async (from, to) => {
    expect(await ask('hr', '/v1/department/move', { id: id(from), parentId: id(to), before: null })).toBe(
      'E_MASK_ESCALATION',
    );
  });

  it('hr does not end the manager, and not with force', async () => {
    expect(await ask('hr', '/v1/sys/user/leave', { id: id('manager'), leaveDate: '2026-12-01' })).toBe(
      'E_GRANT_PERSON',
    );
    await company.records.update('staff', id('manager'), { status: 'leaving' });
    const force = { force: true, reason: '不再来了' };
    expect(await ask('hr', '/v1/sys/user/finish/leave', { id: id('manager'), ...force })).toBe('E_GRANT_PERSON');
    expect((await person('manager')).status).toBe('leaving');
    expect(await ask('admin', '/v1/sys/user/cancel/leave', { id: id('manager') })).toBe('0');
  });

  it('hr does not change how the administrator signs in: not in a form, not for many, not by a file', async () => {
    const { mobile } = await person('admin');
    expect(await modify('hr', 'admin', { mobile: '13699998888' })).toBe('E_GRANT_PERSON');
    await company.call('hr', '/v1/sys/user/modify', { ids: [id('admin')], mobile: '13699998888' });
    await company.call('hr', '/v1/sys/user/modify', { ids: [id('admin')], departmentId: id('dim') });
    const worker = startJobWorker(company.documents, company.database);
    const driver = importDriver(company);
    const chunks: Buffer[] = [];
    const rows = [
      ['登录账号', '手机号'],
      ['admin', '13699998888'],
    ];
    for await (const chunk of xlsxStream([{ name: '员工', rows, headRows: 1 }])) chunks.push(Buffer.from(chunk));
    const fileId = await driver.upload('hr', '员工.xlsx', Buffer.concat(chunks));
    const mapping = { account: 0, mobile: 1 };
    const job = await driver.done(
      await driver.run('hr', 'sys_user', { fileId, mapping, by: ['account'], policy: 'update' }),
    );
    await worker.close();
    expect(job.message).toContain('失败1条');
    expect(await person('admin')).toMatchObject({ mobile, departmentId: id('division') });
  });
});

describe('engaging people for a job', () => {
  const engage = async (account: string, over: Values = {}) =>
    company.call<{ id: string; once?: readonly OnceFact[] }>('hr', '/v1/sys/user/create', {
      ...{ account, name: account, mobile: `1351235${String(1000 + account.length)}`, departmentId: id('group1') },
      ...{ jobId: id('job'), projectIds: [id('project')] },
      ...over,
    });

  it('hr engages a salesperson, who signs in, changes his password and sees his pages', async () => {
    const answer = await engage('newcomer');
    expect(answer.code, JSON.stringify(answer)).toBe('0');
    ids.newcomer = answer.data.id;
    expect((await person('newcomer')).roleIds).toEqual([id('role:sales')]);
    const password = answer.data.once?.[1]?.value;
    const signIn = (secret: unknown) =>
      company.call<{ token: string }>(undefined, '/v1/sys/user/login', { account: 'newcomer', password: secret });
    const { token } = (await signIn(password)).data;
    const change = { password, newPassword: 'Brand-new1' };
    const own = (path: string, body: Values, by: string) => company.call(undefined, path, body, { 'x-app-token': by });
    expect(codeOf(await own('/v1/sys/user/password/modify', change, token))).toBe('0');
    const again = (await signIn('Brand-new1')).data.token;
    expect(codeOf(await own('/v1/sys/page/view', { name: 'definite' }, again))).toBe('0');
    expect(codeOf(await own('/v1/customer/query', {}, again))).toBe('0');
  });

  it('gives no more than what comes with the job', async () => {
    expect(codeOf(await engage('tooMuch', { roleIds: [id('role:manager')] }))).toBe('E_GRANT_ROLE');
    expect(codeOf(await engage('nobody', { jobId: null }))).toBe('E_INPUT_INVALID');
    expect(codeOf(await engage('jobless', { jobId: null, roleIds: [id('role:sales')] }))).toBe('E_GRANT_ROLE');
    const closed = await addJob('closed', ['role:manager']);
    await company.records.update('job', closed, { enabled: false });
    expect(codeOf(await engage('closedJob', { jobId: closed }))).toBe('E_JOB_DISABLED');
  });

  it('what comes with a job is written by who holds it, and taken away by who holds it', async () => {
    const facts = { code: 'own', name: '自己的', departmentId: id('division'), level: 'staff', headcount: 5 };
    expect(await ask('hr', '/v1/job/create', { ...facts, defaultRoleIds: [id('role:manager')] })).toBe('E_GRANT_ROLE');
    const change = async (roles: readonly string[]) =>
      ask('hr', '/v1/job/modify', {
        ...{ id: id('job'), version: await versionOf('job', id('job')), defaultRoleIds: roles.map(id) },
      });
    expect(await change(['role:sales', 'role:manager'])).toBe('E_GRANT_ROLE');
    expect(await change([])).toBe('E_GRANT_ROLE');
  });

  it('who engaged somebody for a job places, stops and lets go whom the job made, and cannot become him', async () => {
    expect(await ask('hr', '/v1/sys/user/disable', { id: id('newcomer') })).toBe('0');
    expect(await ask('hr', '/v1/sys/user/enable', { id: id('newcomer') })).toBe('0');
    expect(await modify('hr', 'newcomer', { departmentId: id('group2') })).toBe('0');
    expect(await ask('hr', '/v1/sys/user/reset/password', { id: id('newcomer') })).toBe('E_GRANT_PERSON');
    expect(await modify('hr', 'newcomer', { mobile: '13599990000' })).toBe('E_GRANT_PERSON');
    expect(await modify('hr', 'newcomer', { dataScope: 'self' })).toBe('E_GRANT_PERSON');
    expect(await ask('hr', '/v1/sys/user/leave', { id: id('newcomer'), leaveDate: '2026-12-01' })).toBe('0');
    expect(await ask('hr', '/v1/sys/user/cancel/leave', { id: id('newcomer') })).toBe('0');
    // A role, a scope or a mask of his own, and he may more than the job makes him.
    const { roleIds } = await person('newcomer');
    for (const more of [{ roleIds: [id('role:sales'), id('role:manager')] }, { jobId: null }]) {
      await company.records.update('staff', id('newcomer'), more);
      expect(await ask('hr', '/v1/sys/user/disable', { id: id('newcomer') })).toBe('E_GRANT_PERSON');
      await company.records.update('staff', id('newcomer'), { roleIds, jobId: id('job') });
    }
    await company.records.insert('masking_policy', {
      ...{ targetType: 'staff', targetId: id('newcomer'), staffId: id('newcomer'), targetName: '', field: 'idcard' },
      ...{ mode: 'plain', revealDailyLimit: 50, callOnly: false, enabled: true },
    });
    expect(await ask('hr', '/v1/sys/user/disable', { id: id('newcomer') })).toBe('E_GRANT_PERSON');
  });
});

it('what somebody leaves behind is dealt with by others, who reach him', async () => {
  const batchOf = (name: string) => ({ fromStaffId: id(name), leaveDate: '2026-12-01' });
  await company.records.update('staff', id(delegate), { status: 'leaving' });
  await company.records.update('staff', id('sales'), { status: 'leaving' });
  expect(await ask(delegate, '/v1/handover/batch/create', batchOf(delegate))).toBe('E_STAFF_OWN');
  expect(await ask(local, '/v1/handover/batch/create', batchOf('sales'))).toBe('E_STAFF_REACH');
  const row = { totalCustomers: 2, assignedCustomers: 1, pooledCustomers: 0, openWorkOrders: 0 };
  const batch = (name: string, batchNo: string, status: string) =>
    company.records.insert('handover_batch', {
      ...{ ...row, ...batchOf(name), batchNo, status, departmentId: id('division') },
    });
  const open = await batch(delegate, 'LZ-1', 'open');
  const done = await batch(delegate, 'LZ-2', 'done');
  const plan = { rule: 'average', shares: [{ staffId: id('sales2') }] };
  expect(await ask(delegate, '/v1/handover/batch/distribute', { id: open, plan })).toBe('E_STAFF_OWN');
  expect(await ask(delegate, '/v1/handover/batch/cancel', { id: open })).toBe('E_STAFF_OWN');
  expect(await ask(delegate, '/v1/handover/batch/undo', { id: done })).toBe('E_STAFF_OWN');
});

describe('a policy about many', () => {
  const policy = { field: 'bankcard', mode: 'hidden', revealDailyLimit: 0, callOnly: true, enabled: true };
  const create = (values: Values) => ask(delegate, '/v1/masking/policy/create', { ...policy, ...values });

  it('is an act on everybody it is about', async () => {
    await company.records.update('staff', id(delegate), { status: 'active', departmentId: id('promotion') });
    await company.records.update('staff', id('manager'), { departmentId: id('division') });
    const division = { targetType: 'department', departmentId: id('division') };
    expect(await create(division)).toBe('E_GRANT_PERSON');
    expect(await create({ targetType: 'department', departmentId: id('promotion') })).toBe('E_STAFF_OWN');
    expect(await create({ targetType: 'role', roleId: id('role:manager') })).toBe('E_GRANT_ROLE');
    expect(await create({ targetType: 'role', roleId: id(`role:${delegate}`) })).toBe('E_STAFF_OWN_GRANTS');
    expect(await create({ targetType: 'department', departmentId: id('dim') })).toBe('0');
    expect(await ask('admin', '/v1/masking/policy/create', { ...policy, ...division })).toBe('0');
  });
});
