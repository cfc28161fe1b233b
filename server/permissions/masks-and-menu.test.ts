import { beforeAll, describe, expect, it } from 'vitest';
import type { MenuItem } from '../../contract/session.ts';
import { type Changed, codeOf, idOf, startRoleCompany, world } from './role-company.testing.ts';

startRoleCompany();

describe('the most specific mask wins', () => {
  beforeAll(async () => {
    const row = { name: '客户1', mobile: '13800000001', channelId: idOf('channel'), level: 'b' };
    await world.call('sales', '/v1/customer/create', { ...row, intentionProjectIds: [idOf('project')] });
  });
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
    // Its names in other languages are those of the title that was changed.
    expect(business?.children[0]?.meta).not.toHaveProperty('titles');
    expect(business?.meta.titles).toMatchObject({ 'en-US': 'Business' });
    expect(find(changed, 'customerPromoteMenu')?.children.map(({ name }) => name)).toContain('chancelist');
    expect(names(changed)).not.toContain('servicelist');
    expect(changed.children[0]).toMatchObject({ name: 'workorderMenu', hidden: true });
    for (const name of ['highsea', 'chancelist', 'servicelist', 'workorderMenu'])
      expect((await world.call('admin', '/v1/menu/reset', { name })).code).toBe('0');
    expect(names(await menu())).toEqual(shipped);
    expect(find(await menu(), 'highsea')?.meta).toMatchObject({
      title: '公海查询',
      titles: { 'en-US': 'Public pool' },
    });
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
    // A cycle beside what is asked first, around the page in use: told, and not followed without end.
    const around = [
      { name: 'highsea', title: '海' },
      { name: 'customerMenu', parentName: 'systemsetupMenu' },
      { name: 'systemsetupMenu', parentName: 'customerMenu' },
    ];
    expect(codeOf(await arrange(around, 'admin', { 'x-app-page': 'menuManagement' }))).toBe('E_MENU_CYCLE');
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
