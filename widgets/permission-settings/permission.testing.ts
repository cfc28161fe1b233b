import type { Catalogue, CataloguedNode, Holder, Policy, Role } from './permission-calls.ts';

const node = (name: string, title: string, sortNo: number, children?: readonly CataloguedNode[]): CataloguedNode => ({
  name,
  title,
  icon: children === undefined ? null : 'read',
  hidden: false,
  keepAlive: true,
  enabled: true,
  sortNo,
  isGroup: children !== undefined,
  isChanged: false,
  children: children ?? [],
});
const button = (permission: string, title: string, isButton = true) => ({ permission, title, isButton });

/** A small library: two groups, four pages, one of them outside the menu. */
export const sampleCatalogue: Catalogue = {
  root: { name: 'root', title: '图书馆' },
  tree: [
    node('bookMenu', '图书', 10, [node('books', '全部图书', 10), node('shelf', '书架', 20)]),
    node('systemMenu', '系统', 20, [node('settings', '设置', 10)]),
  ],
  pages: [
    {
      name: 'books',
      title: '全部图书',
      path: '/books',
      buttons: [button('book:query', '图书 · 查询', false), button('book:edit', '编辑')],
    },
    { name: 'shelf', title: '书架', path: '/shelf', buttons: [button('book:query', '图书 · 查询', false)] },
    { name: 'settings', title: '设置', path: '/settings', buttons: [button('staff:query', '员工 · 查询', false)] },
    { name: 'mine', title: '我的', path: '/mine', buttons: [] },
  ],
  entities: [
    {
      name: 'book',
      title: '图书',
      isScoped: true,
      masked: [{ title: '捐赠人电话', policy: 'donor_mobile' }],
      permissions: [
        { permission: 'book:query', title: '图书 · 查询' },
        { permission: 'book:edit', title: '图书 · 编辑' },
        { permission: 'book:export', title: '图书 · 导出' },
      ],
    },
    {
      name: 'staff',
      title: '员工',
      isScoped: false,
      masked: [],
      permissions: [{ permission: 'staff:query', title: '员工 · 查询' }],
    },
  ],
  masks: [
    { policy: 'mobile', kind: 'mobile', title: '手机号' },
    { policy: 'wechat', kind: 'wechat', title: '微信号' },
    { policy: 'donor_mobile', kind: 'mobile', title: '捐赠人电话' },
  ],
};

const role = (id: string, name: string, values: Partial<Role>): Role => ({
  id,
  version: 3,
  code: id,
  name,
  dataScope: 'self',
  customDepartmentIds: null,
  menus: [],
  permissions: [],
  entityScopes: [],
  builtIn: false,
  enabled: true,
  remark: null,
  ...values,
});

/** Who works in it. */
export const sampleRoles: readonly Role[] = [
  role('librarian', '馆员', { menus: ['books', 'shelf'], permissions: ['book:query', 'book:edit'] }),
  role('visitor', '读者', { menus: ['shelf'], permissions: ['book:query'] }),
  role('head', '馆长', { menus: ['*'], permissions: ['*'], dataScope: 'all', builtIn: true }),
];

export const samplePolicies: readonly Policy[] = [
  {
    roleId: 'librarian',
    field: 'mobile',
    mode: 'mask',
    revealDailyLimit: 20,
    lookupMinuteLimit: 5,
    lookupDailyLimit: 60,
    callOnly: false,
    enabled: true,
  },
];

export const sampleHolders: readonly Holder[] = [
  { id: 'li', name: '李晓云', account: 'lixiaoyun', status: 'active', department: { id: 'd', name: '借阅组' } },
];
