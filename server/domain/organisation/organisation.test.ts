import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OnceFact } from '../../../engine/model/wire/index.ts';
import { startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
  await company.records.update('staff', company.ids.sales3 ?? '', { name: '张三' });
}, 60_000);
afterAll(() => company.close());

type Answer = { readonly id: string; readonly version: number; readonly once?: readonly OnceFact[] };

const codeOf = (answer: { readonly code: string; readonly data: unknown }) =>
  answer.code === '0' ? '0' : (/"code":"(E_[A-Z_]+)"/.exec(JSON.stringify(answer.data))?.[1] ?? answer.code);
const call = (account: string, path: string, body: Record<string, unknown> = {}, key?: string) =>
  company.call<Answer>(account, path, body, key === undefined ? {} : { 'idempotency-key': key });
const id = (name: string) => company.ids[name] ?? '';
const person = (staffId: string) => company.records.findOne('staff', { id: staffId });
const login = (account: string, password: string) =>
  company.call<{ token: string; firstLogin: string }>(undefined, '/v1/sys/user/login', { account, password });
const asToken = async (token: string, path = '/v1/sys/user/my/view', body = {}) =>
  codeOf(await company.call(undefined, path, body, { 'x-app-token': token }));

let serial = 0;
const fresh = (over: Record<string, unknown> = {}) => {
  serial += 1;
  return {
    account: `new${serial}`,
    name: `新人${serial}`,
    mobile: `1380000${String(1000 + serial)}`,
    departmentId: id('group1'),
    roleIds: [id('role:sales')],
    ...over,
  };
};
const hire = async (over: Record<string, unknown> = {}, by = 'admin') => {
  const wanted = fresh(over);
  const answer = await call(by, '/v1/sys/user/create', wanted);
  expect(codeOf(answer)).toBe('0');
  return {
    ...wanted,
    id: answer.data.id,
    password: answer.data.once?.find(({ title }) => title.includes('密码'))?.value ?? '',
  };
};
const modify = async (by: string, staffId: string, changes: Record<string, unknown>) =>
  codeOf(await call(by, '/v1/sys/user/modify', { id: staffId, version: (await person(staffId))?.version, ...changes }));

/** Somebody with a role made for a test. */
async function helper(account: string, over: Record<string, unknown>, staff: Record<string, unknown> = {}) {
  const roleId = await company.records.insert('role', {
    code: `r-${account}`,
    name: `角色 ${account}`,
    dataScope: 'all',
    menus: ['authority', 'alllist'],
    permissions: ['staff:*', 'role:query', 'department:*'],
    builtIn: false,
    enabled: true,
    ...over,
  });
  const like = await person(id('sales'));
  serial += 1;
  const staffId = await company.records.insert('staff', {
    account,
    name: account,
    mobile: `137${String(10_000_000 + serial)}`,
    passwordHash: like?.passwordHash,
    departmentId: id('division'),
    roleIds: [roleId],
    projectIds: [id('project')],
    firstLogin: false,
    receiveLeads: false,
    status: 'active',
    ...staff,
  });
  return { roleId, staffId };
}

describe('passwords', () => {
  it('are told once to whoever made the account, and changed at the first sign-in', async () => {
    const body = fresh();
    const key = crypto.randomUUID();
    const first = await call('admin', '/v1/sys/user/create', body, key);
    const password = first.data.once?.[1]?.value ?? '';
    expect(first.data.once).toMatchObject([{ title: '登录账号', value: body.account }, { title: '初始密码' }]);
    expect(password).toMatch(/^[A-Za-z][\w]{3}-[\w]{4}-[\w]{4}$/);
    const again = await call('admin', '/v1/sys/user/create', body, key);
    expect(again.data).toMatchObject({ id: first.data.id });
    expect(again.data.once).toBeUndefined();
    const kept = await company.database.rows('select answer::text from idempotency_key');
    const logged = await company.database.rows('select after::text, value from operation_log');
    expect(JSON.stringify([kept, logged])).not.toContain(password);
    expect((await login(body.account, password)).data.firstLogin).toBe('0');
    expect(codeOf(await login(body.account, testPassword))).toBe('E_LOGIN');
  });

  it('are reset by who may do all that the person may: sessions end, and the old one is over', async () => {
    const hired = await hire();
    const { token } = (await login(hired.account, hired.password)).data;
    expect(await asToken(token)).toBe('0');
    const reset = await call('admin', '/v1/sys/user/reset/password', { id: hired.id });
    expect(await asToken(token)).toBe('E_SESSION');
    expect(codeOf(await login(hired.account, hired.password))).toBe('E_LOGIN');
    expect((await login(hired.account, reset.data.once?.[1]?.value ?? '')).data.firstLogin).toBe('0');
    await helper('resetter', {});
    expect(codeOf(await call('resetter', '/v1/sys/user/reset/password', { id: id('admin') }))).toBe('E_GRANT_PERSON');
    expect(codeOf(await call('admin', '/v1/sys/user/reset/password', { id: id('admin') }))).toBe('E_STAFF_OWN');
  });
});

describe('grants', () => {
  it('are given by those who have them, and never to oneself', async () => {
    const { roleId, staffId } = await helper('granter', {});
    const hired = await hire({ roleIds: [roleId] }, 'granter');
    expect(await modify('granter', hired.id, { roleIds: [roleId, id('role:sales')] })).toBe('E_GRANT_ROLE');
    expect(await modify('granter', id('sales2'), { roleIds: [roleId] })).toBe('E_GRANT_PERSON');
    expect(await modify('granter', staffId, { roleIds: [roleId, id('role:hr')] })).toBe('E_STAFF_OWN_GRANTS');
    expect(await modify('granter', staffId, { dataScope: 'self' })).toBe('E_STAFF_OWN_GRANTS');
    expect(await modify('admin', id('admin'), { roleIds: [id('role:admin'), id('role:hr')] })).toBe(
      'E_STAFF_OWN_GRANTS',
    );
    const seeing = await helper('seeing', {});
    await company.records.insert('masking_policy', {
      targetType: 'role',
      targetId: seeing.roleId,
      roleId: seeing.roleId,
      field: 'mobile',
      mode: 'plain',
      callOnly: false,
      enabled: true,
    });
    expect(await modify('granter', hired.id, { roleIds: [seeing.roleId] })).toBe('E_GRANT_ROLE');
    expect(await modify('admin', hired.id, { roleIds: [seeing.roleId] })).toBe('0');
  });

  it('reach no further than one’s own rows', async () => {
    const { roleId } = await helper('local', { dataScope: 'department_tree' }, { departmentId: id('group1') });
    const hired = await hire({ roleIds: [roleId], departmentId: id('group1') }, 'local');
    expect(
      codeOf(await call('local', '/v1/sys/user/create', fresh({ roleIds: [roleId], departmentId: id('group2') }))),
    ).toBe('E_STAFF_REACH');
    expect(await modify('local', hired.id, { dataScope: 'all' })).toBe('E_GRANT_SCOPE');
    expect(await modify('local', hired.id, { dataScope: 'custom', customDepartmentIds: [id('group2')] })).toBe(
      'E_GRANT_SCOPE',
    );
    expect(await modify('local', hired.id, { departmentId: id('group2') })).toBe('E_STAFF_REACH');
    expect(await modify('local', hired.id, { dataScope: 'self' })).toBe('0');
    expect(codeOf(await call('local', '/v1/sys/user/kick', { id: id('sales3') }))).toBe('E_STAFF_REACH');
  });
});

describe('who is stopped', () => {
  it('is out at once on every device, and back only with a new sign-in', async () => {
    const hired = await hire();
    const tokens = await Promise.all(
      [1, 2, 3].map(async () => (await login(hired.account, hired.password)).data.token),
    );
    expect(codeOf(await call('admin', '/v1/sys/user/disable', { id: hired.id }))).toBe('0');
    for (const token of tokens) expect(await asToken(token)).toBe('E_STOPPED');
    expect(codeOf(await call('admin', '/v1/sys/user/enable', { id: hired.id }))).toBe('0');
    for (const token of tokens) expect(await asToken(token)).toBe('E_STOPPED');
    expect(codeOf(await login(hired.account, hired.password))).toBe('0');
    expect(codeOf(await call('admin', '/v1/sys/user/disable', { id: id('admin') }))).toBe('E_GUARD');
  });

  it('is so by nobody who may do less than he', async () => {
    await helper('stopper', {});
    const hired = await hire({ roleIds: [id('role:manager')] });
    for (const verb of ['disable', 'kick', 'reset/password'])
      expect(codeOf(await call('stopper', `/v1/sys/user/${verb}`, { id: hired.id })), verb).toBe('E_GRANT_PERSON');
    expect((await person(hired.id))?.status).toBe('active');
    const { roleId } = await helper('plain', { permissions: [], menus: [] });
    const plain = await hire({ roleIds: [roleId] }, 'stopper');
    for (const verb of ['kick', 'disable'])
      expect(codeOf(await call('stopper', `/v1/sys/user/${verb}`, { id: plain.id })), verb).toBe('0');
  });

  it('leaves with a date, keeps his sessions until he has left, and gives back his numbers and work orders', async () => {
    const hired = await hire({ hlAgentId: 'hl-leave', seatCode: 'seat-leave' });
    const { token } = (await login(hired.account, hired.password)).data;
    expect(codeOf(await call('admin', '/v1/sys/user/leave', { id: hired.id }))).toBe('E_INPUT_INVALID');
    expect(codeOf(await call('admin', '/v1/sys/user/leave', { id: hired.id, leaveDate: '2026-12-01' }))).toBe('0');
    expect(await asToken(token)).toBe('0');
    expect(codeOf(await call('admin', '/v1/sys/user/cancel/leave', { id: hired.id }))).toBe('0');
    expect(await person(hired.id)).toMatchObject({ status: 'active', leaveDate: null });
    await call('admin', '/v1/sys/user/leave', { id: hired.id, leaveDate: '2026-12-01' });
    const customer = await company.records.insert('customer', {
      customerNo: 'KH-LEAVE',
      name: '客户',
      mobile: '13911112222',
      ownState: 'owned',
      ownerId: hired.id,
      ownerDeptId: id('group1'),
      stage: 'fresh',
      channelId: id('channel'),
      intentionProjectIds: [id('project')],
    });
    const order = await company.records.insert('work_order', {
      woNo: 'GD-LEAVE',
      type: 'service',
      title: '工单',
      content: '内容',
      status: 'processing',
      priority: 'normal',
      source: 'staff',
      customerId: customer,
      assigneeId: hired.id,
      assigneeDeptId: id('group1'),
      creatorId: id('sales'),
    });
    const finish = (over = {}) => call('admin', '/v1/sys/user/finish/leave', { id: hired.id, ...over });
    expect(codeOf(await finish())).toBe('E_LEAVE_CUSTOMERS');
    expect(codeOf(await finish({ force: true }))).toBe('E_LEAVE_CUSTOMERS');
    expect(codeOf(await finish({ force: true, reason: '交接人尚未确定' }))).toBe('0');
    expect(await person(hired.id)).toMatchObject({ status: 'resigned', hlAgentId: null, seatCode: null });
    expect(await company.records.findOne('work_order', { id: order })).toMatchObject({
      status: 'pending_assign',
      assigneeId: null,
    });
    expect(await asToken(token)).toBe('E_STOPPED');
  });
});

describe('the last administrator', () => {
  it('stays: of many who stop each other at once, at least one is left', async () => {
    const admins = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        helper(`chief${at}`, { permissions: ['*'], menus: ['*'], code: `chief-${at}`, name: `总管 ${at}` }),
      ),
    );
    await Promise.all(admins.map((_, at) => company.token(`chief${at}`)));
    // Everybody stops the next, some by taking the role, some by sending him away; the first of all, too.
    const ring = [id('admin'), ...admins.map(({ staffId }) => staffId)];
    const answers = await Promise.all(
      admins.flatMap((_, at) => {
        const by = `chief${at}`;
        const next = ring[(at + 2) % ring.length] ?? '';
        const first = ring[0] ?? '';
        return [
          call(by, '/v1/sys/user/disable', { id: next }),
          call(by, '/v1/sys/user/leave', { id: next, leaveDate: '2026-12-01' }),
          call(by, '/v1/sys/user/disable', { id: first }),
          modify(by, next, { roleIds: [id('role:sales')] }).then((code) => ({ code: '1', data: { code } })),
        ];
      }),
    );
    expect(answers.some((answer) => codeOf(answer) === '0')).toBe(true);
    const left = await company.database.rows(`select p.account from staff p join role r on r.id = any(p.role_ids)
      where p.status = 'active' and r.permissions @> '["*"]' and r.enabled`);
    expect(left.length).toBeGreaterThan(0);
    const [last] = left;
    for (const { account } of left.slice(1)) {
      const { id: staffId } = (await company.records.findOne('staff', { account })) ?? {};
      await company.records.update('staff', String(staffId), { status: 'suspended' });
    }
    const lastId = String((await company.records.findOne('staff', { account: last?.account }))?.id);
    // Somebody who may do everything to people, and is no administrator.
    await helper('boss', { permissions: ['staff:*', 'role:*'] });
    expect(codeOf(await call('boss', '/v1/sys/user/disable', { id: lastId }))).toBe('E_GRANT_PERSON');
    expect(codeOf(await call('boss', '/v1/sys/user/leave', { id: lastId, leaveDate: '2026-12-01' }))).toBe(
      'E_GRANT_PERSON',
    );
    // An administrator who is about to leave may still do everything, and does not count.
    await company.records.update('staff', id('admin'), { status: 'leaving', roleIds: [id('role:admin')] });
    const { token } = (await login('admin', testPassword)).data;
    expect(await asToken(token, '/v1/sys/user/leave', { id: lastId, leaveDate: '2026-12-01' })).toBe(
      'E_LAST_ADMINISTRATOR',
    );
    expect((await person(lastId))?.status).toBe('active');
    await company.records.update('staff', id('admin'), { status: 'active', roleIds: [id('role:admin')] });
  }, 30_000);
});
