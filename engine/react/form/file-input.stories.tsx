import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  booksPage,
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
import { SchemaPage } from '../pages/schema-page.tsx';
import { choose, openForm, type Place } from './form-steps.testing.ts';

const meta: Meta = { title: 'engine/表单/文件', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const create = '/v1/book/create';
const upload = '/v1/file/upload';

function fileStory(options: SampleServerOptions = {}) {
  const form = {
    title: '新增图书',
    sections: [{ key: 'base', fields: ['title', 'branchId', 'cover', 'scan', 'papers'] }],
  };
  const server = new SampleServer({
    ...options,
    pages: [{ ...booksPage, forms: { ...booksPage.forms, create: form } }],
  });
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="books" params={{}} />
    </StoryFrame>
  );
  return { server, render };
}

const picture = () => new File(['picture'], '封面.png', { type: 'image/png' });
const scan = (name = '合同扫描件.pdf') => new File(['x'.repeat(300_000)], name, { type: 'application/pdf' });

/** Chooses a file as the dialog of the system does. */
async function give(form: Place, label: string, ...files: File[]): Promise<void> {
  const place: HTMLElement = await form.findByLabelText(label);
  const input = place.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new TypeError(`${label} takes no file`);
  await userEvent.upload(input, files, { applyAccept: false });
}

/** Lets files fall on a field, as from another window. */
function letFall(place: HTMLElement, ...files: readonly File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  for (const kind of ['dragover', 'drop'])
    place.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
}

const sending = fileStory();
export const Sending: Story = {
  name: '选择、粘贴、移除与撤销，先检查再上传',
  render: sending.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '新增');
    await userEvent.type(await form.findByLabelText('书名'), '山海经');
    await choose(form, '所在分馆', '总馆');
    // What the server would refuse is not even sent.
    await give(form, '封面', scan());
    await inSight(await form.findByText(/不支持这种文件（合同扫描件\.pdf），可用：png、jpg/));
    await expect(sending.server.callsTo('/v1/file/image')).toHaveLength(0);
    await give(form, '封面', picture());
    await inSight(await form.findByRole('img', { name: '封面.png' }));
    await userEvent.click(form.getByRole('button', { name: '移除 封面.png' }));
    await userEvent.click(await form.findByRole('button', { name: '撤销' }));
    await inSight(await form.findByRole('img', { name: '封面.png' }));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(scan());
    form.getByLabelText('扫描件').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    await inSight(await form.findByRole('button', { name: '下载 合同扫描件.pdf' }));
    await inSight(form.getByText('0.3 MB'));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('图书已入藏');
    const sent = sending.server.callsTo(create)[0]?.body;
    await expect(sent?.cover).toMatch(/^[\w-]{36}$/);
    await expect(sent?.scan).toMatch(/^[\w-]{36}$/);
  },
};

const gates: (() => void)[] = [];
let attempts = 0;
const waiting = fileStory({
  answers: {
    [upload]: async () => {
      attempts += 1;
      if (attempts === 1) throw new SampleRefusal('E_FILE_QUOTA', {});
      await new Promise<void>((open) => gates.push(open));
      return { id: sampleId('book', 77), name: '甲.pdf', kind: 'doc', mime: 'application/pdf', size: 9 };
    },
    '/v1/file/preview': () => ({ address: 'data:,', name: '甲.pdf', mime: 'application/pdf', size: 9 }),
  },
});
export const Waiting: Story = {
  name: '被拒绝后重试，取消、拖放，保存等待上传完成',
  render: waiting.render,
  play: async ({ canvasElement }) => {
    attempts = 0;
    const form = await openForm(canvasElement, '新增');
    await userEvent.type(await form.findByLabelText('书名'), '山海经');
    await choose(form, '所在分馆', '总馆');
    await give(form, '扫描件', scan('甲.pdf'));
    await inSight(await form.findByText(/上传后未使用的文件过多/));
    // A file that was refused is not left out without a word.
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await expect(waiting.server.callsTo(create)).toHaveLength(0);
    await userEvent.click(form.getByRole('button', { name: '重试' }));
    await inSight(await form.findByLabelText('正在上传 甲.pdf'));
    // Stopped on its way, the field is as it was; what falls on it goes its own way.
    const place = form.getByLabelText('扫描件');
    await userEvent.click(within(place).getByRole('button', { name: '取消' }));
    await expect(form.queryByLabelText('正在上传 甲.pdf')).toBeNull();
    letFall(place, scan('甲.pdf'), scan('乙.pdf'));
    await inSight(await form.findByText('这里只放一个文件，请选择其中一个'));
    letFall(place, scan('甲.pdf'));
    await inSight(await form.findByLabelText('正在上传 甲.pdf'));
    await userEvent.click(form.getByRole('button', { name: /保存/ }));
    await expect(waiting.server.callsTo(create)).toHaveLength(0);
    await waitFor(() => expect(gates).not.toHaveLength(0));
    for (const open of gates.splice(0)) open();
    await seen('图书已入藏');
    await expect(waiting.server.callsTo(create)[0]?.body.scan).toBe(sampleId('book', 77));
  },
};

const several = fileStory();
export const Several: Story = {
  name: '一个字段几个文件：各自上传、次序、移除与撤销、至多几个，表格与条件',
  render: several.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '新增');
    await userEvent.type(await form.findByLabelText('书名'), '山海经');
    await choose(form, '所在分馆', '总馆');
    // Each has its own way; what would be refused is not sent, and the others go on.
    await give(form, '资料', scan('甲.pdf'), new File([], '空.pdf'), scan('乙.pdf'));
    await inSight(await form.findByRole('button', { name: '下载 乙.pdf' }));
    await inSight(form.getByText('空.pdf'));
    await userEvent.click(form.getByRole('button', { name: '不上传了' }));
    // No more than the field holds.
    letFall(form.getByLabelText('资料'), scan('丙.pdf'), scan('丁.pdf'), scan('戊.pdf'));
    await inSight(await form.findByText('丁.pdf 等，另有 1 个'));
    await inSight(form.getByText('至多 3 个文件，其余没有上传'));
    await userEvent.click(form.getByRole('button', { name: '不上传了' }));
    await inSight(await form.findByRole('button', { name: '下载 丙.pdf' }));
    await inSight(form.getByText('已有 3 个，不能再多'));

    // Moved with the keyboard, which stays with the file.
    const names = () =>
      [...form.getByLabelText('资料').querySelectorAll('li .engine-file-name')].map((name) => name.textContent);
    await expect(names()).toEqual(['甲.pdf', '乙.pdf', '丙.pdf']);
    form.getByRole('button', { name: '前移 丙.pdf' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(names()).toEqual(['甲.pdf', '丙.pdf', '乙.pdf']));
    await waitFor(() => expect(form.getByRole('button', { name: '前移 丙.pdf' })).toHaveFocus());
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(names()).toEqual(['丙.pdf', '甲.pdf', '乙.pdf']));
    await waitFor(() => expect(form.getByRole('button', { name: '后移 丙.pdf' })).toHaveFocus());
    await expect(form.getByText('移到第 1 个')).toBeInTheDocument();

    // Removed, and taken back to its place.
    await userEvent.click(form.getByRole('button', { name: '移除 甲.pdf' }));
    await waitFor(() => expect(form.getByRole('button', { name: '撤销' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(names()).toEqual(['丙.pdf', '甲.pdf', '乙.pdf']));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('图书已入藏');
    await expect(several.server.callsTo(create)[0]?.body.papers).toHaveLength(3);
  },
};

const papers = { key: 'papers', field: 'papers', title: '资料' };
const listServer = new SampleServer({
  pages: [{ ...booksPage, columns: [...booksPage.columns.slice(0, 2), papers], filters: [papers] }],
  rows: {
    ...libraryRows(6),
    book: (libraryRows(6).book ?? []).map((row, place) => (place === 0 ? { ...row, papers: ['1', '2'] } : row)),
  },
  answers: {
    '/v1/file/preview': ({ id }) => ({
      address: 'data:,',
      name: `合同${id}.pdf`,
      mime: 'application/pdf',
      size: 90_000,
    }),
  },
});
export const InLists: Story = {
  name: '列表里的几个文件：个数、打开、按有无筛选',
  render: () => (
    <StoryFrame server={listServer}>
      <SchemaPage name="books" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByRole('button', { name: '2 个' }, { timeout: 10_000 });
    await choose(page, '资料', '有');
    await userEvent.click(page.getByRole('button', { name: '查询' }));
    await waitFor(() =>
      expect(JSON.stringify(listServer.callsTo('/v1/book/query').at(-1)?.body.where)).toContain('"notNull"'),
    );
    await inSight(await page.findByText('共 1 条'));
    await userEvent.click(page.getByRole('button', { name: '2 个' }));
    const dialog = within(await openedDialog());
    await inSight(await dialog.findByRole('button', { name: '下载 合同1.pdf' }));
    await inSight(dialog.getByText('合同2.pdf'));
  },
};
