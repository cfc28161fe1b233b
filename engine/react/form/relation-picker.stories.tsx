import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  libraryRows,
  openedDialog,
  SampleRefusal,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
  sampleId,
  seen,
} from '../../fixtures/index.ts';
import type { ListPage } from '../../model/documents/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';
import { openForm } from './form-steps.testing.ts';

const meta: Meta = { title: 'engine/表单/关联选择', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const topicQuery = '/v1/topic/query';
const gone = sampleId('topic', 999);

const topicsPage: ListPage = {
  schemaVersion: 2,
  name: 'topics',
  path: '/library/topics',
  title: '主题',
  kind: 'list',
  entity: 'topic',
  scope: 'all',
  api: { query: topicQuery },
  columns: [{ key: 'name', field: 'name' }],
  toolbar: [
    { key: 'add', title: '新增', permission: 'topic:add', api: '/v1/topic/create', form: 'add', success: '主题已新增' },
  ],
  forms: { add: { title: '新增主题', sections: [{ key: 'base', fields: ['name'] }] } },
};

function pickerStory(options: SampleServerOptions = {}) {
  const rows = libraryRows(4);
  const topic = Array.from({ length: 45 }, (_, n) => ({
    id: sampleId('topic', n),
    version: 1,
    name: `主题${String(n + 1).padStart(2, '0')}`,
    createdAt: new Date(Date.now() - n * 60_000).toISOString(),
  }));
  const [first, ...others] = rows.book ?? [];
  const book = first === undefined ? [] : [{ ...first, topicIds: [sampleId('topic', 40), gone] }, ...others];
  const server = new SampleServer({ rows: { ...rows, topic, book }, ...options });
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="books" params={{}} />
    </StoryFrame>
  );
  return { server, render };
}

const options = () => [...document.querySelectorAll('.ant-select-item-option-content')].map((item) => item.textContent);
const searches = (server: SampleServer) =>
  server
    .callsTo(topicQuery)
    .flatMap(({ body }) => JSON.stringify(body.where ?? '').match(/"search":"([^"]*)"/)?.[1] ?? []);

const choosing = pickerStory();
export const Choosing: Story = {
  name: '搜索、翻页、已经看不到的',
  render: choosing.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '编辑 海国图志');
    const input = await form.findByLabelText('主题');
    // What is chosen is called by its name, or marked as gone and kept.
    await seen('主题41');
    await seen('…000999（已删除或不可见）');
    await userEvent.click(input);
    await waitFor(() => expect(options()).toContain('主题01'));
    const list = document.querySelector<HTMLElement>('.rc-virtual-list-holder');
    for (const _ of [1, 2]) {
      list?.scrollTo({ top: list.scrollHeight });
      fireEvent.scroll(list ?? document.body);
    }
    await waitFor(() =>
      expect(choosing.server.callsTo(topicQuery).some(({ body }) => body.cursor !== undefined)).toBe(true),
    );
    // An input method composes: nothing is searched before the word is there.
    fireEvent.compositionStart(input);
    fireEvent.input(input, { target: { value: 'zhu' } });
    await new Promise((done) => setTimeout(done, 400));
    await expect(searches(choosing.server)).toEqual([]);
    fireEvent.input(input, { target: { value: '题33' } });
    fireEvent.compositionEnd(input);
    await waitFor(() => expect(searches(choosing.server)).toEqual(['题33']));
    await waitFor(() => expect(options()[0]).toBe('主题33'));
    await userEvent.click(screen.getByTitle('主题33'));
    await userEvent.keyboard('{Escape}');
    await userEvent.type(form.getByLabelText('作者'), '等');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('已保存');
    await expect(choosing.server.callsTo('/v1/book/modify')[0]?.body.topicIds).toEqual([
      sampleId('topic', 40),
      gone,
      sampleId('topic', 32),
    ]);
  },
};

const alike = pickerStory({
  rows: {
    ...libraryRows(1),
    book: (libraryRows(1).book ?? []).map((row) => ({ ...row, topicIds: [sampleId('topic', 0)] })),
    topic: [
      { id: sampleId('topic', 0), version: 1, name: '地理', shelf: '二楼东', since: '2019-03-01' },
      { id: sampleId('topic', 1), version: 1, name: '地理', shelf: '四楼' },
      { id: sampleId('topic', 2), version: 1, name: '历史' },
    ],
  },
});
export const Alike: Story = {
  name: '同名的靠旁边的说明分清',
  render: alike.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '编辑 海国图志');
    // What is chosen tells the same, though its name came with the record.
    await seen('二楼东 · 2019-03-01');
    await userEvent.click(await form.findByLabelText('主题'));
    await waitFor(() => expect(options()).toEqual(['地理二楼东 · 2019-03-01', '地理四楼', '历史']));
    await userEvent.click(form.getByLabelText('作者'));
    await waitFor(() =>
      expect(document.querySelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')).toBeNull(),
    );
  },
};

const making = pickerStory({ pages: [topicsPage] });
export const Making: Story = {
  name: '新建后选中，已填的都在',
  render: making.render,
  play: async ({ canvasElement }) => {
    const outer = await openForm(canvasElement, '新增');
    await userEvent.type(await outer.findByLabelText('书名'), '山海经');
    await userEvent.click(outer.getByLabelText('主题'));
    const make = await screen.findByRole('button', { name: '新建主题…' });
    await userEvent.tab();
    await waitFor(() => expect(make).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await inSight(await screen.findByText('新增主题'));
    const inner = within(await openedDialog());
    await userEvent.type(await inner.findByLabelText('名称'), '神话');
    await userEvent.click(inner.getByRole('button', { name: '保存' }));
    await seen('主题已新增');
    await seen('神话');
    await expect(outer.getByLabelText('书名')).toHaveValue('山海经');
    const [call] = making.server.callsTo('/v1/topic/create');
    await expect(call?.headers['X-App-Page']).toBe('topics');
  },
};

const nameless = pickerStory({
  answers: {
    [topicQuery]: () => {
      throw new SampleRefusal('E_BUSY');
    },
  },
});
export const NamesUnknown: Story = {
  name: '名称没有取到：不说已删除',
  render: nameless.render,
  play: async ({ canvasElement }) => {
    await openForm(canvasElement, '编辑 海国图志');
    await seen('…000999（名称没有取到）');
    await expect(screen.queryByText(/已删除或不可见/)).toBeNull();
  },
};
