import { describe, expect, it } from 'vitest';
import {
  addRole,
  addStaff,
  type Changed,
  codeOf,
  idOf,
  made,
  startRoleCompany,
  world,
} from './role-company.testing.ts';

startRoleCompany();

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
