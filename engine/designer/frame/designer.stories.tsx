import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight } from '../../fixtures/index.ts';
import { isJsonObject } from '../../model/json/index.ts';
import { designStory, drawn, kept } from './design-story.testing.tsx';

const meta: Meta = { title: 'engine/设计器', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const list = designStory('books');
export const ListPage: Story = {
  name: '列表：改名、移动、隐藏、恢复、撤销；草稿自己保存，什么也点不动',
  render: list.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const outline = await page.findByRole('region', { name: '大纲' });
    await waitFor(() => expect(drawn(canvasElement, 'columns/author')).not.toBeNull());
    // Selected where it stands: the cell belongs to its column, and what a cell does is not done.
    await userEvent.click(await page.findByText('魏源'));
    const properties = within(page.getByRole('region', { name: '设置' }));
    await inSight(await properties.findByRole('heading', { name: '作者' }));
    await expect(list.server.callsTo('/v1/book/modify')).toHaveLength(0);
    await userEvent.type(properties.getByLabelText('名称'), '著者');
    await waitFor(() => expect(drawn(canvasElement, 'columns/author')).toHaveTextContent('著者'));
    // By keyboard, from the page itself.
    const canvas = page.getByRole('group', { name: /^页面，/ });
    canvas.focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(kept(list, 'books', 'columns').slice(0, 3)).toEqual(['title', 'category', 'author']));
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(kept(list, 'books', 'columns')).not.toContain('author'));
    await expect(drawn(canvasElement, 'columns/author')).toHaveAttribute('data-design-hidden');
    await userEvent.click(properties.getByRole('button', { name: '恢复' }));
    await waitFor(() => expect(kept(list, 'books', 'columns').slice(0, 3)).toEqual(['title', 'author', 'category']));
    for (const _ of [1, 2, 3, 4]) await userEvent.click(page.getByRole('button', { name: '撤销（Ctrl+Z）' }));
    await waitFor(() => expect(kept(list, 'books', 'columns').slice(0, 2)).toEqual(['title', 'author']));
    await waitFor(() => expect(drawn(canvasElement, 'columns/author')).toHaveTextContent('作者'));
    await expect(page.getByRole('button', { name: '撤销（Ctrl+Z）' })).toBeDisabled();
    await userEvent.click(within(outline).getByText('新增'));
    await inSight(await properties.findByText(/book:add/));
  },
};

const adding = designStory('books');
export const Adding: Story = {
  name: '添加：本实体与所引用的字段，已有的有记号；新的选中，可以撤销；也可以拖到页面上',
  render: adding.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const outline = await page.findByRole('region', { name: '大纲' });
    await waitFor(() => expect(drawn(canvasElement, 'columns/author')).not.toBeNull());
    await userEvent.click((await within(outline).findAllByText('所在分馆')).at(-1) ?? outline);
    await userEvent.click(page.getByRole('button', { name: '在此添加' }));
    const palette = within(await page.findByRole('region', { name: '添加' }));
    const search = palette.getByRole('searchbox', { name: '查找可以添加的内容' });
    await waitFor(() => expect(search).toHaveFocus());
    await inSight(palette.getByRole('button', { name: /^定价/ }));
    await expect(palette.getByRole('button', { name: /^定价/ })).toHaveTextContent('已有');
    await userEvent.type(search, '保管人');
    await userEvent.click((await palette.findAllByRole('button', { name: /^保管人/ })).at(-1) ?? search);
    await waitFor(() => {
      const keys = kept(adding, 'books', 'columns');
      expect(keys).toHaveLength(14);
      expect(keys.indexOf('branch')).toBe(4);
      expect(String(keys[5])).toMatch(/^keeper/);
    });
    await waitFor(() => expect(canvasElement.querySelectorAll('.designer-page th[data-design-path]')).toHaveLength(13));
    // Between two columns, by mouse: what is added stands where the + stood.
    await userEvent.hover(drawn(canvasElement, 'columns/author') ?? canvasElement);
    await inSight(page.getByRole('button', { name: '在“作者”之后添加' }));
    await userEvent.click(page.getByRole('button', { name: '在“作者”之前添加' }));
    await waitFor(() => expect(search).toHaveFocus());
    await userEvent.click((await palette.findAllByRole('button', { name: /^保管人/ })).at(-1) ?? search);
    await waitFor(() => expect(String(kept(adding, 'books', 'columns')[1])).toMatch(/^keeper/));
    // Dragged onto the page: a line shows where; beside the page it is added nowhere.
    const count = kept(adding, 'books', 'columns').length;
    const entry = palette.getAllByRole('button', { name: /^保管人/ }).at(-1) ?? search;
    await drag(entry, middleOf(search));
    await expect(kept(adding, 'books', 'columns')).toHaveLength(count);
    const added = `columns/${String(kept(adding, 'books', 'columns')[1])}`;
    await waitFor(() => expect(drawn(canvasElement, added)).not.toBeNull());
    await drag(entry, edgeOf(drawn(canvasElement, added) ?? canvasElement, 'right'));
    await waitFor(() => expect(String(kept(adding, 'books', 'columns')[2])).toMatch(/^keeper/));
    await expect(kept(adding, 'books', 'columns')).toHaveLength(count + 1);
  },
};

const board = designStory('desk');
/** Takes something up with the mouse where it stands, and lets it go elsewhere. */
async function drag(target: Element, to: { readonly x: number; readonly y: number }, from = middleOf(target)) {
  await userEvent.pointer([
    { keys: '[MouseLeft>]', target, coords: { clientX: from.x, clientY: from.y } },
    { target, coords: { clientX: (from.x + to.x) / 2, clientY: (from.y + to.y) / 2 } },
    { target, coords: { clientX: to.x, clientY: to.y } },
    { keys: '[/MouseLeft]', target, coords: { clientX: to.x, clientY: to.y } },
  ]);
}

function middleOf(element: Element): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Just within an edge of something drawn. */
function edgeOf(element: Element, side: 'left' | 'right') {
  const { left, right } = element.getBoundingClientRect();
  return { x: side === 'left' ? left + 8 : right - 8, y: middleOf(element).y };
}

export const Dashboard: Story = {
  name: '看板：卡片在页面上拖动、改宽度，键盘一样能做，都可以撤销；图表、数字照常，什么也点不动',
  render: board.render,
  play: async ({ canvasElement, step }) => {
    const page = within(canvasElement);
    await page.findByRole('region', { name: '大纲' });
    const card = async (key: string) => {
      await waitFor(() => expect(drawn(canvasElement, `cards/${key}`)).not.toBeNull());
      return drawn(canvasElement, `cards/${key}`) ?? canvasElement;
    };
    const keys = () => kept(board, 'desk', 'cards');
    const spanOf = (key: string) => {
      const cards = board.design.drafts.get('desk org ')?.document.cards;
      const found = Array.isArray(cards) ? cards.find((one) => isJsonObject(one) && one.key === key) : undefined;
      return isJsonObject(found) ? found.span : undefined;
    };
    const undo = page.getByRole('button', { name: '撤销（Ctrl+Z）' });
    const shipped = ['loans', 'deposit', 'readers', 'service', 'due', 'trend', 'byCategory', 'deposits'];
    await step('a card is dragged behind another, and a line shows where; Escape gives up', async () => {
      const [first, third] = [await card('loans'), await card('readers')];
      const [from, to] = [middleOf(first), edgeOf(third, 'right')];
      await userEvent.pointer([
        { keys: '[MouseLeft>]', target: first, coords: { clientX: from.x, clientY: from.y } },
        { target: first, coords: { clientX: to.x, clientY: to.y } },
      ]);
      await waitFor(() => expect(canvasElement.querySelector('.designer-drop')).not.toBeNull());
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(canvasElement.querySelector('.designer-drop')).toBeNull());
      await userEvent.pointer([{ keys: '[/MouseLeft]', target: first }]);
      await expect(undo).toBeDisabled();
      await drag(first, to);
      await waitFor(() => expect(keys()).toEqual(['deposit', 'readers', 'loans', ...shipped.slice(3)]));
      await drag(await card('loans'), edgeOf(await card('deposit'), 'left'));
      await waitFor(() => expect(keys()).toEqual(shipped));
      await userEvent.click(undo);
      await waitFor(() => expect(keys()).toEqual(['deposit', 'readers', 'loans', ...shipped.slice(3)]));
    });
    await step('its edge is dragged from column to column: one command; a figure keeps its quarter', async () => {
      await userEvent.click(await card('loans'));
      await waitFor(() => expect(canvasElement.querySelector('.designer-mark-selected')).not.toBeNull());
      await expect(canvasElement.querySelector('.designer-size')).toBeNull();
      await userEvent.click(await card('trend'));
      await waitFor(() => expect(canvasElement.querySelector('.designer-size')).not.toBeNull());
      const handle = canvasElement.querySelector('.designer-size') ?? canvasElement;
      const [trend, figure] = [await card('trend'), await card('deposit')];
      const quarter = figure.getBoundingClientRect().width;
      await drag(handle, { x: trend.getBoundingClientRect().left + quarter - 10, y: middleOf(handle).y });
      await waitFor(() => expect(spanOf('trend')).toBe(1));
      await waitFor(() => expect(trend.getBoundingClientRect().width).toBeCloseTo(quarter, 0));
      await userEvent.click(undo);
      await waitFor(() => expect(spanOf('trend')).toBe(2));
    });
    await step('by keyboard: wider, no wider than there are columns, narrower, and moved', async () => {
      page.getByRole('group', { name: /^页面，/ }).focus();
      for (const _ of [1, 2, 3]) await userEvent.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
      await waitFor(() => expect(spanOf('trend')).toBe(4));
      await userEvent.keyboard('{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}');
      await waitFor(() => expect(spanOf('trend')).toBe(3));
      await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
      await waitFor(() => expect(keys().indexOf('trend')).toBe(4));
    });
  },
};

const inForm = designStory('books');
export const ListForm: Story = {
  name: '列表的表单：从按钮走到它的表单，在原处选字段、改名、移动；点空处是表单，按 Esc 回到列表',
  render: inForm.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const outline = await page.findByRole('region', { name: '大纲' });
    await waitFor(() => expect(drawn(canvasElement, 'columns/author')).not.toBeNull());
    await userEvent.click(within(outline).getByText('新增'));
    await userEvent.click(await page.findByRole('button', { name: '设计它的表单' }));
    const at = (field: string) => `forms/create/sections/base/fields/${field}`;
    await waitFor(() => expect(drawn(canvasElement, at('author'))).not.toBeNull());
    await expect(drawn(canvasElement, 'columns/author')).toBeNull();
    await userEvent.click(drawn(canvasElement, at('author')) ?? canvasElement);
    const properties = within(page.getByRole('region', { name: '设置' }));
    await inSight(await properties.findByRole('heading', { name: '作者' }));
    await userEvent.type(properties.getByLabelText('名称'), '著者');
    await waitFor(() => expect(drawn(canvasElement, at('author'))).toHaveTextContent('著者'));
    page.getByRole('group', { name: /^页面，/ }).focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => {
      const forms = inForm.design.drafts.get('books org ')?.document.forms;
      const create = isJsonObject(forms) && isJsonObject(forms.create) ? forms.create : {};
      expect(JSON.stringify(create.sections)).toMatch(/"category",\{"key":"author","title":"著者"\}/);
    });
    // Beside the fields is the form itself; Escape leads back to the page.
    await userEvent.click(canvasElement.querySelector('.designer-page .engine-page-header h1') ?? canvasElement);
    await inSight(await properties.findByRole('heading', { name: '新增图书' }));
    page.getByRole('group', { name: /^页面，/ }).focus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(drawn(canvasElement, 'columns/author')).not.toBeNull());
    await expect(inForm.server.callsTo('/v1/book/create')).toHaveLength(0);
  },
};

const inSteps = designStory('purchases');
export const StepForm: Story = {
  name: '分步的表单：点哪一步就到哪一步，改了还在那一步；没有记录的编辑表单也能设计',
  render: inSteps.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const outline = await page.findByRole('region', { name: '大纲' });
    const properties = within(page.getByRole('region', { name: '设置' }));
    const isSeen = (at: string) => waitFor(() => expect(drawn(canvasElement, at)?.checkVisibility()).toBe(true));
    await isSeen('columns/budget');
    await userEvent.click(within(outline).getByText('分步登记'));
    await userEvent.click(await page.findByRole('button', { name: '设计它的表单' }));
    await isSeen('forms/wizard/sections/base/fields/purchaseNo');
    const steps = within(page.getByRole('navigation', { name: '填写进度' }));
    await userEvent.click(steps.getByText('费用'));
    await inSight(await properties.findByRole('heading', { name: '费用' }));
    const budget = 'forms/wizard/sections/money/fields/budget';
    await isSeen(budget);
    await userEvent.click(drawn(canvasElement, budget) ?? canvasElement);
    await userEvent.type(properties.getByLabelText('名称'), '总预算');
    await waitFor(() => expect(drawn(canvasElement, budget)).toHaveTextContent('总预算'));
    await isSeen(budget);
    await userEvent.keyboard('{Escape}');
    page.getByRole('group', { name: /^页面，/ }).focus();
    await userEvent.keyboard('{Escape}');
    await isSeen('columns/budget');
    await userEvent.click(within(outline).getByText('编辑'));
    await userEvent.click(await page.findByRole('button', { name: '设计它的表单' }));
    await waitFor(() =>
      expect(canvasElement.querySelector('[data-design-path^="forms/plain/sections/"]')).not.toBeNull(),
    );
  },
};
