import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, listStory, openedDialog, seen } from '../../../fixtures/index.ts';
import type { SavedView } from '../../../model/wire/index.ts';

const meta: Meta = { title: 'engine/列表/视图', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const plain: SavedView = {
  id: '00000000-0000-4000-8000-000000000001',
  version: 1,
  name: '文学类',
  share: 'private',
  state: { filters: { category: { op: 'in', value: ['literature'] } }, sort: ['-price'], size: 20 },
  layout: null,
  isMine: true,
  author: '林晓岚',
  departmentName: null,
  lastUsedAt: null,
};
const team: SavedView = {
  ...plain,
  id: '00000000-0000-4000-8000-000000000002',
  name: '待整理',
  share: 'department',
  lastUsedAt: '2026-03-02T01:00:00.000Z',
  state: { keyword: '图志', size: 50 },
  isMine: false,
  author: '沈砚秋',
  departmentName: '总馆',
};
const everyone: SavedView = { ...team, id: '00000000-0000-4000-8000-000000000003', name: '全馆通用', share: 'all' };
const views = { books: [plain, team, everyone] };

const open = async (page: ReturnType<typeof within>, name: string | RegExp = /^视图：/) => {
  await userEvent.click(await page.findByRole('button', { name }));
  await screen.findByRole('group', { name: '当前视图' });
};
const line = (name: RegExp) => screen.findByRole('button', { name });

const switching = listStory('books', { views });
export const Switching: Story = {
  name: '切换',
  render: switching.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await open(page, '视图：标准视图');
    for (const group of ['我的', '部门', '所有人']) await inSight(screen.getByText(group));
    // Who made it, and when anybody last used it; whose is one's own goes without saying.
    await inSight(await line(/^待整理.*总馆 · 沈砚秋 · 上次使用 2026-03-02/));
    await inSight(await line(/^文学类.*还没有人用过/));
    const standard = await line(/^标准视图/);
    await waitFor(() => expect(standard).toHaveFocus());
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await page.findByRole('button', { name: '视图：文学类' });
    await expect(switching.address.params).toEqual({ view: plain.id });
    await expect(switching.server.callsTo('/v1/book/query').at(-1)?.body).toMatchObject({
      where: { and: [{ field: 'category', op: 'in', value: ['literature'] }] },
      sort: ['-price'],
    });
    await waitFor(() => expect(switching.server.callsTo('/v1/saved/view/use').at(-1)?.body).toEqual({ id: plain.id }));
    await waitFor(() => expect(page.getByRole('button', { name: '视图：文学类' })).toHaveFocus());
    // What was loaded the first time takes the focus the second time too.
    await open(page, '视图：文学类');
    const literature = await line(/^文学类/);
    await waitFor(() => expect(literature).toHaveFocus());
  },
};

const changing = listStory('books', { views, params: { view: plain.id } });
export const Changing: Story = {
  name: '改动、保存与还原',
  render: changing.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByRole('button', { name: '视图：文学类' });
    await userEvent.click(await page.findByRole('button', { name: '清空条件' }));
    await page.findByRole('button', { name: '视图：文学类（已改动）' });
    await expect(changing.address.params).toEqual({ view: plain.id, 'f.category': '' });
    await userEvent.click(page.getByRole('button', { name: '还原' }));
    await page.findByRole('button', { name: '视图：文学类' });
    await expect(changing.address.params).toEqual({ view: plain.id });
    await userEvent.click(page.getByRole('button', { name: '列设置' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: '主题' }));
    await userEvent.keyboard('{Escape}');
    await page.findByRole('button', { name: '视图：文学类（已改动）' });
    await userEvent.click(page.getByRole('button', { name: /^保.?存$/ }));
    await page.findByRole('button', { name: '视图：文学类' });
    await seen('已保存视图“文学类”');
    await inSight(page.getByRole('columnheader', { name: '主题' }));
    const sent = changing.server.callsTo('/v1/saved/view/modify')[0]?.body;
    await expect(sent).toMatchObject({ id: plain.id, version: 1, state: plain.state });
  },
};

const saving = listStory('books', { views, params: { view: everyone.id } });
export const SavingAs: Story = {
  name: '另存为与设为默认',
  render: saving.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await open(page, '视图：全馆通用');
    // Somebody else's view can be used, not changed.
    await expect(screen.queryByRole('button', { name: '名称与共享' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '另存为' }));
    const dialog = within(await openedDialog());
    await userEvent.type(dialog.getByRole('textbox', { name: /视图名称/ }), '文学类');
    await userEvent.keyboard('{Enter}');
    await seen('您在该页面已有同名的视图');
    await userEvent.type(dialog.getByRole('textbox', { name: /视图名称/ }), '（新）');
    await userEvent.click(dialog.getByRole('radio', { name: '所有人' }));
    await userEvent.click(dialog.getByRole('button', { name: /保.?存/ }));
    await page.findByRole('button', { name: '视图：文学类（新）' });
    await open(page);
    await userEvent.click(screen.getByRole('button', { name: '设为默认' }));
    await seen('以后打开本页先显示这个视图');
    await open(page);
    await inSight(await line(/文学类（新）.*默认/));
  },
};

const deleting = listStory('books', { views, params: { view: plain.id } });
export const Deleting: Story = {
  name: '删除与撤销',
  render: deleting.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await open(page, '视图：文学类');
    await userEvent.click(screen.getByRole('button', { name: /^删.?除$/ }));
    await page.findByRole('button', { name: '视图：标准视图' });
    await userEvent.click(await screen.findByRole('button', { name: /^撤.?销$/ }));
    await page.findByRole('button', { name: '视图：文学类' });
    await waitFor(() => expect(screen.queryByText('已删除视图“文学类”')).toBeNull());
  },
};

const gone = listStory('books', { views, params: { view: '00000000-0000-4000-8000-00000000000f' } });
export const Gone: Story = {
  name: '视图已不在',
  render: gone.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText(/已删除或没有共享给您/));
    await page.findByRole('button', { name: '视图：标准视图' });
    await inSight(await page.findByText('海国图志'));
  },
};

const old: SavedView = {
  ...plain,
  name: '旧视图',
  state: { filters: { shelf: { op: 'eq', value: 'A' } }, sort: ['-weight'], display: 'globe', size: 20 },
  layout: { hidden: ['cover'], widths: { nobody: 80 }, order: ['nobody', 'title'] },
};
const outdated = listStory('books', { views: { books: [old] }, params: { view: old.id } });
export const Outdated: Story = {
  name: '视图中有本页没有的内容',
  render: outdated.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText(/视图中有 1 项筛选、1 项排序、1 列、1 种看法本页没有或您看不到/));
    await inSight(await page.findByText('海国图志'));
  },
};

const failing = listStory('books', {
  answers: {
    '/v1/saved/view/query': () => {
      throw new TypeError('no answer');
    },
  },
});
export const NotLoaded: Story = {
  name: '视图没有加载成功',
  render: failing.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText(/视图没有加载成功/, undefined, { timeout: 4000 }));
    await inSight(await page.findByText('海国图志'));
  },
};

const many = listStory('books', {
  canShare: false,
  views: {
    books: Array.from({ length: 12 }, (_, n) => ({
      ...plain,
      id: `00000000-0000-4000-8000-0000000001${String(n).padStart(2, '0')}`,
      name: `第 ${n + 1} 阅览室`,
    })),
  },
});
export const Searching: Story = {
  name: '许多视图，不能共享',
  render: many.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await open(page);
    await userEvent.type(screen.getByRole('textbox', { name: '按名称查找视图' }), '12');
    await expect(screen.getAllByRole('button', { name: /阅览室/ })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: '另存为' }));
    const dialog = within(await openedDialog());
    await expect(dialog.queryByRole('radio')).toBeNull();
  },
};
