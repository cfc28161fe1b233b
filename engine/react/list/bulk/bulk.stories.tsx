import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { booksPage, inSight, listStory, openedDialog, SampleRefusal, seen } from '../../../fixtures/index.ts';

const meta: Meta = { title: 'engine/批量操作', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

type Page = ReturnType<typeof within>;

async function selectAllMatching(page: Page): Promise<void> {
  await page.findByText('海国图志');
  await userEvent.click(page.getByRole('checkbox', { name: '全选本页' }));
  await userEvent.click(await page.findByRole('button', { name: '选择全部符合条件的 26 条' }));
  await inSight(await page.findByText('已选全部符合条件的 26 条'));
}

const across = listStory('books');
export const AcrossPages: Story = {
  name: '选择跨页保留',
  render: across.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('checkbox', { name: '选择 海国图志' }));
    await userEvent.click(page.getByRole('listitem', { name: '3' }));
    await waitFor(() => expect(page.queryByText('海国图志')).toBeNull());
    await userEvent.click(page.getByRole('checkbox', { name: '全选本页' }));
    await inSight(page.getByText('已选 7 条'));
    await userEvent.click(page.getByRole('listitem', { name: '1' }));
    await waitFor(() => expect(page.getByRole('checkbox', { name: '选择 海国图志' })).toBeChecked());
    await userEvent.click(page.getByRole('button', { name: '取消选择' }));
    await expect(page.queryByText(/^已选/)).toBeNull();
  },
};

const all = listStory('books', { hasTasks: true });
export const AllMatching: Story = {
  name: '全部符合条件的',
  render: all.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await selectAllMatching(page);
    await userEvent.click(page.getByRole('button', { name: '送修' }));
    const form = within(await openedDialog());
    await waitFor(() => expect(form.getByText('送修（26 条）')).toBeVisible());
    await inSight(form.getByText(/将处理全部符合条件的 26 条数据，包括不在本页的/));
    await userEvent.type(await form.findByLabelText('原因'), '书脊开裂');
    await userEvent.click(form.getByRole('button', { name: '确定' }));
    await seen('批量送修：图书');
    await expect(all.server.callsTo('/v1/book/repair').at(-1)?.body).toMatchObject({ matching: { count: 26 } });
    await userEvent.click(await screen.findByRole('button', { name: /条没有成功，查看原因/ }, { timeout: 8_000 }));
    await seen('当前状态不允许该操作');
    await expect(page.queryByText(/^已选/)).toBeNull();
  },
};

const deleting = listStory('books', {
  hasTasks: true,
  pages: [
    {
      ...booksPage,
      bulk: [{ key: 'delete', title: '删除', permission: 'book:delete', api: '/v1/book/delete', emphasis: 'danger' }],
    },
  ],
});
export const Undo: Story = {
  name: '确认、进度与撤销',
  render: deleting.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await selectAllMatching(page);
    await userEvent.click(within(page.getByRole('region', { name: '批量操作' })).getByRole('button', { name: '删除' }));
    const confirm = within(await openedDialog());
    await waitFor(() => expect(confirm.getByText(/将处理全部符合条件的 26 条数据/)).toBeVisible());
    await userEvent.click(confirm.getByRole('button', { name: '删除' }));
    await userEvent.click(await screen.findByRole('button', { name: '撤销 批量删除：图书' }, { timeout: 8_000 }));
    await seen(/逐条改回之前的样子/);
    await userEvent.click(within(await openedDialog()).getByRole('button', { name: '撤销' }));
    await seen('撤销 25 条，未能撤销 0 条');
    await expect(await screen.findByText('共 26 条', undefined, { timeout: 8_000 })).toBeInTheDocument();
  },
};

let asked = 0;
const changed = listStory('books', {
  answers: {
    '/v1/book/restore': () => {
      asked += 1;
      if (asked === 1) throw new SampleRefusal('E_SELECTION', { expected: '26', got: '24', count: 24 });
      return { jobId: 'gone', total: 24 };
    },
  },
});
export const Changed: Story = {
  name: '符合条件的数据有变化',
  render: changed.render,
  beforeEach: () => {
    asked = 0;
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await selectAllMatching(page);
    await userEvent.click(page.getByRole('button', { name: '修好上架' }));
    await userEvent.click(within(await openedDialog()).getByRole('button', { name: '修好上架' }));
    await seen(/现在符合条件的是 24 条，与刚才确认的不同，还没有处理任何数据/);
    await userEvent.click(await screen.findByRole('button', { name: '修好上架（24 条）' }));
    await waitFor(() =>
      expect(changed.server.callsTo('/v1/book/restore').at(-1)?.body).toMatchObject({ matching: { count: 24 } }),
    );
  },
};

const editing = listStory('books', {
  pages: [
    {
      ...booksPage,
      bulk: [{ key: 'edit', title: '批量编辑', permission: 'book:edit', api: '/v1/book/modify', form: 'edit' }],
    },
  ],
});
export const Edit: Story = {
  name: '批量编辑：只改填了的，其余不动',
  render: editing.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('checkbox', { name: '选择 海国图志' }));
    await userEvent.click(page.getByRole('checkbox', { name: '选择 梦溪笔谈' }));
    await userEvent.click(page.getByRole('button', { name: '批量编辑' }));
    const form = within(await openedDialog());
    const author = await form.findByLabelText('作者');
    await expect(author).toHaveValue('');
    await userEvent.type(author, '佚名');
    await userEvent.click(form.getByRole('button', { name: /保\s?存/ }));
    await waitFor(() =>
      expect(editing.server.callsTo('/v1/book/modify').at(-1)?.body).toEqual({
        ids: [expect.any(String), expect.any(String)],
        author: '佚名',
      }),
    );
  },
};
