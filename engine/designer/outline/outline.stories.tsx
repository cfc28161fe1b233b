import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, userEvent, waitFor, within } from 'storybook/test';
import { inSight, openedDialog } from '../../fixtures/index.ts';
import { designStory, drawn, kept } from '../frame/design-story.testing.tsx';

const meta: Meta = { title: 'engine/设计器/大纲', tags: ['!autodocs'] };
export default meta;

/** The tree asks for the numbers of keys, which the simulated keyboard does not tell. */
const numbers = { ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Enter: 13, Delete: 46 } as const;

async function press(key: keyof typeof numbers, held: { readonly altKey?: boolean } = {}): Promise<void> {
  await fireEvent.keyDown(document.activeElement ?? document.body, { key, keyCode: numbers[key], ...held });
}

const books = designStory('books');
export const ByKeys: StoryObj = {
  name: '大纲只用键盘：方向键走到一项，Enter 打开它的设置；移动、隐藏、恢复它，收起一组；对话框里的键不算',
  render: books.render,
  play: async ({ canvasElement, step }) => {
    const page = within(canvasElement);
    const outline = await page.findByRole('region', { name: '大纲' });
    await waitFor(() => expect(drawn(canvasElement, 'columns/author')).not.toBeNull());
    const properties = within(page.getByRole('region', { name: '设置' }));
    const tree = outline.querySelector('.ant-tree') ?? outline;
    const active = () => tree.querySelector('.ant-tree-treenode-active')?.textContent ?? '';
    const selected = () => tree.querySelector('.ant-tree-treenode-selected')?.textContent ?? '';
    const columns = () => kept(books, 'books', 'columns');
    /** Goes on until it stands on what begins with these words. */
    const goTo = async (title: string) => {
      for (let steps = 0; steps < 60 && !active().startsWith(title); steps += 1) await press('ArrowDown');
      await expect(active()).toContain(title);
    };
    await step('Tab comes to the tree, behind what is looked for', async () => {
      within(outline).getByRole('searchbox', { name: '查找' }).focus();
      for (let steps = 0; steps < 4 && !tree.contains(document.activeElement); steps += 1) await userEvent.tab();
      await expect(tree.contains(document.activeElement)).toBe(true);
    });
    await step('arrows walk, Enter picks', async () => {
      await goTo('列');
      await goTo('作者');
      await press('Enter');
      const heading = await properties.findByRole('heading', { name: '作者' });
      await inSight(heading);
      await expect(heading.closest('header')).toHaveTextContent('列');
      await press('ArrowDown');
      await press('Enter');
      await waitFor(() => expect(selected()).toBe('分类'));
    });
    await step('what is picked is moved, and where the keyboard walks stays beside it', async () => {
      await press('ArrowUp', { altKey: true });
      await waitFor(() => expect(columns().slice(0, 3)).toEqual(['title', 'category', 'author']));
      await expect(active()).toBe('分类');
    });
    await step('in what stands over the page the keys are its own', async () => {
      await userEvent.click(page.getByRole('button', { name: '历史' }));
      const drawer = await openedDialog('发布记录');
      within(drawer).getByRole('button', { name: '关闭' }).focus();
      await userEvent.keyboard('{Delete}{Enter}');
      await waitFor(() => expect(drawer).not.toBeVisible());
      await expect(drawn(canvasElement, 'columns/category')).not.toHaveAttribute('data-design-hidden');
    });
    await step('hidden, and taken back', async () => {
      tree.querySelector('input')?.focus();
      await press('Delete');
      await waitFor(() => expect(columns()).not.toContain('category'));
      await userEvent.keyboard('{Control>}z{/Control}');
      await waitFor(() => expect(columns()).toContain('category'));
    });
    await step('to the group, which is closed and opened', async () => {
      await goTo('书名');
      await press('ArrowLeft');
      await expect(active()).toMatch(/^列/);
      await press('ArrowLeft');
      await waitFor(() => expect(within(outline).queryByText('书名')).toBeNull());
      // While it closes nothing is opened.
      await waitFor(async () => {
        await press('ArrowRight');
        expect(within(outline).queryByText('书名')).not.toBeNull();
      });
    });
    await step('several at once, with the mouse and Control: hidden together, back together', async () => {
      const node = (title: string) => within(outline).getAllByText(title).at(-1) ?? outline;
      const user = userEvent.setup();
      await user.click(node('页数'));
      await user.keyboard('{Control>}');
      await user.click(node('定价'));
      await user.keyboard('{/Control}');
      await inSight(await properties.findByRole('heading', { name: '选中 2 项' }));
      page.getByRole('group', { name: /^页面，/ }).focus();
      await userEvent.keyboard('{Delete}');
      await waitFor(() => expect(columns().filter((key) => key === 'pages' || key === 'price')).toEqual([]));
      await userEvent.click(page.getByRole('button', { name: '撤销（Ctrl+Z）' }));
      await waitFor(() => expect(columns()).toEqual(expect.arrayContaining(['pages', 'price'])));
    });
  },
};
