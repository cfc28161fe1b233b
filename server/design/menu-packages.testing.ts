import { expect, it } from 'vitest';
import type { MenuItem } from '../../contract/session.ts';
import { bring, check, exported } from './custom-packages.testing.ts';
import { codeOf, faultsOf, world } from './design-company.testing.ts';

type Node = { readonly name: string } & Record<string, unknown>;

const arrange = (nodes: readonly Node[]) => world.call('admin', '/v1/menu/arrange', { nodes });
const reset = async (names: readonly string[]) => {
  for (const name of names) expect(await world.call('admin', '/v1/menu/reset', { name })).toMatchObject({ code: '0' });
};
const unchanged = {
  ...{ parentName: null, title: null, icon: null, hidden: null },
  ...{ keepAlive: null, sortNo: null, enabled: null },
};
const node = (name: string, values: object): Node => ({ name, ...unchanged, ...values });

/** A package with nothing but these changes of the menu. */
async function withMenu(menu: readonly object[]) {
  const { fields: _, dictionaries: __, ...packed } = await exported();
  return { package: { ...packed, pages: [], layers: [], menu } };
}

const menuOf = async (account: string) => (await world.call<MenuItem>(account, '/v1/sys/menu/item/my/query')).data;
const find = (item: MenuItem, name: string): MenuItem | undefined =>
  item.name === name ? item : item.children.map((child) => find(child, name)).find((one) => one !== undefined);
const names = (item: MenuItem): readonly string[] => [item.name, ...item.children.flatMap(names)];

/** The changes of the menu as they come with a package. */
export function itCarriesTheMenu(): void {
  itIsBroughtWhole();
  itFitsOrNotAtAll();
  itIsHeldMeanwhile();
}

function itIsBroughtWhole(): void {
  it('carries what was changed of the menu: told first, node by node and in words, then as it was there; what is here alone stays', async () => {
    await arrange([
      { name: 'highsea', title: '公共客户', icon: 'star', sortNo: 1 },
      { name: 'chancelist', parentName: 'customerPromoteMenu' },
      { name: 'servicelist', enabled: false },
      { name: 'ownRooms', parentName: 'customerPromoteMenu', title: '教室在这里' },
    ]);
    const packed = await exported();
    expect(packed.menu).toEqual([
      node('chancelist', { parentName: 'customerPromoteMenu' }),
      node('highsea', { title: '公共客户', icon: 'star', sortNo: 1 }),
      node('ownRooms', { parentName: 'customerPromoteMenu', title: '教室在这里' }),
      node('servicelist', { enabled: false }),
    ]);
    const lines = async () =>
      (await check({ package: packed })).data.lines
        .filter(({ kind }) => kind === 'menu')
        .map(({ page, state, changes }) => [page, state, ...(changes ?? [])].join(' '));
    expect(await lines()).toEqual(['chancelist same', 'highsea same', 'ownRooms same', 'servicelist same']);

    // As it comes to a system that has it otherwise.
    await reset(['chancelist', 'highsea', 'ownRooms']);
    await arrange([
      { name: 'servicelist', enabled: true, title: '售后' },
      { name: 'alllist', title: '这里的叫法' },
    ]);
    expect(await lines()).toEqual([
      'chancelist new 上级“推广列表”',
      'highsea new 名称“公共客户” 图标“star” 排序“1”',
      'ownRooms new 上级“推广列表” 名称“教室在这里”',
      'servicelist replaced 名称恢复默认 启用：否',
    ]);
    expect(await bring({ package: packed })).toMatchObject({ code: '0' });
    const menu = await menuOf('sales');
    expect(find(menu, 'customerBusinessMenu')?.children[0]).toMatchObject({
      meta: { title: '公共客户', icon: 'star' },
    });
    expect(find(menu, 'customerPromoteMenu')?.children.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['chancelist', 'ownRooms']),
    );
    expect(find(menu, 'ownRooms')?.meta.title).toBe('教室在这里');
    expect(find(menu, 'servicelist')).toBeUndefined();
    expect(find(menu, 'alllist')?.meta.title).toBe('这里的叫法');
    expect(await lines()).toEqual(['chancelist same', 'highsea same', 'ownRooms same', 'servicelist same']);
    const logged = await world.records.find('operation_log', { action: 'menu.arrange' });
    expect(logged.map(({ before, after }) => ({ before, after }))).toContainEqual({
      before: { ...unchanged, title: '售后', enabled: true },
      after: { ...unchanged, enabled: false },
    });
    await reset(['chancelist', 'highsea', 'ownRooms', 'servicelist', 'alllist']);
  });
}

function itFitsOrNotAtAll(): void {
  it('takes no change of the menu that does not fit, each told with its place, and then nothing of the package', async () => {
    const place = async (menu: readonly object[], account = 'admin') => {
      const given = await withMenu(menu);
      const { data } = await world.call<Awaited<ReturnType<typeof check>>['data']>(
        account,
        '/v1/design/package/check',
        given,
      );
      const faults = data.lines.flatMap((line) => line.faults as readonly { pointer: string; nearest?: string }[]);
      expect(codeOf(await world.call(account, '/v1/design/package/import', { ...given, note: '试' }))).toBe(
        'E_DESIGN_PACKAGE',
      );
      return faults.map(({ pointer, nearest }) => (nearest === undefined ? pointer : `${pointer} ${nearest}`));
    };
    expect(await place([node('highsee', { title: '海' })])).toEqual(['/name highsea']);
    expect(await place([node('crm', { title: '根' })])).toEqual(['/name']);
    expect(await place([node('__proto__', { title: '根' })])).toEqual(['/name']);
    const twice = await bring(await withMenu([node('highsea', { title: '海' }), node('highsea', { title: '洋' })]));
    expect(faultsOf(twice)).toMatchObject([{ pointer: '/package/menu/1' }]);
    expect(await place([node('highsea', { parentName: 'alllist' })])).toEqual([expect.stringMatching(/^\/parentName/)]);
    expect(await place([node('highsea', { parentName: 'customerPromotMenu' })])).toEqual([
      '/parentName customerPromoteMenu',
    ]);
    // Two that are well each by itself, and one below the other together; and one against what was moved here.
    const together = [
      node('customerMenu', { parentName: 'workorderMenu' }),
      node('workorderMenu', { parentName: 'customerMenu' }),
    ];
    expect(await place(together)).toEqual(['/parentName', '/parentName']);
    await arrange([{ name: 'workorderMenu', parentName: 'customerMenu' }]);
    expect(await place(together.slice(0, 1))).toEqual(['/parentName']);
    await reset(['workorderMenu']);
    // Who publishes and may not change the menu.
    expect(await place([node('highsea', { title: '海' })], 'group_leader')).toEqual(['']);
    expect((await world.call<object>('group_leader', '/v1/design/package/export')).data).not.toHaveProperty('menu');
    for (const [wrong, pointer] of [
      [{ title: '  ' }, '/package/menu/0/title'],
      [{ title: '长'.repeat(51) }, '/package/menu/0/title'],
      [{ sortNo: -1 }, '/package/menu/0/sortNo'],
      [{ hidden: 'yes' }, '/package/menu/0/hidden'],
      [{ path: '/x' }, '/package/menu/0/path'],
    ] as const) {
      const refused = await bring(await withMenu([node('highsea', wrong)]));
      expect(
        faultsOf(refused).map((fault) => fault.pointer),
        JSON.stringify(wrong),
      ).toContain(pointer);
    }
    expect(await world.records.find('menu', {})).toEqual([]);
  });
}

function itIsHeldMeanwhile(): void {
  it('brought while somebody moves nodes, makes no cycle and loses none', async () => {
    const groups = ['customerMenu', 'workorderMenu'] as const;
    const before = new Set(names(await menuOf('admin')));
    const given = await withMenu([node(groups[0], { parentName: groups[1] })]);
    for (let round = 0; round < 6; round += 1) {
      const answers = await Promise.all([bring(given), arrange([{ name: groups[1], parentName: groups[0] }])]);
      expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
      expect(new Set(names(await menuOf('admin')))).toEqual(before);
      await reset(groups);
    }
  });
}
