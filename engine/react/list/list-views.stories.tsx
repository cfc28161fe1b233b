import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { booksBoard, inSight, listStory, loanList, SampleRefusal, seen } from '../../fixtures/index.ts';
import type { NodeFault } from '../../model/documents/index.ts';
import type { WidgetProps } from '../index.ts';

const meta: Meta = { title: 'engine/列表/查看方式', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const switching = listStory('booksBoard');
export const Switching: Story = {
  name: '切换、记住、写进地址',
  render: switching.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('共 26 条'));
    await userEvent.click(page.getByText('看板'));
    await inSight(await page.findByRole('region', { name: '在架，13 条' }));
    await expect(switching.address.params).toEqual({ display: 'board' });
    await expect(Object.values(localStorage)).toContain('"board"');
    await userEvent.click(page.getByText('表格'));
    await inSight(await page.findByText('共 26 条'));
    await expect(switching.address.params).toEqual({});
  },
};

const tabs = listStory('booksBoard');
export const Tabs: Story = {
  name: '页签与另一张列表',
  render: tabs.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('tab', { name: /善本/ }));
    await inSight(await page.findByText('共 4 条'));
    await expect(tabs.address.params).toEqual({ tab: 'rare' });
    await userEvent.click(page.getByRole('tab', { name: '借阅记录' }));
    await inSight(await page.findByText('共 6 条'));
    await expect(tabs.server.callsTo('/v1/loan/query')[0]?.headers['X-App-Page']).toBe('loanList');
    await userEvent.click(page.getByText('看板'));
    await waitFor(() => expect(tabs.address.params).toMatchObject({ tab: 'loans', 'in.display': 'board' }));
  },
};

const initial = listStory('loanList');
export const InitialFilter: Story = {
  name: '筛选的初始值、清空与重置',
  render: initial.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('共 6 条'));
    await inSight(within(page.getByRole('list', { name: '当前筛选' })).getByText('在借、逾期'));
    await userEvent.click(page.getByRole('button', { name: '清空条件' }));
    await inSight(await page.findByText('共 12 条'));
    await expect(initial.address.params).toEqual({ 'f.state': '' });
    await userEvent.click(page.getByRole('button', { name: '重置' }));
    await inSight(await page.findByText('共 6 条'));
    await expect(initial.address.params).toEqual({});
  },
};

const tree = listStory('placeTree');
export const Tree: Story = {
  name: '树：逐级展开、全部展开、筛选时平铺',
  render: tree.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '展开 东厅' }));
    await inSight(await page.findByText('东厅 2 号架'));
    await expect(page.queryByRole('button', { name: '展开 东厅 2 号架' })).toBeNull();
    await userEvent.click(page.getByRole('button', { name: '全部展开' }));
    await inSight(await page.findByText('特藏室 1 号架 3 层'));
    await userEvent.click(page.getByRole('button', { name: '全部收起' }));
    await waitFor(() => expect(page.queryByText('特藏室 1 号架 3 层')).toBeNull());
    await userEvent.type(page.getByLabelText('关键字'), '3 层{Enter}');
    await inSight(await page.findByText('共 3 条'));
    await inSight(page.getByText(/不分层级/));
  },
};

const moving = listStory('placeTree');
export const MoveInTree: Story = {
  name: '树：用键盘换次序与层级，撤销',
  render: moving.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '全部展开' }));
    const grip = () => page.findByRole('button', { name: /^移动东厅 2 号架：/ });
    (await grip()).focus();
    await userEvent.keyboard('{ArrowUp}');
    await seen('已移动“东厅 2 号架”');
    const rowOf = async () => (await grip()).closest('tr');
    const above = () => page.getByText('东厅 1 号架').closest('tr');
    await waitFor(async () => expect((await rowOf())?.nextElementSibling).toBe(above()));
    await waitFor(async () => expect(await grip()).toHaveFocus());
    const [up] = moving.server.callsTo('/v1/place/move');
    await expect(up?.body).toMatchObject({
      parentId: expect.any(String),
      before: expect.any(String),
      from: up?.body.parentId,
    });
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(moving.server.callsTo('/v1/place/move')).toHaveLength(2));
    await expect(moving.server.callsTo('/v1/place/move')[1]?.body).toMatchObject({ parentId: null });
    // The first level stands at the edge.
    const indent = async () => (await rowOf())?.querySelector<HTMLElement>('.engine-tree-place')?.style.paddingLeft;
    await waitFor(async () => expect(await indent()).toBe('0px'));
    await userEvent.click(
      (await within(document.body).findAllByRole('button', { name: '撤销' })).at(-1) ?? document.body,
    );
    await waitFor(() => expect(moving.server.callsTo('/v1/place/move')).toHaveLength(3));
    await expect(moving.server.callsTo('/v1/place/move')[2]?.body.parentId).toBe(up?.body.parentId);
  },
};

const growing = listStory('placeTree', {
  answers: {
    '/v1/place/create': (body) => {
      if (body.name === '重名') throw new SampleRefusal('E_BUSY');
      return { id: `made ${String(body.name)}`, version: 1 };
    },
  },
});
export const AddInTree: Story = {
  name: '树：一行一个就地新增，粘贴多行，不成的留下',
  render: growing.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '在东厅下添加' }));
    const box = await page.findByRole('textbox', { name: '在东厅下添加' });
    await waitFor(() => expect(box).toHaveFocus());
    await userEvent.paste('3 号架\n\t上层\n\t重名\n4 号架');
    await inSight(page.getByText('4 个，Ctrl + Enter 添加'));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await seen('已添加 2 个');
    await waitFor(() => expect(box).toHaveValue('\t重名\n4 号架'));
    await waitFor(() => expect(box).toHaveFocus());
    await userEvent.clear(box);
    await userEvent.paste('\t下层\n4 号架');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(box).toHaveValue(''));
    const bodies = growing.server.callsTo('/v1/place/create').map(({ body }) => body);
    const [first] = bodies;
    await expect(bodies).toEqual([
      { name: '3 号架', parentId: expect.any(String) },
      { name: '上层', parentId: 'made 3 号架' },
      { name: '重名', parentId: 'made 3 号架' },
      // What was left goes on below what was made before.
      { name: '下层', parentId: 'made 3 号架' },
      { name: '4 号架', parentId: first?.parentId },
    ]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(page.queryByRole('textbox', { name: '在东厅下添加' })).toBeNull());
  },
};

let branches = 0;
const branch = listStory('placeTree', {
  answers: {
    '/v1/place/query': (body) => {
      const isTop = JSON.stringify(body.where).includes('isNull');
      branches += isTop ? 0 : 1;
      if (!isTop && branches === 1) throw new SampleRefusal('E_BUSY');
      const row = { id: isTop ? 'top' : 'below', version: 1, name: isTop ? '东厅' : '东厅 1 号架', hasChildren: isTop };
      return { list: [row], next: null, previous: null, total: null, totalIsCapped: false };
    },
  },
});
export const BranchFails: Story = {
  name: '树：一个上级没有展开成功',
  render: branch.render,
  beforeEach: () => {
    branches = 0;
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '展开 东厅' }));
    await userEvent.click(await page.findByRole('button', { name: '“东厅”的下级没有加载成功，重试' }));
    await inSight(await page.findByText('东厅 1 号架'));
  },
};

function Stars({ value }: WidgetProps) {
  return <span>{'★'.repeat(Math.round(Number(value) / 200))}</span>;
}

function Broken(): never {
  throw new TypeError('broken on purpose');
}

const cell = (name: string, load: () => Promise<typeof Stars>) =>
  ({ name, title: name, slots: ['cell'], propsSchema: { type: 'object' }, load }) as const;

const cells = listStory('booksBoard', {
  widgets: [cell('Stars', async () => Stars), cell('Broken', async () => Broken)],
  pages: [
    {
      ...booksBoard,
      columns: [
        ...booksBoard.columns.slice(0, 2),
        { key: 'pages', field: 'pages', title: '厚度', widget: 'Stars', width: 100 },
        { key: 'weight', field: 'weight', widget: 'Broken', width: 160 },
        { key: 'next', field: 'nextCheckAt', width: 160, tone: "record.nextCheckAt < now ? 'red' : 'green'" },
        { key: 'bad', field: 'price', title: '价格', width: 180, tone: 'record.price ===' },
      ],
    },
  ],
});
export const Cells: Story = {
  name: '单元格的颜色与组件',
  render: cells.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    // Widgets come one after the other.
    await waitFor(() => expect(page.getAllByText('组件“Broken”出错')).toHaveLength(10), { timeout: 10_000 });
    await expect(page.getAllByText('★').length).toBeGreaterThan(0);
    await expect(page.getAllByText(/表达式有误/)).toHaveLength(10);
    await expect(canvasElement.querySelectorAll('.engine-toned.engine-tone-red').length).toBeGreaterThan(0);
  },
};

const disabled = listStory('booksBoard', {
  pages: [
    {
      ...booksBoard,
      toolbar: (booksBoard.toolbar ?? []).map((action) => ({
        ...action,
        enabledWhen: "user.name == '馆长'",
        disabledReason: '只有馆长可以登记图书',
      })),
      row: [
        { key: 'edit', title: '编辑', permission: 'book:edit', link: 'bookcard', enabledWhen: 'record.rare == true' },
      ],
    },
  ],
});
export const Disabled: Story = {
  name: '不可用的按钮说明原因',
  render: disabled.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const add = await page.findByRole('button', { name: '新增' });
    await expect(add).toHaveAttribute('aria-disabled', 'true');
    add.focus();
    await waitFor(() => expect(add).toHaveAccessibleDescription('只有馆长可以登记图书'));
    await userEvent.keyboard('{Enter}');
    await expect(within(document.body).queryByRole('dialog')).toBeNull();
    await expect(await page.findByRole('button', { name: '编辑 园冶' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(page.getByRole('button', { name: '编辑 海国图志' }));
    await expect(disabled.opened.at(-1)?.page).toBe('bookcard');
  },
};

const nodeFault = (at: string, index: number): NodeFault => ({
  at,
  index,
  faults: [{ code: 'E_SCHEMA_UNKNOWN_NAME', pointer: '', expected: '字段', got: 'publisher' }],
});
const faulty = listStory('loanList', {
  pages: [{ ...loanList, tabs: [{ key: 'all', title: '全部' }] }],
  faults: {
    loanList: [
      nodeFault('columns/publisher', 1),
      nodeFault('filters/publisher', 1),
      nodeFault('views/shelf', 1),
      nodeFault('tabs/late', 1),
      nodeFault('figures/sum', 0),
      nodeFault('toolbar/export', 0),
    ],
  },
});
export const Faults: Story = {
  name: '有误的部分各在其位',
  render: faulty.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('共 6 条'));
    await inSight(page.getByText('“sum”有误'));
    await inSight(page.getByText(/^export：找不到字段“publisher”/));
    await userEvent.click(page.getByRole('tab', { name: /late/ }));
    await inSight(await page.findByText('“late”有误'));
    await userEvent.click(page.getByRole('tab', { name: '全部' }));
    await userEvent.click(await page.findByText('有误'));
    await inSight(await page.findByText('“shelf”有误'));
  },
};
