import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, openedDialog } from '../../engine/fixtures/index.ts';
import { Look } from '../look/look.tsx';
import { UnmatchedPage } from '../pages/unmatched-page.tsx';
import { libraryMenu } from '../routes/menu.testing.ts';
import { menuRoutes } from '../routes/menu-routes.ts';
import { settings } from '../settings/settings.ts';
import { ShellLayout } from './shell-layout.tsx';

const pages = menuRoutes(libraryMenu).byName;

const meta: Meta<typeof ShellLayout> = {
  title: 'shell/布局',
  component: ShellLayout,
  args: {
    menu: libraryMenu,
    page: pages.get('bookList'),
    userName: '韩梅梅',
    personalPath: undefined,
    analysisPath: '/analysis',
    onSignOut: fn(),
    children: (
      <section className="shell-panel">
        <h1>全部图书</h1>
      </section>
    ),
  },
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Look>
          <Story />
        </Look>
      </MemoryRouter>
    ),
  ],
};
export default meta;
type Story = StoryObj<typeof ShellLayout>;

export const Open: Story = {
  name: '菜单展开',
  play: async ({ canvasElement }) => {
    const menu = within(within(canvasElement).getByRole('navigation', { name: '主菜单' }));

    await expect(menu.getByRole('link', { name: '全部图书' })).toHaveAttribute('href', '/books/shelf/bookList');
    await expect(menu.queryByText('图书全景')).toBeNull();
  },
};

export const Collapsed: Story = {
  name: '菜单收起',
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);

    await userEvent.click(canvas.getByRole('button', { name: '收起菜单' }));

    await expect(canvas.getByRole('button', { name: '展开菜单' })).toHaveAttribute('aria-expanded', 'false');
    await inSight(canvas.getByRole('img', { name: '学习平台后台管理系统' }));
  },
};

export const Searched: Story = {
  name: '搜索菜单',
  play: async ({ canvasElement }) => {
    const menu = within(within(canvasElement).getByRole('navigation', { name: '主菜单' }));
    const field = menu.getByRole('textbox', { name: '搜索菜单' });

    await userEvent.type(field, 'zzz');
    await expect(await menu.findByRole('status')).toHaveTextContent('没有匹配的菜单');
    await userEvent.clear(field);
    await userEvent.type(field, 'yish');
    await waitFor(() => expect(menu.getByRole('link', { name: '遗失图书' })).toBeVisible());
    await expect(menu.queryByText('读者')).toBeNull();
    await userEvent.type(field, '{Enter}');
    await expect(field).toHaveValue('');
    await waitFor(() => expect(menu.getByText('读者')).toBeVisible());
  },
};

export const AtTop: Story = {
  name: '顶部菜单与混合菜单',
  args: { mallPath: '/mall' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('link', { name: '积分商城' })).toHaveAttribute('href', '/mall');
    const heading = canvas.getByRole('heading', { name: '全部图书' });

    settings.change({ layout: 'top', menuStyle: 'light', contentWidth: 'fixed', isHeaderFixed: false });
    await waitFor(() => expect(canvas.queryByRole('link', { name: '积分商城' })).toBeNull());
    await inSight(within(canvas.getByRole('navigation', { name: '主菜单' })).getByText('图书管理'));

    settings.change({ layout: 'mixed', isSidebarFixed: false });
    await inSight(await canvas.findByRole('navigation', { name: '菜单分组' }));
    const side = within(canvas.getByRole('navigation', { name: '主菜单' }));
    await inSight(side.getByRole('link', { name: '全部图书' }));
    await expect(side.queryByText('工作台')).toBeNull();
    // The page was never drawn anew.
    await expect(canvas.getByRole('heading', { name: '全部图书' })).toBe(heading);
  },
};

export const HiddenPage: Story = {
  name: '不在菜单中的页面',
  args: { page: pages.get('bookPanorama') },
  play: async ({ canvasElement }) => {
    const location = within(within(canvasElement).getByRole('navigation', { name: '当前位置' }));

    await inSight(location.getByText('馆藏'));
    await inSight(location.getByText('图书全景'));
  },
};

export const UserMenuOpen: Story = {
  name: '用户菜单',
  args: { personalPath: '/me' },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '韩梅梅，用户菜单' }));

    await waitFor(() => expect(screen.getByRole('menuitem', { name: /个人信息/ })).toBeVisible());
    await userEvent.click(screen.getByRole('menuitem', { name: /退出登录/ }));
    await expect(args.onSignOut).toHaveBeenCalledOnce();
  },
};

export const WithoutPersonalPage: Story = {
  name: '无个人信息页',
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '韩梅梅，用户菜单' }));

    await waitFor(() => expect(screen.getByRole('menuitem', { name: /退出登录/ })).toBeVisible());
    await expect(screen.queryByText('个人信息')).toBeNull();
  },
};

const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
export const PictureAndLanguages: Story = {
  name: '头像，语言菜单',
  args: { userPicture: picture },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(
      canvas.getByRole('button', { name: '韩梅梅，用户菜单' }).querySelector('.shell-avatar img'),
    ).toHaveAttribute('src', picture);
    await userEvent.click(canvas.getByRole('button', { name: '语言' }));
    for (const name of ['简体中文', '繁體中文', 'English', 'Português'])
      await waitFor(() => expect(canvas.getByRole('menuitem', { name })).toBeVisible());
    await userEvent.click(canvas.getByRole('menuitem', { name: 'English' }));
    await expect(settings.getState().language).toBe('en-US');
    // It takes effect at once, with the page that is open.
    await canvas.findByRole('button', { name: 'Language' });
    await inSight(canvas.getByRole('button', { name: '韩梅梅, user menu' }));
    await inSight(canvas.getByRole('navigation', { name: 'Main menu' }));
    await expect(document.documentElement).toHaveAttribute('lang', 'en-US');
    await waitFor(() => expect(canvas.queryByRole('menuitem', { name: 'English' })).toBeNull());
  },
};

export const Narrow: Story = {
  name: '窄屏',
  globals: { viewport: { value: 'mobile1', isRotated: false } },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '打开菜单' }));

    const drawer = within(await openedDialog('主菜单'));
    await userEvent.click(await drawer.findByRole('link', { name: '读者' }));
    await expect(within(canvasElement).getByRole('button', { name: '打开菜单' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
  },
};

export const Unmatched: Story = {
  name: '没有这个页面',
  args: { page: undefined, children: <UnmatchedPage /> },
  play: async ({ canvasElement }) => {
    await inSight(within(canvasElement).getByText('暂无权限，请联系管理员'));
  },
};
