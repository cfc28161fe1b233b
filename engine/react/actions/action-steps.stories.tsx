import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  booksPage,
  libraryRows,
  type OpenedPage,
  openedDialog,
  SampleServer,
  StoryFrame,
  sampleId,
  seen,
} from '../../fixtures/index.ts';
import type { ListPage } from '../../model/documents/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/动作/之后的事', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const file = sampleId('book', 900);
const inspect = '/v1/book/inspect';

const page: ListPage = {
  ...booksPage,
  toolbar: (booksPage.toolbar ?? []).map((action) => ({
    ...action,
    after: [{ key: 'show', kind: 'open', page: 'bookcard' }],
  })),
  row: [
    {
      key: 'inspect',
      permission: 'book:repair',
      api: inspect,
      success: '已抽检',
      after: [
        { key: 'topics', kind: 'refresh', entities: ['topic'] },
        { key: 'slip', kind: 'download', field: 'scan' },
        {
          key: 'same',
          kind: 'navigate',
          page: 'books',
          filters: { branch: 'record.branchId', keeper: 'record.keeperId' },
        },
      ],
    },
    {
      key: 'branch',
      title: '同馆',
      permission: 'book:query',
      after: [{ key: 'list', kind: 'navigate', page: 'books', filters: { branch: 'record.branchId' } }],
    },
  ],
  forms: {
    ...booksPage.forms,
    create: { title: '新增图书', sections: [{ key: 'base', fields: ['title', 'branchId'] }] },
  },
};

const rows = libraryRows(2);
const opened: OpenedPage[] = [];
const server = new SampleServer({
  pages: [page],
  rows: { ...rows, book: (rows.book ?? []).map((row) => ({ ...row, state: 'shelved', scan: file, keeperId: null })) },
  answers: { '/v1/file/download': () => ({ address: 'data:text/plain,slip', name: '抽检单.txt' }) },
});

export const Steps: Story = {
  name: '依次下载、去列表、打开新记录；双击只做一次',
  render: () => (
    <StoryFrame server={server} onOpen={(to) => opened.push(to)}>
      <SchemaPage name="books" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const list = within(canvasElement);
    await userEvent.dblClick(await list.findByRole('button', { name: '抽检 海国图志' }));
    await seen('已抽检');
    await waitFor(() => expect(opened).toHaveLength(1));
    // A filter without a value is left out.
    await expect(opened[0]).toEqual({ page: 'books', params: { 'f.branch': `in:${sampleId('branch', 0)}` } });
    await expect(server.callsTo(inspect)).toHaveLength(1);
    // A button without a call goes there at once.
    await userEvent.click(list.getByRole('button', { name: '同馆 海国图志' }));
    await waitFor(() => expect(opened).toHaveLength(2));
    await expect(opened.pop()).toEqual({ page: 'books', params: { 'f.branch': `in:${sampleId('branch', 0)}` } });
    await expect(server.callsTo('/v1/file/download')[0]?.body).toEqual({ id: file });
    await userEvent.click(list.getByRole('button', { name: '新增' }));
    const form = within(await openedDialog());
    await userEvent.type(await form.findByLabelText('书名'), '山海经');
    await userEvent.click(form.getByLabelText('所在分馆'));
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(async () => {
      const option = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].at(0);
      if (option === undefined) throw new TypeError('no choices yet');
      await userEvent.click(option);
    });
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(opened.at(-1)?.page).toBe('bookcard'));
    await expect(opened.at(-1)?.params.id).toMatch(/^[\w-]{36}$/);
  },
};
