import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, sampleId } from '../../fixtures/index.ts';
import { isJsonObject } from '../../model/json/index.ts';
import { designStory, drawn, kept } from './design-story.testing.tsx';

const meta: Meta = { title: 'engine/设计器/页面种类', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

/** Picks what is drawn of a node, once it is drawn, and waits for its settings. */
async function pick(canvasElement: HTMLElement, at: string, title: string) {
  await waitFor(() => expect(drawn(canvasElement, at)).not.toBeNull());
  await userEvent.click(drawn(canvasElement, at) ?? canvasElement);
  const properties = within(within(canvasElement).getByRole('region', { name: '设置' }));
  await inSight(await properties.findByRole('heading', { name: title }));
  return properties;
}

/** Puts the keyboard on the page. */
const toPage = (canvasElement: HTMLElement) =>
  within(canvasElement)
    .getByRole('group', { name: /^页面，/ })
    .focus();

const card = designStory('bookcard', { id: sampleId('book', 1) });
export const Panorama: Story = {
  name: '全景：头部的标签与按钮、资料、页签与页签里的列；点页签既打开它也选中它，按钮什么也不做',
  render: card.render,
  play: async ({ canvasElement }) => {
    const action = await pick(canvasElement, 'header/actions/edit', '编辑');
    await inSight(action.getByText(/book:edit/));
    await inSight(action.getByLabelText('权限决定谁能做什么，只在产品中修改'));
    await expect(within(document.body).queryByRole('dialog')).toBeNull();
    await pick(canvasElement, 'header/tags/category', '分类');
    await pick(canvasElement, 'facts/base/fields/author', '作者');
    toPage(canvasElement);
    await userEvent.keyboard('{Delete}');
    await waitFor(() => {
      const facts = card.design.drafts.get('bookcard org ')?.document.facts;
      expect(JSON.stringify(facts)).not.toContain('"author"');
    });
    await pick(canvasElement, 'tabs/loans', '借阅历史');
    const column = await pick(canvasElement, 'tabs/loans/columns/reader', '读者');
    await userEvent.type(column.getByLabelText('名称'), '借书人');
    await waitFor(() => expect(drawn(canvasElement, 'tabs/loans/columns/reader')).toHaveTextContent('借书人'));
    await pick(canvasElement, 'tabs/loans', '借阅历史');
    toPage(canvasElement);
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(kept(card, 'bookcard', 'tabs')).toEqual(['loans', 'notes', 'history']));
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(kept(card, 'bookcard', 'tabs')).toEqual(['notes', 'history']));
    await expect(drawn(canvasElement, 'tabs/loans')).toHaveAttribute('data-design-hidden');
    await expect(card.server.callsTo('/v1/book/modify')).toHaveLength(0);
  },
};

const detail = designStory('purchasecard', { id: sampleId('purchase', 0) });
export const Detail: Story = {
  name: '详情：资料与子表的列在原处选、改',
  render: detail.render,
  play: async ({ canvasElement }) => {
    await pick(canvasElement, 'facts/money/fields/budget', '预算');
    const column = await pick(canvasElement, 'children/items/columns/quantity', '册数');
    await userEvent.type(column.getByLabelText('名称'), '本数');
    await waitFor(() => expect(drawn(canvasElement, 'children/items/columns/quantity')).toHaveTextContent('本数'));
    await waitFor(() => expect(JSON.stringify(detail.design.drafts.get('purchasecard org '))).toContain('本数'));
  },
};

const form = designStory('purchaseadd');
export const FormPage: Story = {
  name: '表单页：分节与字段在原处选、移动；填不了，也提交不了',
  render: form.render,
  play: async ({ canvasElement }) => {
    const field = 'form/sections/base/fields/purchaseNo';
    await pick(canvasElement, field, '单号');
    toPage(canvasElement);
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(form.design.drafts.get('purchaseadd org ')).toBeDefined());
    await userEvent.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(within(canvasElement).getByRole('button', { name: '撤销（Ctrl+Z）' })).toBeDisabled());
    const input = drawn(canvasElement, field)?.querySelector('input');
    if (input) await userEvent.type(input, '号');
    await expect(input?.value ?? '').toBe('');
    await expect(form.server.callsTo('/v1/purchase/create')).toHaveLength(0);
  },
};

const shared = designStory('books');
export const TwoAtOnce: Story = {
  name: '两人同时改一处：看得到还有谁；先是对方的，列出来由人选“用我的”；别处的各自留着',
  render: shared.render,
  beforeEach: () => void shared.design.others.push({ id: 'other', name: '陈一鸣', isEditing: true }),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const properties = await pick(canvasElement, 'columns/author', '作者');
    await inSight(await page.findByText('陈一鸣 正在编辑'));
    // Somebody else, from another window.
    const shipped = shared.design.shipped('books');
    const columns: readonly unknown[] = Array.isArray(shipped.columns) ? shipped.columns : [];
    const renamed = columns.map((column) =>
      isJsonObject(column) && column.key === 'author' ? { ...column, title: '撰者' } : column,
    );
    shared.design.drafts.set('books org ', {
      version: 7,
      document: { ...shipped, title: '全部图书', columns: renamed },
    });
    await userEvent.type(properties.getByLabelText('名称'), '著者');
    const told = await page.findByText(/有人同时改了/);
    await inSight(told);
    await inSight(page.getByText(/用我的就是：.*列「撰者」改名为「著者」/));
    await waitFor(() => expect(drawn(canvasElement, 'columns/author')).toHaveTextContent('撰者'));
    await userEvent.click(page.getByRole('button', { name: '用我的' }));
    await waitFor(() => expect(drawn(canvasElement, 'columns/author')).toHaveTextContent('著者'));
    await waitFor(() => expect(page.queryByText(/有人同时改了/)).toBeNull());
    await waitFor(() => {
      const text = JSON.stringify(shared.design.drafts.get('books org ')?.document);
      expect(text).toContain('著者');
      expect(text).toContain('全部图书');
    });
  },
};
