import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, listStory, SampleRefusal, sampleId, seen } from '../../../fixtures/index.ts';
import type { ListPage } from '../../../model/documents/index.ts';
import { dragOver } from '../kanban/drag-to.testing.ts';

const meta: Meta = { title: 'engine/列表/次序', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const move = '/v1/topic/move';
const topics: ListPage = {
  schemaVersion: 2,
  name: 'topics',
  path: '/topics',
  title: '主题',
  kind: 'list',
  entity: 'topic',
  scope: 'all',
  api: { query: '/v1/topic/query', move },
  columns: [
    { key: 'name', field: 'name', width: 200 },
    { key: 'position', field: 'position', width: 80 },
  ],
  sort: ['position'],
};
const names = (canvas: HTMLElement) =>
  [...canvas.querySelectorAll('[data-row-key]')].map((row) => row.querySelector('.engine-td')?.textContent ?? '');
const grip = (canvas: HTMLElement, name: string) =>
  within(canvas).findByRole('button', { name: `移动“${name}”：拖动，或按上、下方向键` });

const keyed = listStory('topics', { pages: [topics] });
export const ByKeyboard: Story = {
  name: '用键盘移动，可以撤销',
  render: keyed.render,
  play: async ({ canvasElement }) => {
    const first = await grip(canvasElement, '航海');
    await inSight(first);
    first.focus();
    await userEvent.keyboard('{ArrowDown}');
    await seen('已移动“航海”');
    await waitFor(() => expect(names(canvasElement).slice(0, 2)).toEqual(['园林', '航海']));
    // The row took the keyboard along: once more, and it goes on.
    await waitFor(async () => expect(document.activeElement).toBe(await grip(canvasElement, '航海')));
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(names(canvasElement).slice(0, 3)).toEqual(['园林', '天文', '航海']));
    await expect(keyed.server.callsTo(move).map(({ body }) => body)).toEqual([
      { id: sampleId('topic', 0), after: sampleId('topic', 1) },
      { id: sampleId('topic', 0), after: sampleId('topic', 2) },
    ]);
    await userEvent.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(names(canvasElement).slice(0, 3)).toEqual(['园林', '航海', '天文']));
  },
};

const dragged = listStory('topics', { pages: [topics] });
export const ByDragging: Story = {
  name: '拖动',
  render: dragged.render,
  play: async ({ canvasElement }) => {
    await grip(canvasElement, '航海');
    const row = (at: number) => canvasElement.querySelectorAll<HTMLElement>('[data-row-key]')[at] ?? document.body;
    const drop = await dragOver(row(3), row(0), await grip(canvasElement, '书法'));
    await expect(row(0).dataset.held).toBe('before');
    await drop();
    await waitFor(() => expect(names(canvasElement)[0]).toBe('书法'));
    await expect(row(0).dataset.held).toBeUndefined();
  },
};

const sorted = listStory('topics', { pages: [{ ...topics, sort: ['-createdAt'] }] });
export const OtherSort: Story = {
  name: '按别的排序时不能移动',
  render: sorted.render,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('航海');
    await expect(within(canvasElement).queryByRole('button', { name: /^移动“/ })).toBeNull();
  },
};

const refused = listStory('topics', {
  pages: [topics],
  answers: {
    [move]: () => {
      throw new SampleRefusal('E_NOT_FOUND');
    },
  },
});
export const Refused: Story = {
  name: '移动被拒绝：说明原因，留在原处',
  render: refused.render,
  play: async ({ canvasElement }) => {
    (await grip(canvasElement, '航海')).focus();
    await userEvent.keyboard('{ArrowDown}');
    await seen(/数据不存在或无权查看/);
    await expect(names(canvasElement)[0]).toBe('航海');
  },
};
