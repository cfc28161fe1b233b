import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  booksPage,
  inSight,
  libraryRows,
  openedDialog,
  SampleRefusal,
  type SampleServerOptions,
  listStory as sampleList,
  seen,
} from '../../fixtures/index.ts';

const meta: Meta = { title: 'engine/列表', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const listStory = (options: SampleServerOptions = {}, params: Readonly<Record<string, string>> = {}) =>
  sampleList('books', { ...options, params });

const query = '/v1/book/query';
const never = () => new Promise(() => undefined);

const data = listStory();
export const Data: Story = {
  name: '有数据',
  render: data.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('海国图志'));
    await inSight(page.getByText('共 26 条'));
    // A state that does not allow it shows no button: the second book is lent, so it can be given back only.
    await inSight(page.getByRole('button', { name: '借出 海国图志' }));
    await expect(page.queryByRole('button', { name: '借出 园冶' })).toBeNull();
    await userEvent.click(page.getByRole('button', { name: '海国图志' }));
    await expect(data.opened.at(-1)?.page).toBe('bookcard');
  },
};

const filtering = listStory();
export const Filtering: Story = {
  name: '筛选、摘要与重置',
  render: filtering.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByText('海国图志');
    const keyword = page.getByLabelText('关键字');
    await userEvent.type(keyword, '园冶{Enter}');
    await inSight(await page.findByText('共 3 条'));
    await inSight(within(page.getByRole('list', { name: '当前筛选' })).getByText('园冶'));
    await userEvent.click(page.getByRole('button', { name: '去掉条件“关键字”' }));
    await inSight(await page.findByText('共 26 条'));
    await expect(keyword).toHaveValue('');
    await userEvent.click(page.getByRole('button', { name: /更多筛选/ }));
    await userEvent.type(page.getByLabelText('作者'), '沈括{Enter}');
    await inSight(await page.findByText('共 2 条'));
    await userEvent.click(page.getByRole('button', { name: '重置' }));
    await inSight(await page.findByText('共 26 条'));
  },
};

const sorting = listStory();
export const Sorting: Story = {
  name: '排序与翻页',
  render: sorting.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByText('海国图志');
    await userEvent.click(page.getByRole('button', { name: '定价' }));
    await waitFor(() => expect(sorting.server.callsTo(query).at(-1)?.body.sort).toEqual(['price']));
    await userEvent.click(await page.findByRole('listitem', { name: '2' }));
    await waitFor(() => expect(sorting.server.callsTo(query).at(-1)?.body.cursor).toBe('row:10'));
    await userEvent.click(page.getByRole('button', { name: '定价' }));
    await waitFor(() => expect(sorting.server.callsTo(query).at(-1)?.body).toMatchObject({ sort: ['-price'] }));
    await expect(sorting.server.callsTo(query).at(-1)?.body.cursor).toBeUndefined();
    await waitFor(() => expect(page.getByRole('table').closest('[aria-busy]')).toHaveAttribute('aria-busy', 'false'));
    // What is asked for before it is drawn is not asked for again when it is.
    await expect(sorting.server.callsTo(query)).toHaveLength(4);
  },
};

const deep = listStory({ rows: libraryRows(1030) });
export const Deep: Story = {
  name: '超过一千条',
  render: deep.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('共 1,000+ 条'));
    await userEvent.click(page.getByRole('button', { name: '查看总数' }));
    await inSight(await page.findByText('共 1,030 条'));
    await userEvent.click(page.getByRole('listitem', { name: '100' }));
    await waitFor(() => expect(deep.server.callsTo(query).at(-1)?.body.cursor).toBe('row:990'));
    await userEvent.click(await page.findByRole('button', { name: /下一页/ }));
    await waitFor(() => expect(deep.server.callsTo(query).at(-1)?.body.cursor).toBe('at:1000'));
    await userEvent.click(await page.findByRole('button', { name: '回到第一页' }));
    await inSight(await page.findByRole('listitem', { name: '1' }));
  },
};

const bulk = listStory();
export const Bulk: Story = {
  name: '批量操作',
  render: bulk.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByText('海国图志');
    for (const title of ['海国图志', '开元占经', '几何原本', '园冶'])
      await userEvent.click(page.getByRole('checkbox', { name: `选择 ${title}` }));
    await inSight(page.getByText('已选 4 条'));
    await userEvent.click(page.getByRole('button', { name: '送修（其中 3 条）' }));
    const dialog = within(await openedDialog());
    await waitFor(() => expect(dialog.getByText('送修（3 条）')).toBeVisible());
    await userEvent.type(await dialog.findByLabelText('原因'), '书脊开裂');
    await userEvent.click(dialog.getByRole('button', { name: '确定' }));
    await seen('成功 2 条，失败 1 条');
    await seen('数据正在被他人处理，请稍后重试');
    await expect(bulk.server.callsTo('/v1/book/repair').at(-1)?.body).toMatchObject({ reason: '书脊开裂' });
    await expect(bulk.server.callsTo('/v1/book/repair').at(-1)?.headers['Idempotency-Key']).toMatch(/^[\w-]{36}$/);
  },
};

const confirm = listStory();
export const Confirm: Story = {
  name: '确认后执行',
  render: confirm.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByText('园冶');
    await userEvent.click(page.getByRole('button', { name: '归还 园冶' }));
    const dialog = within(await openedDialog());
    await waitFor(() => expect(dialog.getByText('确定这本书已经归还吗？')).toBeVisible());
    await userEvent.click(dialog.getByRole('button', { name: '归还' }));
    await seen('已归还');
    await inSight(await page.findByRole('button', { name: '借出 园冶' }));
    // A deleted row takes the keyboard with it no further than to the row in its place.
    const rows = () => [...canvasElement.querySelectorAll<HTMLElement>('tbody tr[data-row-key]')];
    const [, second, third] = rows();
    const more = within(second ?? canvasElement).getByRole('button', { name: /^更多/ });
    more.focus();
    await userEvent.keyboard('{Enter}');
    const item = await screen.findByRole('menuitem', { name: '删除' });
    await userEvent.click(item);
    await userEvent.click(within(await openedDialog()).getByRole('button', { name: '删除' }));
    await waitFor(() => expect(rows()).not.toContain(second));
    await waitFor(() => expect(third).toHaveFocus());
  },
};

const columns = listStory();
export const Columns: Story = {
  name: '列设置与密度',
  render: columns.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByText('海国图志');
    await expect(page.queryByRole('columnheader', { name: '主题' })).toBeNull();
    await userEvent.click(page.getByRole('button', { name: '列设置' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: '主题' }));
    await inSight(await page.findByRole('columnheader', { name: '主题' }));
    await userEvent.click(page.getByRole('button', { name: '密度' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: '紧凑' }));
    await waitFor(() => expect(Object.values(localStorage).join()).toContain('small'));
    await userEvent.keyboard('{Escape}');
  },
};

const linked = listStory(
  {},
  {
    'f.category': 'in:literature',
    where: JSON.stringify([{ field: 'keeperId', op: 'eq', value: '@me' }]),
    sort: '-price',
  },
);
export const FromLink: Story = {
  name: '由链接带入条件',
  render: linked.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const chips = within(await page.findByRole('list', { name: '当前筛选' }));
    await inSight(chips.getByText('文学'));
    await inSight(chips.getByText('我'));
    await expect(linked.server.callsTo(query)[0]?.body).toMatchObject({
      where: {
        and: [
          { field: 'category', op: 'in', value: ['literature'] },
          { field: 'keeperId', op: 'eq', value: '@me' },
        ],
      },
      sort: ['-price'],
    });
  },
};

const wide = listStory({
  pages: [
    {
      ...booksPage,
      columns: Array.from({ length: 30 }, (_, n) => ({
        key: `column${n}`,
        field: ['title', 'author', 'price', 'state', 'boughtOn', 'summary'][n % 6] ?? 'title',
      })),
    },
  ],
});
export const ManyColumns: Story = {
  name: '许多列',
  render: wide.render,
  play: async ({ canvasElement }) => {
    await expect((await within(canvasElement).findAllByText('海国图志')).length).toBe(5);
  },
};

const broken = listStory({
  pages: [
    {
      ...booksPage,
      columns: [
        ...booksPage.columns.slice(0, 3),
        { key: 'gone', field: 'publisher', title: '出版社', width: 180 },
        ...booksPage.columns.slice(3, 6),
      ],
    },
  ],
});
export const BrokenColumn: Story = {
  name: '一列有误',
  render: broken.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('海国图志'));
    await inSight(page.getAllByText('找不到字段“publisher”')[0]);
    await expect(broken.server.callsTo(query)[0]?.body.fields).not.toContain('publisher');
  },
};

const empty = listStory({ rows: { ...libraryRows(), book: [] } });
export const Empty: Story = {
  name: '还没有数据',
  render: empty.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('还没有图书。点“新增”登记第一本。'));
    await expect(page.getAllByRole('button', { name: '新增' })).toHaveLength(2);
  },
};

const nothing = listStory({}, { q: '不存在的书' });
export const EmptyByFilter: Story = {
  name: '没有符合条件的',
  render: nothing.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('没有符合条件的数据'));
    await userEvent.click(page.getByRole('button', { name: '清除筛选' }));
    await inSight(await page.findByText('共 26 条'));
  },
};

const loading = listStory({ answers: { [query]: never } });
export const Loading: Story = {
  name: '加载中',
  render: loading.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByRole('heading', { name: '馆藏图书' }));
    await inSight(page.getByRole('status', { name: '正在加载' }));
  },
};

let failures = 0;
const failing = listStory({
  answers: {
    [query]: () => {
      failures += 1;
      if (failures === 1) throw new SampleRefusal('E_BUSY');
      return { list: [], next: null, previous: null, total: 0, totalIsCapped: false };
    },
  },
});
export const Failing: Story = {
  name: '出错与重试',
  render: failing.render,
  beforeEach: () => {
    failures = 0;
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('服务器繁忙，请稍后重试'));
    await inSight(page.getByRole('button', { name: /请求编号 req-7f3a91/ }));
    await userEvent.click(page.getByRole('button', { name: /重试/ }));
    await inSight(await page.findByText('暂无数据'));
  },
};

const denied = listStory({
  answers: {
    '/v1/sys/page/view': () => {
      throw new SampleRefusal('E_NO_PAGE');
    },
  },
});
export const Denied: Story = {
  name: '没有权限',
  render: denied.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('暂无权限，请联系相关人员开通页面权限'));
    await expect(page.queryByRole('button', { name: /重试/ })).toBeNull();
  },
};
