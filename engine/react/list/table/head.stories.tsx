import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, listStory, openedDialog, seen } from '../../../fixtures/index.ts';

const meta: Meta = { title: 'engine/列表/表头', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const query = '/v1/book/query';
const save = '/v1/list/preference/save';
const patience = { timeout: 10_000 };

function headOf(canvasElement: HTMLElement) {
  const cell = (key: string): HTMLElement => {
    const found = canvasElement.querySelector<HTMLElement>(`thead [data-column-key="${key}"]`);
    if (found === null) throw new TypeError(`no column ${key}`);
    return found;
  };
  return {
    cell,
    width: (key: string) => Math.round(cell(key).getBoundingClientRect().width),
    left: (key: string) => Math.round(cell(key).getBoundingClientRect().left),
    edge: (key: string) => cell(key).querySelector('.engine-head-edge') ?? cell(key),
    focused: () => document.activeElement?.closest('th')?.dataset.columnKey,
  };
}

const byKeys = listStory('books');
export const ByKeys: Story = {
  name: '键盘：走动、几列排序、列宽；“?”列出全部快捷键',
  render: byKeys.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByText('海国图志', {}, patience);
    const head = headOf(canvasElement);
    const sort = () => byKeys.server.callsTo(query).at(-1)?.body.sort;

    // Tab comes to one heading; the arrows go to the others.
    canvasElement.querySelector<HTMLElement>('thead [data-head]')?.focus();
    await expect(head.focused()).toBe('title');
    await userEvent.keyboard('{End}');
    await expect(head.focused()).toBe(':actions');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    await expect(head.focused()).toBe('price');

    // By one column, by another besides, and each told its place.
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(sort()).toEqual(['price']));
    await userEvent.keyboard('{ArrowLeft}{Shift>}{Enter}{Enter}{/Shift}');
    await waitFor(() => expect(sort()).toEqual(['price', '-pages']));
    await expect(head.cell('price')).toHaveAttribute('aria-sort', 'ascending');
    await expect(page.getByRole('button', { name: '页数' })).toHaveAccessibleDescription(/第 2|2/);
    await seen(/定价.*页数/);
    await expect(byKeys.address.params.sort).toBe('price,-pages');

    // The same in the panel of columns: turned round, put first, taken out, and one more.
    await userEvent.click(page.getByRole('button', { name: '列设置' }));
    const levels = within(await screen.findByRole('region', { name: '排序' }, patience));
    await expect(levels.getAllByRole('listitem')).toHaveLength(2);
    await userEvent.click(levels.getByRole('button', { name: '“定价”改为降序' }));
    await waitFor(() => expect(sort()).toEqual(['-price', '-pages']));
    await userEvent.click(levels.getByRole('button', { name: '“页数”提前一位' }));
    await waitFor(() => expect(sort()).toEqual(['-pages', '-price']));
    await userEvent.click(levels.getByRole('button', { name: '不再按“定价”排序' }));
    await waitFor(() => expect(sort()).toEqual(['-pages']));
    await userEvent.click(levels.getByRole('combobox', { name: '添加排序列' }));
    await userEvent.click(await screen.findByText('定价', { selector: '.ant-select-item-option-content' }));
    await waitFor(() => expect(sort()).toEqual(['-pages', 'price']));
    await userEvent.keyboard('{Escape}{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: '排序' })).toBeNull());
    head.cell('pages').querySelector<HTMLElement>('[data-head]')?.focus();

    // The edge: one step, and as wide as what the column holds; the keyboard stays in the heading.
    const before = head.width('pages');
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    await waitFor(() => expect(head.width('pages')).toBe(before + 32));
    await userEvent.keyboard('{Shift>}{End}{/Shift}');
    await waitFor(() => expect(head.width('pages')).not.toBe(before + 32));
    await expect(head.focused()).toBe('pages');

    // Every key there is.
    await userEvent.keyboard('?');
    const dialog = await openedDialog();
    const keys = within(dialog);
    await inSight(await keys.findByText('追加排序'));
    await inSight(keys.getByText('列宽适合内容'));
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  },
};

const byPointer = listStory('books');
export const ByPointer: Story = {
  name: '拖动与双击列宽，固定在左右，按视图保存在服务端',
  render: byPointer.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByText('海国图志', {}, patience);
    const head = headOf(canvasElement);
    const kept = () => byPointer.server.callsTo(save).at(-1)?.body;

    const before = head.width('bought');
    const other = head.width('author');
    const edge = head.edge('bought');
    const { right, top } = edge.getBoundingClientRect();
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: edge, coords: { clientX: right, clientY: top } },
      { target: edge, coords: { clientX: right + 40, clientY: top } },
      { keys: '[/MouseLeft]', target: edge, coords: { clientX: right + 40, clientY: top } },
    ]);
    // The last column too, and none of the others with it.
    await waitFor(() => expect(head.width('bought')).toBe(before + 40));
    await expect(head.width('author')).toBe(other);
    await userEvent.dblClick(edge);
    await waitFor(() => expect(head.width('bought')).not.toBe(before + 40));
    await waitFor(
      () => expect(kept()).toMatchObject({ viewId: null, layout: { widths: { author: other } } }),
      patience,
    );

    // What can be done with a row has an edge too: with less room there are fewer links, with more there are more.
    const actions = page.getAllByRole('button', { name: /^更多/ }).length;
    const ownWidth = head.width(':actions');
    const ofActions = head.edge(':actions');
    const at = ofActions.getBoundingClientRect().left;
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: ofActions, coords: { clientX: at, clientY: top } },
      { target: ofActions, coords: { clientX: at + 60, clientY: top } },
      { keys: '[/MouseLeft]', target: ofActions, coords: { clientX: at + 60, clientY: top } },
    ]);
    await waitFor(() => expect(head.width(':actions')).toBe(ownWidth - 60));
    await expect(page.getAllByRole('button', { name: /^更多/ }).length).toBeGreaterThanOrEqual(actions);
    await waitFor(() => expect(kept()).toMatchObject({ layout: { widths: { ':actions': ownWidth - 60 } } }), patience);

    // Several at the left and one at the right, where they stay while the others go by.
    await userEvent.click(page.getByRole('button', { name: '列设置' }));
    const panel = within(await screen.findByRole('list', { name: '列设置' }, patience));
    await userEvent.click(panel.getByRole('button', { name: '“作者”固定在左侧' }));
    await userEvent.click(panel.getByRole('button', { name: '“定价”固定在右侧' }));
    await waitFor(
      () => expect(kept()).toMatchObject({ layout: { pins: { author: 'left', price: 'right' } } }),
      patience,
    );
    await userEvent.keyboard('{Escape}');
    const places = () => [head.left('title'), head.left('author'), head.left('price')];
    const stood = places();
    const body = canvasElement.querySelector('tbody');
    if (body === null) throw new TypeError('no rows');
    body.scrollLeft = 120;
    await waitFor(() => expect(canvasElement.querySelector('thead')?.scrollLeft).toBe(body.scrollLeft));
    await expect(places()).toEqual(stood);
  },
};
