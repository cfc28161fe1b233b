import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OnceFact } from '../../engine/model/wire/index.ts';
import { xlsxStream } from '../files/table/write-xlsx.ts';
import { operationsOf } from '../fuzz/material.testing.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { addStaff } from '../testing/add-staff.ts';
import { importDriver } from '../testing/import-driver.ts';
import { startJobWorker } from '../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let company: TestApp;
/** Ids by name: those of the company, and of what is added here. */
const ids: Record<string, string> = {};
/** Somebody to whom every act on people is given, and who holds nothing else; and the same for one department. */
const delegate = 'delegate';
const local = 'local';

beforeAll(async () => {
  company = await startTestApp();
  const { records } = company;
  Object.assign(ids, company.ids);
  const permissions = [
    'staff',
    'department',
    'job',
    'masking_policy',
    'login_session',
    'handover_batch',
    'import_batch',
  ]
    .map((entity) => `${entity}:*`)
    .concat('role:query');
  for (const [code, dataScope] of [
    [delegate, 'all'],
    [local, 'department'],
  ] as const)
    ids[`role:${code}`] = await records.insert('role', {
      code,
      name: code,
      dataScope,
      menus: ['authority', 'personnelOrganization'],
      permissions,
      builtIn: false,
      enabled: true,
    });
  ids.clear = await records.insert('department', { code: 'clear', name: '看得清', path: '/clear/', ...unit });
  ids.dim = await records.insert('department', { code: 'dim', name: '看不见', path: '/dim/', ...unit });
  ids.team = await records.insert('department', {
    ...{ code: 'team', name: '小队', path: '/division/team/', parentId: ids.division },
    ...unit,
  });
  ids.dimmed = await records.insert('department', {
    ...{ code: 'dimmed', name: '看不见的小队', path: '/dim/dimmed/', parentId: ids.dim },
    ...unit,
  });
  // Whoever deletes a mask must see what is under it.
  await company.records.insert('masking_policy', {
    ...{ targetType: 'role', targetId: id(`role:${delegate}`), roleId: id(`role:${delegate}`), targetName: delegate },
    ...{ field: 'wechat', mode: 'plain', revealDailyLimit: 50, callOnly: false, enabled: true },
  });
  await policyAbout('clear', 'idcard', 'plain');
  await policyAbout('dim', 'idcard', 'hidden');
  ids.hr = await addStaff(company, 1, { account: 'hr', department: 'promotion', roleIds: [ids['role:hr']] });
  ids[delegate] = await addStaff(company, 2, {
    ...{ account: delegate, department: 'promotion', roleIds: [ids[`role:${delegate}`]] },
  });
  ids[local] = await addStaff(company, 3, {
    ...{ account: local, department: 'group2', roleIds: [ids[`role:${local}`]] },
  });
  ids.friend = await addStaff(company, 4, { account: 'friend', department: 'group2' });
  ids.job = await addJob('engaged', ['role:sales']);
}, 60_000);
afterAll(() => company.close());

const unit = { kind: 'group', function: 'business', enabled: true };

const policyAbout = (department: string, field: string, mode: string) =>
  company.records.insert('masking_policy', {
    ...{ targetType: 'department', targetId: id(department), departmentId: id(department), targetName: department },
    ...{ field, mode, revealDailyLimit: 50, callOnly: false, enabled: true },
  });
const addJob = (code: string, roles: readonly string[]) =>
  company.records.insert('job', {
    ...{ code, name: code, departmentId: id('division'), level: 'staff', headcount: 50, enabled: true },
    defaultRoleIds: roles.map(id),
  });

const id = (name: string) => ids[name] ?? '';
const codeOf = (answer: { readonly code: string; readonly data: unknown }) =>
  answer.code === '0' ? '0' : (/"code":"(E_[A-Z_]+)"/.exec(JSON.stringify(answer.data))?.[1] ?? answer.code);
const ask = async (account: string, path: string, body: Values) => codeOf(await company.call(account, path, body));
const person = async (name: string): Promise<Values> =>
  (await company.records.findOne('staff', { id: id(name) })) ?? {};
const versionOf = async (entity: string, rowId: string) =>
  (await company.records.findOne(entity, { id: rowId }))?.version;
const modify = async (account: string, name: string, changes: Values) =>
  ask(account, '/v1/sys/user/modify', { id: id(name), version: await versionOf('staff', id(name)), ...changes });

/** An act on a person: in which state he has to be, and how it is asked for. */
type Act = {
  readonly path: string;
  readonly what?: string;
  readonly status?: string;
  readonly ask: (name: string, by: string) => Promise<string>;
};

const plain = (path: string, status: string, input: Values = {}): Act => ({
  path,
  status,
  ask: (name, by) => ask(by, path, { id: id(name), ...input }),
});
const changing = (what: string, changes: () => Values): Act => ({
  path: '/v1/sys/user/modify',
  what,
  ask: (name, by) => modify(by, name, changes()),
});

const acts: readonly Act[] = [
  changing('department', () => ({ departmentId: id('team') })),
  changing('job', () => ({ jobId: id('job') })),
  changing('roles', () => ({ roleIds: [id(`role:${local}`)] })),
  changing('scope', () => ({ dataScope: 'self' })),
  changing('departments of the scope', () => ({ customDepartmentIds: [id('team')] })),
  changing('projects', () => ({ projectIds: [] })),
  changing('mobile', () => ({ mobile: '13612345678' })),
  changing('account', () => ({ account: 'renamed' })),
  plain('/v1/sys/user/disable', 'active'),
  plain('/v1/sys/user/enable', 'suspended'),
  plain('/v1/sys/user/leave', 'active', { leaveDate: '2026-12-01' }),
  plain('/v1/sys/user/cancel/leave', 'leaving'),
  plain('/v1/sys/user/finish/leave', 'leaving', { force: true, reason: '不再来了' }),
  plain('/v1/sys/user/reset/password', 'active'),
  plain('/v1/sys/user/kick', 'active'),
  {
    path: '/v1/login/session/end',
    async ask(name, by) {
      await company.token(name);
      const [session] = await company.records.find('login_session', { staffId: id(name) }, 1);
      return ask(by, '/v1/login/session/end', { id: session?.id });
    },
  },
  {
    path: '/v1/masking/policy/create',
    ask: (name, by) =>
      ask(by, '/v1/masking/policy/create', {
        ...{ targetType: 'staff', staffId: id(name), field: 'email', mode: 'hidden' },
        ...{ revealDailyLimit: 0, callOnly: false, enabled: true },
      }),
  },
  ...(['modify', 'delete', 'status/modify'] as const).map(
    (verb): Act => ({
      path: `/v1/masking/policy/${verb}`,
      async ask(name, by) {
        const known = { targetType: 'staff', targetId: id(name), field: 'wechat' };
        const [found] = await company.records.find('masking_policy', known, 1);
        const policy =
          found?.id ??
          (await company.records.insert('masking_policy', {
            ...{ ...known, staffId: id(name), targetName: name, mode: 'mask' },
            ...{ revealDailyLimit: 0, callOnly: true, enabled: true },
          }));
        const changes = verb === 'modify' ? { mode: 'hidden', version: await versionOf('masking_policy', policy) } : {};
        const off = verb === 'status/modify' ? { enabled: false } : {};
        return ask(by, `/v1/masking/policy/${verb}`, { id: policy, ...changes, ...off });
      },
    }),
  ),
  {
    path: '/v1/department/modify',
    ask: async (name, by) => {
      await company.records.update('staff', id(name), { departmentId: id('team') });
      const version = await versionOf('department', id('team'));
      return ask(by, '/v1/department/modify', { id: id('team'), version, parentId: id('dim') });
    },
  },
  {
    path: '/v1/department/move',
    ask: async (name, by) => {
      await company.records.update('staff', id(name), { departmentId: id('team') });
      return ask(by, '/v1/department/move', { id: id('team'), parentId: id('dim'), before: null });
    },
  },
];

/** Operations on the same entities that do nothing to anybody who is there, and why. */
const harmless: Readonly<Record<string, string>> = {
  '/v1/sys/user/create': 'a new person; what he may be given is tested below',
  '/v1/sys/user/import': 'creates and changes by the rules of those two; tested below',
  '/v1/sys/user/export': 'takes out',
  '/v1/masking/policy/export': 'takes out',
  '/v1/department/create': 'nobody is in it yet',
  '/v1/department/delete': 'refused while anybody is in it',
  '/v1/department/restore': 'nobody is in it',
  '/v1/department/status/modify': 'refused while anybody is in it',
  '/v1/handover/batch/create': 'what somebody leaves behind: tested below',
  '/v1/handover/batch/modify': 'dates and remarks of what was begun; the person stays',
  '/v1/handover/batch/distribute': 'what somebody leaves behind: tested below',
  '/v1/handover/batch/undo': 'what somebody leaves behind: tested below',
  '/v1/handover/batch/cancel': 'what somebody leaves behind: tested below',
  '/v1/handover/batch/finish': 'the server’s own',
  '/v1/handover/batch/stop': 'the server’s own',
  '/v1/handover/batch/export': 'takes out',
  '/v1/sys/user/set/seat':
    'his telephone, one’s own too: held to the same rule for others, see organisation/seats.test.ts',
};

const about = new Set(['staff', 'login_session', 'masking_policy', 'department', 'handover_batch']);

it('every operation on people, their sessions, masks and departments is told of', async () => {
  const { operations, reads } = await operationsOf(company);
  const changing = operations.filter(({ path, scope }) => about.has(scope ?? '') && !reads.has(path));
  const told = new Set([...acts.map(({ path }) => path), ...Object.keys(harmless)]);
  expect(changing.map(({ path }) => path).filter((path) => !told.has(path))).toEqual([]);
  const paths = new Set(operations.map(({ path }) => path));
  expect([...told].filter((path) => !paths.has(path))).toEqual([]);
});

/** People as they were before anything was done to them. */
const own = new Map<string, Values>();

describe.each(acts)('$path $what', ({ path, status = 'active', ask: act }) => {
  beforeEach(async () => {
    for (const name of ['manager', 'friend', delegate]) {
      const before = own.get(name) ?? (await person(name));
      own.set(name, before);
      const { account, mobile, passwordHash, departmentId, roleIds, jobId, projectIds } = before;
      const stored = { account, mobile, passwordHash, departmentId, roleIds, jobId, projectIds };
      const usual = { firstLogin: false, dataScope: null, customDepartmentIds: [], status: 'active' };
      await company.records.update('staff', id(name), { ...stored, ...usual });
      for (const policy of await company.records.find('masking_policy', { staffId: id(name) }))
        await company.records.remove('masking_policy', policy.id);
    }
    await company.database.rows('update login_session set revoked_at = null, revoke_reason = null');
    await company.records.update('department', id('team'), { parentId: id('division'), path: '/division/team/' });
  });
  const isOfDepartment = path.startsWith('/v1/department/');

  it('is not done to who may more', async () => {
    await company.token('manager');
    await company.records.update('staff', id('manager'), { status });
    expect(await act('manager', delegate)).toBe('E_GRANT_PERSON');
  });

  it('is not done to oneself', async () => {
    const refusals = ['E_STAFF_OWN', 'E_STAFF_OWN_GRANTS', 'E_STATE', 'E_GUARD', 'E_MASK_ESCALATION'];
    if (path === '/v1/login/session/end') return;
    expect(refusals).toContain(await act(delegate, delegate));
  });

  it('is not done to who is out of reach', async () => {
    await company.records.update('staff', id('manager'), { status });
    // Sessions and policies of others are not even found.
    expect(['E_STAFF_REACH', 'E_NOT_FOUND']).toContain(await act('manager', local));
  });

  it('is done to who may no more', async () => {
    await company.records.update('staff', id('friend'), { status, departmentId: id('group2') });
    // Into a department that shows less: a department is moved with everybody in it.
    if (isOfDepartment) await company.records.update('staff', id('manager'), { departmentId: id('division') });
    expect(await act('friend', delegate)).toBe('0');
    await company.records.update('staff', id('friend'), { status: 'active' });
  });
});

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
