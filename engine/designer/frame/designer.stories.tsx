import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, SampleServer, StoryFrame } from '../../fixtures/index.ts';
import { isJsonObject } from '../../model/json/index.ts';
import { SchemaPage } from '../../react/index.ts';
import { SampleDesign } from '../store/sample-design.testing.ts';
import { DesignFrame } from './design-frame.tsx';

const meta: Meta = { title: 'engine/设计器', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

/** A page of the library that is designed, with what its server keeps. */
function designStory(name: string, params: Readonly<Record<string, string>> = {}) {
  const design = new SampleDesign();
  const server = new SampleServer({ answers: design.answers });
  function Page() {
    const [isDesigned, setDesigned] = useState(true);
    const page = <SchemaPage name={name} params={params} />;
    return (
      <StoryFrame server={server}>
        {isDesigned ? (
          <DesignFrame page={name} onLeave={() => setDesigned(false)}>
            {page}
          </DesignFrame>
        ) : (
          page
        )}
      </StoryFrame>
    );
  }
  return { design, server, render: () => <Page /> };
}

/** A list of the draft that the server keeps, by its keys. */
function kept({ design }: ReturnType<typeof designStory>, page: string, list: string): readonly unknown[] {
  const items = design.drafts.get(`${page} org `)?.document[list];
  return Array.isArray(items) ? items.map((item) => (isJsonObject(item) ? item.key : item)) : [];
}

const drawn = (canvas: HTMLElement, at: string) => canvas.querySelector(`.designer-page [data-design-path="${at}"]`);

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
  name: '添加：本实体与所引用的字段，已有的有记号；新的选中，可以撤销',
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
  },
};
