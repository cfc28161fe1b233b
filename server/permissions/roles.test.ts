import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MenuItem } from '../../contract/session.ts';
import type { Envelope } from '../../engine/model/wire/index.ts';
import { hashPassword } from '../kernel/crypto/password.ts';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';

let world: TestApp;
/** Ids of roles and people these tests made. */
const made: Record<string, string> = {};

beforeAll(async () => {
  world = await startTestApp();
  made['role:keeper'] = await addRole('keeper', {
    dataScope: 'department',
    menus: ['alllist', 'menuManagement'],
    permissions: ['role:*', 'masking_policy:*', 'menu:*', 'staff:query', 'customer:query', 'customer:get'],
  });
  await addStaff('keeper', ['role:keeper']);
}, 60_000);

afterAll(() => world.close());

const idOf = (name: string) => made[name] ?? world.ids[name] ?? '';

async function addRole(code: string, values: object): Promise<string> {
  const row = { code, name: code, builtIn: false, enabled: true, entityScopes: [], ...values };
  return world.records.insert('role', row);
}

async function addStaff(account: string, roles: readonly string[]): Promise<void> {
  made[account] = await world.records.insert('staff', {
    account,
    name: account,
    passwordHash: await hashPassword(testPassword),
    mobile: `137${String(Object.keys(made).length).padStart(8, '0')}`,
    departmentId: idOf('group1'),
    roleIds: roles.map(idOf),
    projectIds: [idOf('project')],
    firstLogin: false,
    receiveLeads: false,
    status: 'active',
  });
}

type Changed = { readonly id: string; readonly version: number };
type Refusal = { readonly error: { readonly code: string } };
const codeOf = (answer: Envelope<unknown>) => (answer.data as Partial<Refusal> | null)?.error?.code ?? answer.code;

const draft = { dataScope: 'self', menus: ['alllist'], permissions: ['customer:query'] };
const create = (account: string, code: string, values: object = {}) =>
  world.call<Changed>(account, '/v1/role/create', { code, name: code, ...draft, ...values });
const version = async (id: string) => (await world.records.findOne('role', { id }))?.version;
const grant = async (account: string, id: string, values: object) =>
  world.call<Changed>(account, '/v1/role/grant', { id, version: await version(id), ...draft, masks: [], ...values });

describe('nobody gives what he does not hold', () => {
  it.each([
    ['a key', { permissions: ['customer:transfer'] }],
    ['every key of an entity', { permissions: ['customer:*'] }],
    ['everything', { permissions: ['*'] }],
    ['a page', { menus: ['highsea'] }],
    ['a wider scope', { dataScope: 'department_tree' }],
    ['more rows at once', { exportLimit: 1_000_000 }],
    ['a wider scope of one entity', { entityScopes: [{ entity: 'customer', dataScope: 'all' }] }],
  ])('%s', async (_, values) => {
    expect(codeOf(await create('keeper', 'more', values))).toBe('E_ROLE_ESCALATION');
    expect(await world.records.findOne('role', { code: 'more' })).toBeUndefined();
  });

  it('by changing a role, enabling one, or saving its grants', async () => {
    const { id } = (await create('admin', 'wide', { menus: ['*'], permissions: ['*'], dataScope: 'all' })).data;
    await world.call('admin', '/v1/role/status/modify', { id, enabled: false });
    expect(codeOf(await world.call('keeper', '/v1/role/status/modify', { id, enabled: true }))).toBe(
      'E_ROLE_ESCALATION',
    );
    const { data } = await create('keeper', 'plainRole');
    expect(codeOf(await grant('keeper', data.id, { permissions: ['customer:transfer'] }))).toBe('E_ROLE_ESCALATION');
    // What it had already may stay, and may be taken away.
    expect((await grant('admin', data.id, { permissions: ['customer:transfer', 'customer:query'] })).code).toBe('0');
    expect((await grant('keeper', data.id, { permissions: ['customer:transfer'] })).code).toBe('0');
    expect((await grant('keeper', data.id, { permissions: [] })).code).toBe('0');
  });

  it('nor a clearer view than his own', async () => {
    const policy = { targetType: 'role', roleId: idOf('role:sales'), field: 'email', mode: 'plain' };
    expect(codeOf(await world.call('keeper', '/v1/masking/policy/create', policy))).toBe('E_MASK_ESCALATION');
  });
});

it('knows the pages, keys and scopes it is given', async () => {
  for (const values of [
    { menus: ['nowhere'] },
    { permissions: ['customer:fly'] },
    { menus: 'alllist' },
    { entityScopes: [{ entity: 'customer', dataScope: 'world' }] },
    { entityScopes: [{ entity: 'nothing', dataScope: 'self' }] },
  ])
    expect(codeOf(await create('admin', 'odd', values))).toBe('E_INPUT_INVALID');
});

it('widens no role for those who hold it themselves', async () => {
  const second = await addRole('second', { dataScope: 'all', menus: ['*'], permissions: ['customer:*', 'role:*'] });
  made['role:second'] = second;
  await addStaff('doubly', ['role:keeper', 'role:second']);
  const more = { menus: ['alllist'], permissions: ['customer:edit'] };
  expect(codeOf(await grant('doubly', idOf('role:keeper'), more))).toBe('E_ROLE_OWN');
});

describe('somebody who may do everything is always left', () => {
  it('what is built in keeps everything', async () => {
    const id = idOf('role:admin');
    expect(codeOf(await grant('admin', id, { permissions: ['customer:query'] }))).toBe('E_ROLE_BUILT_IN');
    expect(codeOf(await world.call('admin', '/v1/role/status/modify', { id, enabled: false }))).toBe('E_ROLE_BUILT_IN');
    expect(codeOf(await world.call('admin', '/v1/role/delete', { id }))).toBe('E_ROLE_BUILT_IN');
  });

  it('of two roles that hold everything the last stays, whoever takes them away at once', async () => {
    const whole = { dataScope: 'all', menus: ['*'], permissions: ['*'] };
    const roles = [await addRole('first_whole', whole), await addRole('other_whole', whole)];
    made['role:first_whole'] = roles[0] ?? '';
    made['role:other_whole'] = roles[1] ?? '';
    await addStaff('first', ['role:first_whole']);
    await addStaff('other', ['role:other_whole']);
    await Promise.all([world.token('first'), world.token('other')]);
    await world.records.update('staff', idOf('admin'), { status: 'suspended' });
    const answers = await Promise.all(
      ['first', 'other'].map(async (account) =>
        codeOf(
          await world.call(account, '/v1/role/status/modify', { id: idOf(`role:${account}_whole`), enabled: false }),
        ),
      ),
    );
    await world.records.update('staff', idOf('admin'), { status: 'active' });
    expect(answers.sort()).toEqual(['0', 'E_LAST_ADMINISTRATOR']);
  });
});

it('sets how often those who hold a role look up whole values, as far as it is a number that may be', async () => {
  const { id } = (await create('admin', 'lookups')).data;
  const mask = { field: 'mobile', mode: 'mask', lookupMinuteLimit: 5, lookupDailyLimit: 30 };
  expect((await grant('admin', id, { masks: [mask] })).code).toBe('0');
  const stored = () => world.records.findOne('masking_policy', { roleId: id });
  expect(await stored()).toMatchObject({ ...mask, revealDailyLimit: 50 });
  for (const wrong of [{ lookupMinuteLimit: -1 }, { lookupDailyLimit: 'many' }, { lookupYearlyLimit: 1 }])
    expect(codeOf(await grant('admin', id, { masks: [{ ...mask, ...wrong }] }))).toBe('E_INPUT_INVALID');
  expect(await stored()).toMatchObject(mask);
});

it('deletes a role nobody holds, with what it said of masks, and logs every difference', async () => {
  const { id } = (await create('admin', 'shortLived')).data;
  const masks = [{ field: 'mobile', mode: 'hidden' }];
  expect((await grant('admin', id, { menus: ['alllist', 'highsea'], masks })).code).toBe('0');
  const [logged] = await world.records.find('operation_log', { entityId: id, action: 'role.modify' });
  expect(logged).toMatchObject({
    before: { menus: ['alllist'] },
    after: { menus: expect.arrayContaining(['alllist', 'highsea']) },
  });
  expect(await world.records.findOne('masking_policy', { roleId: id })).toMatchObject({ mode: 'hidden' });
  expect(codeOf(await world.call('admin', '/v1/role/delete', { id: idOf('role:keeper') }))).toBe('E_ROLE_IN_USE');
  expect((await world.call('admin', '/v1/role/delete', { id })).code).toBe('0');
  expect(await world.records.findOne('masking_policy', { roleId: id })).toBeUndefined();
});

it('an entity may reach otherwise than the role in general, in every operation, from the next request on', async () => {
  const add = async (account: string, n: number) => {
    const row = { name: `客户${n}`, mobile: `1380000000${n}`, channelId: idOf('channel'), level: 'b' };
    const body = { ...row, intentionProjectIds: [idOf('project')] };
    return (await world.call<Changed>(account, '/v1/customer/create', body)).data.id;
  };
  const own = await add('sales', 1);
  const colleague = await add('sales2', 2);
  const far = await add('sales3', 3);
  const seen = async () => {
    const list = await world.call<{ list: readonly Changed[]; total: number }>('sales', '/v1/customer/query', {
      count: 'exact',
    });
    const views = await Promise.all(
      [own, colleague, far].map(async (id) => (await world.call('sales', '/v1/customer/view', { id })).code),
    );
    return [list.data.total, list.data.list.length, ...views];
  };
  /** How many rows a group holds, and how many an export has. */
  const takenOut = async () => {
    const groups = await world.call<{ groups: readonly { count: number }[] }>('sales', '/v1/customer/group', {
      by: 'level',
    });
    const exported = await world.call<{ total: number }>('sales', '/v1/customer/export', { columns: ['name'] });
    return [groups.data.groups.reduce((sum, { count }) => sum + count, 0), exported.data.total];
  };
  const { permissions = [] } = world.documents.roles.get('sales') ?? {};
  await world.records.update('role', idOf('role:sales'), { permissions: [...permissions, 'customer:export'] });
  expect(await seen()).toEqual([1, 1, '0', '1', '1']);
  expect(await takenOut()).toEqual([1, 1]);
  const scope = (entityScopes: readonly object[]) => world.records.update('role', idOf('role:sales'), { entityScopes });
  await scope([{ entity: 'customer', dataScope: 'department' }]);
  expect(await seen()).toEqual([2, 2, '0', '0', '1']);
  await scope([{ entity: 'customer', dataScope: 'custom', customDepartmentIds: [idOf('group2')] }]);
  expect(await seen()).toEqual([2, 2, '0', '1', '0']);
  expect(await takenOut()).toEqual([2, 2]);
  await scope([{ entity: 'customer', dataScope: 'department' }]);
  expect(await takenOut()).toEqual([2, 2]);
  await scope([{ entity: 'customer', dataScope: 'all' }]);
  expect(await takenOut()).toEqual([3, 3]);
  expect(await seen()).toEqual([3, 3, '0', '0', '0']);
  // Another entity keeps the scope of the role.
  expect((await world.call<{ total: number }>('sales', '/v1/opportunity/query', { count: 'exact' })).data.total).toBe(
    0,
  );
  // Of two roles the wider holds, entity by entity.
  await scope([]);
  const second = await addRole('seesAll', {
    dataScope: 'self',
    menus: [],
    permissions: [],
    entityScopes: [{ entity: 'customer', dataScope: 'all' }],
  });
  await world.records.update('staff', idOf('sales'), { roleIds: [idOf('role:sales'), second] });
  expect(await seen()).toEqual([3, 3, '0', '0', '0']);
  // A scope of the person himself stands before all that roles say.
  await world.records.update('staff', idOf('sales'), { dataScope: 'self' });
  expect(await seen()).toEqual([1, 1, '0', '1', '1']);
  await world.records.update('staff', idOf('sales'), { dataScope: null, roleIds: [idOf('role:sales')] });
});

describe('the most specific mask wins', () => {
  const mobile = async () => {
    const { data } = await world.call<{ list: readonly { mobile?: string | null }[] }>('sales', '/v1/customer/query', {
      where: { field: 'name', op: 'eq', value: '客户1' },
    });
    return data.list[0]?.mobile ?? null;
  };
  const masked = '138****0001';
  const add = async (values: object) =>
    world.call<Changed>('admin', '/v1/masking/policy/create', { field: 'mobile', mode: 'mask', ...values });

  it('person before department before role, on the next request; not before it begins nor after it ends', async () => {
    expect(await mobile()).toBe(masked);
    const division = await add({ targetType: 'department', departmentId: idOf('division'), mode: 'hidden' });
    expect(await mobile()).toBeNull();
    const group = await add({ targetType: 'department', departmentId: idOf('group1'), mode: 'plain' });
    expect(await mobile()).toBe('13800000001');
    const own = await add({ targetType: 'staff', staffId: idOf('sales'), mode: 'mask', revealDailyLimit: 3 });
    expect(await mobile()).toBe(masked);
    const mine = async () => (await world.call<readonly object[]>('sales', '/v1/masking/policy/mine')).data;
    // Who may have nothing shown in clear has nothing left to show, whatever the policy says.
    expect(await mine()).toContainEqual(
      expect.objectContaining({ field: 'mobile', mode: 'mask', source: 'staff', limit: 0, left: 0 }),
    );
    const { permissions = [] } = world.documents.roles.get('sales') ?? {};
    const role = idOf('role:sales');
    await world.records.update('role', role, { permissions: [...permissions, 'customer:reveal'] });
    const data = await mine();
    await world.records.update('role', role, { permissions });
    expect(data).toContainEqual(
      expect.objectContaining({ field: 'mobile', mode: 'mask', source: 'staff', limit: 3, left: 3 }),
    );
    await world.records.update('masking_policy', own.data.id, {
      effectiveTo: new Date(Date.now() - 1000).toISOString(),
    });
    expect(await mobile()).toBe('13800000001');
    for (const { data } of [own, group, division])
      await world.call('admin', '/v1/masking/policy/delete', { id: data.id });
    expect(await mobile()).toBe(masked);
  });

  it('who may only dial is shown nothing in clear', async () => {
    await world.records.update('role', idOf('role:sales'), {
      permissions: [...(world.documents.roles.get('sales')?.permissions ?? []), 'customer:reveal'],
    });
    const rows = await world.call<{ list: readonly Changed[] }>('sales', '/v1/customer/query', {});
    const body = { id: rows.data.list[0]?.id, field: 'mobile', reason: '回访' };
    expect((await world.call('sales', '/v1/customer/reveal', body)).code).toBe('0');
    const { data } = await add({ targetType: 'staff', staffId: idOf('sales'), callOnly: true });
    expect(codeOf(await world.call('sales', '/v1/customer/reveal', body))).toBe('E_REVEAL_CALL_ONLY');
    await world.call('admin', '/v1/masking/policy/delete', { id: data.id });
  });

  it('is about one target, which stays', async () => {
    expect(codeOf(await add({ targetType: 'staff', departmentId: idOf('division') }))).toBe('E_INPUT_INVALID');
    const { data } = await add({ targetType: 'staff', staffId: idOf('sales2') });
    expect(codeOf(await add({ targetType: 'staff', staffId: idOf('sales2') }))).toBe('E_INPUT_INVALID');
    const change = { id: data.id, version: 1, targetType: 'department', departmentId: idOf('division') };
    expect(codeOf(await world.call('admin', '/v1/masking/policy/modify', change))).toBe('E_MASK_TARGET');
  });
});

describe('the menu over its document', () => {
  const arrange = (nodes: readonly object[], account = 'admin', headers = {}) =>
    world.call<{ changed: number }>(account, '/v1/menu/arrange', { nodes }, headers);
  const names = (item: MenuItem): readonly string[] => [item.name, ...item.children.flatMap(names)];
  const menu = async (account = 'sales') => (await world.call<MenuItem>(account, '/v1/sys/menu/item/my/query')).data;
  const find = (item: MenuItem, name: string): MenuItem | undefined =>
    item.name === name ? item : item.children.map((child) => find(child, name)).find((one) => one !== undefined);

  it('follows on the next request: title, icon, order, parent, hidden, disabled; and is reset node by node', async () => {
    const shipped = names(await menu());
    await arrange([
      { name: 'highsea', title: '公共客户', icon: 'star', keepAlive: false, sortNo: 1 },
      { name: 'chancelist', parentName: 'customerPromoteMenu' },
      { name: 'servicelist', enabled: false },
      { name: 'workorderMenu', hidden: true, sortNo: 1 },
    ]);
    const changed = await menu();
    const business = find(changed, 'customerBusinessMenu');
    expect(business?.children[0]).toMatchObject({
      name: 'highsea',
      meta: { title: '公共客户', icon: 'star', keepAlive: false },
    });
    expect(find(changed, 'customerPromoteMenu')?.children.map(({ name }) => name)).toContain('chancelist');
    expect(names(changed)).not.toContain('servicelist');
    expect(changed.children[0]).toMatchObject({ name: 'workorderMenu', hidden: true });
    for (const name of ['highsea', 'chancelist', 'servicelist', 'workorderMenu'])
      expect((await world.call('admin', '/v1/menu/reset', { name })).code).toBe('0');
    expect(names(await menu())).toEqual(shipped);
    expect(find(await menu(), 'highsea')?.meta.title).toBe('公海查询');
    const logged = await world.records.find('operation_log', { action: 'menu.arrange' });
    expect(logged.map(({ before, after }) => ({ before, after }))).toContainEqual({
      before: { enabled: null },
      after: { enabled: false },
    });
  });

  it('takes no cycle, no page as a parent, no root, nothing unknown, and not the page in use', async () => {
    expect(codeOf(await arrange([{ name: 'customerMenu', parentName: 'customerBusinessMenu' }]))).toBe('E_MENU_CYCLE');
    expect(codeOf(await arrange([{ name: 'highsea', parentName: 'alllist' }]))).toBe('E_MENU_PARENT');
    expect(codeOf(await arrange([{ name: 'crm', title: '根' }]))).toBe('E_MENU_ROOT');
    expect(codeOf(await arrange([{ name: 'nowhere', title: '无' }]))).toBe('E_INPUT_INVALID');
    expect(codeOf(await arrange([{ name: 'highsea', path: '/x' }]))).toBe('E_INPUT_INVALID');
    const own = [{ name: 'systemsetupMenu', enabled: false }];
    expect(codeOf(await arrange(own, 'admin', { 'x-app-page': 'menuManagement' }))).toBe('E_MENU_OWN_PAGE');
    expect(await world.records.find('menu', {})).toEqual([]);
  });

  it('moved by many at once it keeps every node and makes no cycle', async () => {
    const groups = ['customerMenu', 'workorderMenu', 'dashboardMenu'];
    await Promise.all(
      groups.flatMap((name) =>
        groups.filter((other) => other !== name).map((parentName) => arrange([{ name, parentName }])),
      ),
    );
    const all = names(await menu('admin'));
    expect(all).toEqual(expect.arrayContaining(groups));
    expect(new Set(all).size).toBe(all.length);
    for (const name of groups) await world.call('admin', '/v1/menu/reset', { name });
  });

  it('is not for those who may not change it', async () => {
    expect(codeOf(await arrange([{ name: 'highsea', title: '海' }], 'sales'))).toBe('E_NO_PERMISSION');
  });
});
