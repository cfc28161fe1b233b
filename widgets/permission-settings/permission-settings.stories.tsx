import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  openedDialog,
  type SampleAnswer,
  SampleRefusal,
  SampleServer,
  StoryFrame,
} from '../../engine/fixtures/index.ts';
import type { CustomPage } from '../../engine/model/documents/index.ts';
import { readContract } from '../../engine/model/widget/index.ts';
import { SchemaPage, type WidgetDefinition } from '../../engine/react/index.ts';
import contract from './contract.json';
import { sampleCatalogue, sampleHolders, samplePolicies, sampleRoles } from './permission.testing.ts';
import type { Role } from './permission-calls.ts';
import { PermissionSettings } from './permission-settings.tsx';

const meta: Meta = { title: 'widgets/权限设置', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const widgets: readonly WidgetDefinition[] = [{ ...readContract(contract), load: async () => PermissionSettings }];
const calls = {
  catalogue: '/v1/menu/catalogue',
  arrange: '/v1/menu/arrange',
  reset: '/v1/menu/reset',
  roles: '/v1/role/query',
  addRole: '/v1/role/create',
  editRole: '/v1/role/modify',
  grant: '/v1/role/grant',
  status: '/v1/role/status/modify',
  deleteRole: '/v1/role/delete',
  policies: '/v1/masking/policy/query',
  holders: '/v1/sys/user/query',
  departments: '/v1/department/query',
  projects: '/v1/project/query',
};
const page: CustomPage = {
  schemaVersion: 2,
  name: 'menuManagement',
  path: '/systemSetup/menuManagement',
  title: '权限设置',
  kind: 'custom',
  widget: 'PermissionSettings',
  operations: Object.entries(calls).map(([key, api]) => ({ key, api, permission: 'book:query' })),
};
const rowsOf = (list: readonly unknown[]) => ({ list, next: null, previous: null, total: null, totalIsCapped: false });

/** A page that remembers what is granted. */
function permissionStory(
  grant?: () => never,
  more: Readonly<Record<string, SampleAnswer>> = {},
  operations = page.operations,
) {
  let roles: readonly Role[] = sampleRoles;
  const server = new SampleServer({
    pages: [operations === undefined ? page : { ...page, operations }],
    answers: {
      [calls.catalogue]: () => sampleCatalogue,
      [calls.roles]: () => rowsOf(roles),
      [calls.policies]: ({ where }) =>
        rowsOf(samplePolicies.filter(({ roleId }) => JSON.stringify(where).includes(roleId))),
      [calls.holders]: () => rowsOf(sampleHolders),
      [calls.departments]: () => rowsOf([{ id: 'd', name: '借阅组' }]),
      [calls.projects]: () => rowsOf([{ id: 'p', name: '夜校' }]),
      [calls.arrange]: () => ({ changed: 1 }),
      [calls.addRole]: () => ({ id: 'copy', version: 1 }),
      [calls.grant]: (body) => {
        grant?.();
        const { id, menus, permissions, dataScope, entityScopes } = body as unknown as Role;
        const changed = { menus, permissions, dataScope, entityScopes };
        roles = roles.map((role) => (role.id === id ? { ...role, ...changed, version: 4 } : role));
        return { id, version: 4 };
      },
      ...more,
    },
  });
  const render = () => (
    <StoryFrame server={server} widgets={widgets}>
      <SchemaPage name="menuManagement" params={{}} />
    </StoryFrame>
  );
  return { server, render };
}

const usual = permissionStory();

export const Granting: Story = {
  name: '授权、范围、字段可见性，保存前看差异',
  render: usual.render,
  play: async ({ canvasElement, step }) => {
    const view = within(canvasElement);
    const tree = () => view.getByRole('tree', { name: '页面与按钮' });
    await inSight(await view.findByRole('heading', { name: '馆员' }));
    await step('a page taken away takes the keys nobody else uses', async () => {
      await userEvent.type(view.getByRole('searchbox', { name: '查找页面或按钮' }), '全部图书');
      const books = await within(tree()).findByText('全部图书');
      const line = books.closest('.ant-tree-treenode');
      await userEvent.click(within(line as HTMLElement).getByRole('checkbox'));
      await inSight(await view.findByText('1 处改动'));
    });
    await step('rows and fields', async () => {
      await userEvent.click(view.getByRole('tab', { name: '数据范围' }));
      await userEvent.click(await view.findByRole('button', { name: '添加一种数据' }));
      await userEvent.click(view.getByRole('tab', { name: '字段可见性' }));
      const mobile = await view.findByRole('radiogroup', { name: '手机号的展示方式' });
      await userEvent.click(within(mobile).getByText('不可见'));
      await inSight(await view.findByText('3 处改动'));
      const daily = view.getByRole('spinbutton', { name: '手机号的每日整值查找' });
      await expect(daily).toHaveValue('60');
      await userEvent.clear(daily);
      await userEvent.type(daily, '30');
      await userEvent.tab();
      await inSight(await view.findByText('4 处改动'));
      await inSight(await view.findByText('未单独设置，同手机号'));
      const donors = view.getByRole('radiogroup', { name: '捐赠人电话的展示方式' });
      await userEvent.click(within(donors).getByText('脱敏'));
      await expect(view.queryByText('未单独设置，同手机号')).toBeNull();
      await inSight(await view.findByText('5 处改动'));
    });
    await step('the difference is shown before it is saved', async () => {
      await userEvent.click(view.getByRole('button', { name: /^保\s?存$/ }));
      const dialog = within(await openedDialog());
      const changes = dialog.getByRole('list', { name: '改动' });
      await expect(changes).toHaveTextContent('去掉页面全部图书');
      await expect(changes).toHaveTextContent('脱敏，每日可查看 20 次 → 不可见');
      await expect(changes).toHaveTextContent('每分钟 5 次、每日 60 次 → 每分钟 5 次、每日 30 次');
      await userEvent.click(dialog.getByRole('button', { name: '确认保存' }));
      await inSight(await screen.findByText('已保存，下一次请求起生效'));
      await expect(usual.server.callsTo(calls.grant)).toMatchObject([
        {
          body: {
            id: 'librarian',
            version: 3,
            menus: ['shelf'],
            permissions: ['book:query', 'book:edit'],
            entityScopes: [{ entity: 'book', dataScope: 'self' }],
            masks: [
              { field: 'mobile', mode: 'hidden', lookupMinuteLimit: 5, lookupDailyLimit: 30 },
              { field: 'donor_mobile', mode: 'mask', revealDailyLimit: 20, lookupDailyLimit: 30 },
            ],
          },
          headers: { 'X-App-Page': 'menuManagement' },
        },
      ]);
    });
    await step('who has it, and what two roles have otherwise', async () => {
      await userEvent.click(view.getByRole('tab', { name: '谁有此角色' }));
      await inSight(await view.findByText('李晓云'));
      await userEvent.click(view.getByRole('tab', { name: '对比角色' }));
      const other = await view.findByRole('region', { name: /两者不同/ });
      await waitFor(() => expect(other).toHaveTextContent('同数据范围'));
    });
  },
};

const arranged = permissionStory();

export const Arranging: Story = {
  name: '菜单：用键盘移动、改名、隐藏；复制角色',
  render: arranged.render,
  play: async ({ canvasElement, step }) => {
    const view = within(canvasElement);
    await userEvent.click(await view.findByRole('tab', { name: '菜单' }));
    await step('moved with the keyboard', async () => {
      await userEvent.click(await view.findByText('书架'));
      await inSight(view.getByRole('region', { name: '书架' }));
      await userEvent.click(view.getByRole('button', { name: '上移' }));
      await waitFor(() =>
        expect(arranged.server.callsTo(calls.arrange)[0]?.body).toEqual({
          nodes: [
            { name: 'shelf', sortNo: 10 },
            { name: 'books', sortNo: 20 },
          ],
        }),
      );
      await userEvent.click(view.getByRole('switch', { name: '隐藏' }));
      await waitFor(() =>
        expect(arranged.server.callsTo(calls.arrange)[1]?.body).toEqual({ nodes: [{ name: 'shelf', hidden: true }] }),
      );
    });
    await step('a role is copied with what it gives', async () => {
      await userEvent.click(view.getByRole('tab', { name: '角色' }));
      await userEvent.click(await view.findByRole('button', { name: /^复\s?制$/ }));
      const dialog = within(await openedDialog());
      await expect(dialog.getByRole('textbox', { name: '角色名称' })).toHaveValue('馆员（副本）');
      await userEvent.click(dialog.getByRole('button', { name: /^保\s?存$/ }));
      await waitFor(() =>
        expect(arranged.server.callsTo(calls.grant)[0]?.body).toMatchObject({
          id: 'copy',
          menus: ['books', 'shelf'],
          masks: [{ field: 'mobile', mode: 'mask', revealDailyLimit: 20, lookupMinuteLimit: 5, lookupDailyLimit: 60 }],
        }),
      );
    });
  },
};

const refusing = permissionStory(() => {
  throw new SampleRefusal('E_BUSY');
});

export const Refused: Story = {
  name: '保存被拒绝：说明原因，改动还在',
  render: refusing.render,
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await userEvent.click(await view.findByRole('tab', { name: '数据范围' }));
    await userEvent.click(await view.findByRole('button', { name: '添加一种数据' }));
    await userEvent.click(view.getByRole('button', { name: /^保\s?存$/ }));
    const dialog = within(await openedDialog());
    await userEvent.click(dialog.getByRole('button', { name: '确认保存' }));
    await inSight(await dialog.findByRole('alert'));
    await expect(view.getByText('1 处改动')).toBeInTheDocument();
  },
};

let isAway = true;
const away = permissionStory(undefined, {
  [calls.policies]: ({ where }) => {
    if (isAway && !JSON.stringify(where).includes('librarian')) throw new SampleRefusal('E_BUSY');
    return rowsOf(samplePolicies.filter(({ roleId }) => JSON.stringify(where).includes(roleId)));
  },
});

export const HalfKnown: Story = {
  name: '一个角色的脱敏没有取到：不说没有差异，重试后再比',
  render: away.render,
  play: async ({ canvasElement }) => {
    isAway = true;
    const view = within(canvasElement);
    await userEvent.click(await view.findByRole('tab', { name: '对比角色' }));
    const retry = await view.findByRole('button', { name: /重\s?试/ });
    await expect(view.queryByRole('region', { name: /两者不同/ })).toBeNull();
    await expect(view.queryByText('没有')).toBeNull();
    isAway = false;
    await userEvent.click(retry);
    await inSight(await view.findByRole('region', { name: /两者不同/ }));
  },
};

let isFirstAway = true;
const rolesAway = permissionStory(undefined, {
  [calls.roles]: () => {
    if (isFirstAway) throw new SampleRefusal('E_BUSY');
    return rowsOf(sampleRoles);
  },
  [calls.holders]: () => {
    if (isFirstAway) throw new SampleRefusal('E_BUSY');
    return rowsOf(sampleHolders);
  },
});

export const RolesNotFetched: Story = {
  name: '角色、持有人没有取到：说出来，可以重试',
  render: rolesAway.render,
  play: async ({ canvasElement }) => {
    isFirstAway = true;
    const view = within(canvasElement);
    const retry = () => view.findByRole('button', { name: /重\s?试/ });
    await retry();
    isFirstAway = false;
    await userEvent.click(await retry());
    await inSight(await view.findByRole('heading', { name: '馆员' }));
    isFirstAway = true;
    await userEvent.click(view.getByRole('tab', { name: '谁有此角色' }));
    await retry();
    isFirstAway = false;
    await userEvent.click(await retry());
    await inSight(await view.findByText('李晓云'));
  },
};

const unread = permissionStory(
  undefined,
  {},
  page.operations?.filter(({ key }) => key !== 'policies' && key !== 'holders'),
);

export const MayNotRead: Story = {
  name: '没有查看脱敏的权限：说出来，不一直转圈',
  render: unread.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText('您不能查看这部分内容'));
  },
};
