import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  booksPage,
  SampleRefusal,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
  sampleId,
  seen,
} from '../../fixtures/index.ts';
import { SchemaPage } from '../page/schema-page.tsx';
import { choose, openForm, type Place } from './form-steps.testing.ts';

const meta: Meta = { title: 'engine/表单/文件', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const create = '/v1/book/create';
const upload = '/v1/file/upload';

function fileStory(options: SampleServerOptions = {}) {
  const form = { title: '新增图书', sections: [{ key: 'base', fields: ['title', 'branchId', 'cover', 'scan'] }] };
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
async function give(form: Place, label: string, file: File): Promise<void> {
  const place: HTMLElement = await form.findByLabelText(label);
  const input = place.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new TypeError(`${label} takes no file`);
  await userEvent.upload(input, file, { applyAccept: false });
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
    await expect(await form.findByText(/不支持这种文件（合同扫描件\.pdf），可用：png、jpg/)).toBeVisible();
    await expect(sending.server.callsTo('/v1/file/image')).toHaveLength(0);
    await give(form, '封面', picture());
    await expect(await form.findByRole('img', { name: '封面.png' })).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: '移除 封面.png' }));
    await userEvent.click(await form.findByRole('button', { name: '撤销' }));
    await expect(await form.findByRole('img', { name: '封面.png' })).toBeVisible();
    const clipboardData = new DataTransfer();
    clipboardData.items.add(scan());
    form.getByLabelText('扫描件').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    await expect(await form.findByRole('button', { name: '下载 合同扫描件.pdf' })).toBeVisible();
    await expect(form.getByText('0.3 MB')).toBeVisible();
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
    await expect(await form.findByText(/上传后未使用的文件过多/)).toBeVisible();
    // A file that was refused is not left out without a word.
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await expect(waiting.server.callsTo(create)).toHaveLength(0);
    await userEvent.click(form.getByRole('button', { name: '重试' }));
    await expect(await form.findByLabelText('正在上传 甲.pdf')).toBeVisible();
    // Stopped on its way, the field is as it was; what falls on it goes its own way.
    const place = form.getByLabelText('扫描件');
    await userEvent.click(within(place).getByRole('button', { name: '取消' }));
    await expect(form.queryByLabelText('正在上传 甲.pdf')).toBeNull();
    letFall(place, scan('甲.pdf'), scan('乙.pdf'));
    await expect(await form.findByText('这里只放一个文件，请选择其中一个')).toBeVisible();
    letFall(place, scan('甲.pdf'));
    await expect(await form.findByLabelText('正在上传 甲.pdf')).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: /保存/ }));
    await expect(waiting.server.callsTo(create)).toHaveLength(0);
    await waitFor(() => expect(gates).not.toHaveLength(0));
    for (const open of gates.splice(0)) open();
    await seen('图书已入藏');
    await expect(waiting.server.callsTo(create)[0]?.body.scan).toBe(sampleId('book', 77));
  },
};
