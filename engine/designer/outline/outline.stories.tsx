import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight } from '../../fixtures/index.ts';
import { designStory, drawn, kept } from '../frame/design-story.testing.tsx';

const meta: Meta = { title: 'engine/设计器大纲', tags: ['!autodocs'] };
export default meta;

const books = designStory('books');
export const ByKeys: StoryObj = {
  name: '大纲只用键盘：方向键走到一项，Enter 打开它的设置；再到下一项，移动、隐藏它',
  render: books.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const outline = await page.findByRole('region', { name: '大纲' });
    await waitFor(() => expect(drawn(canvasElement, 'columns/author')).not.toBeNull());
    const properties = within(page.getByRole('region', { name: '设置' }));
    within(outline).getByRole('searchbox', { name: '查找' }).focus();
    const isInTree = () => outline.querySelector('.ant-tree')?.contains(document.activeElement) === true;
    // The button of the search stands between.
    for (let step = 0; step < 4 && !isInTree(); step += 1) await userEvent.tab();
    await expect(isInTree()).toBe(true);
    const active = () => outline.querySelector('.ant-tree-treenode-active')?.textContent ?? '';
    /** Goes down until it stands on a node of these words. */
    const goTo = async (title: string) => {
      for (let step = 0; step < 60 && active() !== title; step += 1) await userEvent.keyboard('{ArrowDown}');
      await expect(active()).toBe(title);
    };
    await goTo('作者');
    await userEvent.keyboard('{Enter}');
    await inSight(await properties.findByRole('heading', { name: '作者' }));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(properties.queryByRole('heading', { name: '作者' })).toBeNull());
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(kept(books, 'books', 'columns').slice(0, 3)).toEqual(['title', 'category', 'author']));
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(kept(books, 'books', 'columns')).not.toContain('category'));
  },
};
