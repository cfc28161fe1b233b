import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  guideRows,
  inSight,
  libraryRows,
  type OpenedPage,
  type SampleAnswer,
  SampleRefusal,
  SampleServer,
  StoryFrame,
  sampleId,
  seen,
} from '../../fixtures/index.ts';
import type { PageDocument } from '../../model/documents/index.ts';
import { revisePath } from '../../model/entity/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/版本', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const revise = revisePath({ name: 'guide' });
const card: PageDocument = {
  schemaVersion: 2,
  name: 'guideDetail',
  path: '/guide',
  title: '须知',
  kind: 'detail',
  entity: 'guide',
  scope: 'all',
  api: { view: '/v1/guide/view' },
  header: {
    title: 'name',
    actions: [
      { key: 'modify', title: '编辑', permission: 'guide:edit', api: '/v1/guide/modify', form: 'edit' },
      {
        key: 'revise',
        permission: 'guide:edit',
        api: revise,
        success: '可以修订了',
        after: [{ key: 'open', kind: 'open', page: 'guideDetail' }],
      },
      { key: 'delete', title: '删除', permission: 'guide:delete', api: '/v1/guide/delete' },
    ],
  },
  facts: [{ key: 'base', title: '须知', fields: ['edition', 'body'] }],
  forms: {
    edit: { title: '编辑', sections: [{ key: 'base', title: '内容', fields: ['name', 'body', 'alsoId'] }] },
  },
};
const [archived, published, draft] = [0, 1, 2].map((at) => sampleId('guide', at)) as [string, string, string];

/** A story of three editions of a guide, beginning at one of them. */
function editionStory(start: string, width?: number, more: Readonly<Record<string, SampleAnswer>> = {}) {
  const opened: OpenedPage[] = [];
  const server = new SampleServer({
    pages: [card],
    rows: { ...libraryRows(2), ...guideRows },
    answers: { [revise]: () => ({ id: draft, number: 3, isNew: false }), ...more },
  });
  function Shown() {
    const [id, setId] = useState(start);
    const onOpen = (to: OpenedPage) => {
      opened.push(to);
      if (to.params.id !== undefined) setId(to.params.id);
    };
    return (
      <StoryFrame server={server} onOpen={onOpen}>
        <div style={width === undefined ? undefined : { width }}>
          <SchemaPage name="guideDetail" params={{ id }} />
        </div>
      </StoryFrame>
    );
  }
  return { server, opened, render: () => <Shown /> };
}

const editions = (canvas: HTMLElement) => within(canvas).findByRole('region', { name: '版本' });

const fixed = editionStory(published);
export const Published: Story = {
  name: '已发布：修订，不能编辑、删除',
  render: fixed.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const note = within(await editions(canvasElement));
    await inSight(note.getByText('第 2 版 已发布'));
    await inSight(await note.findByRole('button', { name: '第 1 版 已归档' }));
    await expect(page.queryByRole('button', { name: '编辑' })).toBeNull();
    await expect(page.queryByRole('button', { name: '删除' })).toBeNull();
    await userEvent.click(page.getByRole('button', { name: '修订' }));
    await seen('可以修订了');
    await waitFor(() => expect(fixed.opened).toEqual([{ page: 'guideDetail', params: { id: draft } }]));
  },
};

const open = editionStory(draft);
export const Draft: Story = {
  name: '草稿：可编辑，另见只选已发布的',
  render: open.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('第 3 版 草稿'));
    await expect(page.queryByRole('button', { name: '修订' })).toBeNull();
    await userEvent.click(page.getByRole('button', { name: '编辑' }));
    const dialog = within(await within(document.body).findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('combobox', { name: '另见' }));
    await waitFor(() => expect(document.querySelectorAll('.ant-select-item-option')).toHaveLength(1));
    const option = document.querySelector<HTMLElement>('.ant-select-item-option');
    await expect(option).toHaveTextContent('借阅须知2');
    if (option !== null) await userEvent.click(option);
    await waitFor(() =>
      expect(dialog.getByRole('combobox', { name: '另见' })).toHaveAttribute('aria-expanded', 'false'),
    );
  },
};

const narrow = editionStory(archived, 340);
export const Narrow: Story = {
  name: '窄屏：换到另一版',
  render: narrow.render,
  play: async ({ canvasElement }) => {
    const note = await editions(canvasElement);
    await userEvent.click(await within(note).findByRole('button', { name: '第 3 版 草稿' }));
    await inSight(await within(canvasElement).findByText('第 3 版 草稿'));
    const now = await editions(canvasElement);
    await expect(now.scrollWidth).toBeLessThanOrEqual(now.clientWidth);
  },
};

let isAway = true;
const away = editionStory(published, undefined, {
  '/v1/guide/query': () => {
    if (isAway) throw new SampleRefusal('E_BUSY');
    return { list: guideRows.guide, next: null, previous: null, total: null, totalIsCapped: false };
  },
});
export const OthersUnknown: Story = {
  name: '其他版本没有取到：不说只有这一版',
  render: away.render,
  play: async ({ canvasElement }) => {
    isAway = true;
    const note = within(await editions(canvasElement));
    const retry = await note.findByRole('button', { name: '其他版本没有取到，重试' });
    await expect(note.queryByText('只有这一版')).toBeNull();
    isAway = false;
    await userEvent.click(retry);
    await inSight(await note.findByRole('button', { name: '第 1 版 已归档' }));
  },
};
