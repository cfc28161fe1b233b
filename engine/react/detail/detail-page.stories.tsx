import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  bookPanorama,
  inSight,
  purchasePages,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
  sampleId,
  seen,
} from '../../fixtures/index.ts';
import type { PageDocument } from '../../model/documents/index.ts';
import { openForm } from '../form/form-steps.testing.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/详情', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

function detailStory(id: string | undefined, options: SampleServerOptions = {}) {
  const server = new SampleServer(options);
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="purchasecard" params={id === undefined ? {} : { id }} />
    </StoryFrame>
  );
  return { server, render };
}

const data = detailStory(sampleId('purchase', 0));
export const Data: Story = {
  name: '有数据',
  render: data.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByRole('heading', { name: 'CG2026030201' }));
    await inSight(page.getByText('¥1,200.00'));
    await inSight(page.getByRole('heading', { name: '采购明细' }));
    await inSight(page.getByText('中国古代天文学史'));
    await expect(data.server.callsTo('/v1/purchase/view')[0]?.body.fields).toContain('items.title');
    const form = await openForm(canvasElement, '编辑');
    await userEvent.type(await form.findByLabelText('书名（第 2 行）'), '（增订本）');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('采购单已保存');
    await inSight(await page.findByText('中国古代天文学史（增订本）'));
  },
};

const bookDetail: PageDocument = { ...bookPanorama, kind: 'detail', name: 'bookdetail', path: '/library/books/detail' };
const tabbed = new SampleServer({ pages: [bookDetail] });
export const Tabbed: Story = {
  name: '资料之下有标签页，打开时才读取',
  render: () => (
    <StoryFrame server={tabbed}>
      <SchemaPage name="bookdetail" params={{ id: sampleId('book', 0), tab: 'loans' }} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const loans = await page.findByRole('tab', { name: '借阅历史' }, { timeout: 10_000 });
    await expect(loans).toHaveAttribute('aria-selected', 'true');
    await inSight((await page.findAllByText(/^(郑一|钱二|孙三|李四)$/))[0] ?? canvasElement);
    await expect(tabbed.callsTo('/v1/note/query')).toHaveLength(0);
    await userEvent.click(page.getByRole('tab', { name: '盘点记录' }));
    await waitFor(() => expect(tabbed.callsTo('/v1/note/query').length).toBeGreaterThan(0));
    // What a tab writes makes it read again.
    const before = tabbed.callsTo('/v1/note/query').length;
    const form = await openForm(canvasElement, '写记录');
    await userEvent.type(await form.findByLabelText('内容'), '封面已补，可以外借');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('记录已保存');
    await waitFor(() => expect(tabbed.callsTo('/v1/note/query').length).toBeGreaterThan(before));
    await inSight(await page.findByText('封面已补，可以外借'));
  },
};

const cards = new SampleServer({
  pages: purchasePages.map((page) =>
    page.kind === 'detail' && page.children !== undefined
      ? { ...page, children: page.children.map((table) => ({ ...table, arrange: 'cards' })) }
      : page,
  ),
});
export const Cards: Story = {
  name: '明细一行一张卡片',
  render: () => (
    <StoryFrame server={cards}>
      <SchemaPage name="purchasecard" params={{ id: sampleId('purchase', 0) }} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const title = await page.findByText('中国古代天文学史');
    await inSight(title);
    await expect(title.closest('li')).not.toBeNull();
    await expect(page.queryByRole('table')).toBeNull();
    await expect(page.getAllByText('书名：').length).toBeGreaterThan(0);
  },
};

const empty = detailStory(sampleId('purchase', 1));
export const Empty: Story = {
  name: '没有明细',
  render: empty.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText('没有明细'));
  },
};

const missing = detailStory(sampleId('purchase', 99));
export const Missing: Story = {
  name: '不存在或无权查看',
  render: missing.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('数据不存在或无权查看'));
    await inSight(page.getByText(/可能已被删除/));
    await expect(page.queryByRole('button', { name: '重试' })).toBeNull();
  },
};

const unnamed = detailStory(undefined);
export const NoRecord: Story = {
  name: '没有指定',
  render: unnamed.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText('没有指定要查看的数据'));
  },
};

const cutOff = detailStory(sampleId('purchase', 0).slice(0, -5));
export const CutOff: Story = {
  name: '链接不完整',
  render: cutOff.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText(/复制的链接可能不完整/));
  },
};

const wrong = (at: string, got: string, index: number) => ({
  at,
  index,
  faults: [{ code: 'E_SCHEMA_UNKNOWN_NAME' as const, pointer: '', expected: '字段', got }],
});
const faulty = detailStory(sampleId('purchase', 0), {
  faults: {
    purchasecard: [
      wrong('facts/base/fields/colour', 'colour', 1),
      wrong('children/notes', 'notes', 0),
      wrong('children/items/columns/weight', 'weight', 2),
    ],
  },
});
export const Faults: Story = {
  name: '有错的部分只坏自己',
  render: faulty.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText(/colour”/));
    await inSight(page.getByText(/notes”/));
    await inSight(page.getByText('中国古代天文学史'));
  },
};
