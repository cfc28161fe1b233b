import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, libraryRows, openedDialog, SampleServer, StoryFrame } from '../../../fixtures/index.ts';
import type { ListPage } from '../../../model/documents/index.ts';
import { SchemaPage } from '../../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/表单/条件', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const count = '/v1/note/count/books';
const page: ListPage = {
  schemaVersion: 2,
  name: 'notesAbout',
  path: '/library/notesAbout',
  title: '盘点记录',
  kind: 'list',
  entity: 'note',
  scope: 'all',
  api: { query: '/v1/note/query', view: '/v1/note/view' },
  columns: [
    { key: 'content', field: 'content', width: 240 },
    { key: 'about', field: 'about', width: 320 },
  ],
  toolbar: [
    { key: 'add', title: '新增', permission: 'note:add', api: '/v1/note/create', form: 'create', success: '已保存' },
  ],
  row: [
    { key: 'edit', title: '编辑', permission: 'note:edit', api: '/v1/note/modify', form: 'edit', success: '已保存' },
  ],
  forms: {
    create: {
      title: '新增记录',
      sections: [{ key: 'base', fields: ['content', { key: 'about', required: true, span: 2 }] }],
    },
    edit: { title: '编辑记录', sections: [{ key: 'base', fields: ['content', { key: 'about', span: 2 }] }] },
  },
};

const kept = {
  or: [
    { field: 'rare', op: 'eq', value: true },
    { and: [{ field: 'lastLentAt', op: 'gte', value: '2026-03-01T16:00:00.000Z' }] },
  ],
};
const [first] = libraryRows().note ?? [];
const server = new SampleServer({
  pages: [page],
  rows: { ...libraryRows(), note: first === undefined ? [] : [{ ...first, about: kept }] },
  answers: {
    [count]: () => ({
      count: 12,
      without: [
        { title: '遗失', count: 2 },
        { title: '送修', count: 0 },
      ],
    }),
  },
});

async function pick(label: string, title: string): Promise<void> {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await waitFor(() => expect(screen.getAllByTitle(title).some((item) => item.checkVisibility())).toBe(true));
  const option = screen
    .getAllByTitle(title)
    .find((item) => item.closest('.ant-select-item')?.checkVisibility() === true);
  await userEvent.click(option ?? document.body);
}

export const PutTogether: Story = {
  name: '填写、边填边数、没填完整、再改',
  render: () => (
    <StoryFrame server={server}>
      <SchemaPage name="notesAbout" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    // In a list they are told as a sentence.
    await inSight(await canvas.findByText(/善本 等于 是 或/));
    const created = () => server.callsTo('/v1/note/create');
    const before = created().length;
    await userEvent.click(canvas.getByRole('button', { name: /新增/ }));
    const form = within(await openedDialog());
    await userEvent.type(await form.findByLabelText('内容'), '书脊开裂，先修再上架');
    await pick('条件 1 的字段', '页数');
    await pick('条件 1 的比较方式', '不小于');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    // Unfinished is as good as nothing: it would mean every book.
    await inSight(await form.findByText('请填写涉及的书'));
    await expect(created()).toHaveLength(before);
    await userEvent.type(form.getByLabelText('条件 1 的值'), '300');
    await inSight(await form.findByText('共 12 条；另有 2 条除外：遗失 2'));
    await expect(server.callsTo(count).at(-1)?.body).toEqual({
      about: { and: [{ field: 'pages', op: 'gte', value: 300 }] },
    });
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(created()).toHaveLength(before + 1));
    await expect(created().at(-1)?.body).toMatchObject({
      about: { and: [{ field: 'pages', op: 'gte', value: 300 }] },
    });
    // What was kept is put together again: moments as the days they bound.
    await userEvent.click((await canvas.findAllByRole('button', { name: /编辑/ })).at(-1) ?? document.body);
    const edit = within(await openedDialog());
    await inSight((await edit.findAllByLabelText('条件 1 的值'))[0]);
    await expect(edit.getAllByRole('group', { name: '条件组' })).toHaveLength(1);
  },
};
