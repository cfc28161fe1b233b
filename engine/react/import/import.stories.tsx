import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, listStory, openedDialog, SampleRefusal, seen } from '../../fixtures/index.ts';

const meta: Meta = { title: 'engine/导入', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const path = '/v1/book/import';
const table = [
  '书名,作者,类别,所在分馆,备注',
  '茶经,陆羽,文学,总馆,新购',
  '考工记,佚名,文学,东湖分馆,新购',
  ',无名氏,文学,总馆,缺书名',
  '园冶,计成,文学,总馆,已有',
].join('\n');

async function send(drawer: ReturnType<typeof within>, text = table): Promise<void> {
  const input = (await drawer.findByText('点击选择，或把文件拖到这里')).closest('.ant-upload')?.querySelector('input');
  if (!(input instanceof HTMLInputElement)) throw new TypeError('no place to drop a file');
  await userEvent.upload(input, new File([text], '新书.csv', { type: 'text/csv' }));
}

const whole = listStory('books', { hasTasks: true });
export const Whole: Story = {
  name: '从上传到撤销',
  render: whole.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '导入' }));
    const drawer = within(await openedDialog());
    await userEvent.click(await drawer.findByRole('button', { name: '下载模板' }));
    await waitFor(() => expect(whole.server.callsTo(path).at(-1)?.body).toEqual({ mode: 'template' }));
    await send(drawer);
    await inSight(await drawer.findByText('已按标题对应好“新书.csv”的各列，请核对。'));
    await inSight(drawer.getByText('没有用到的列：类别、备注'));
    await inSight(drawer.getByText('茶经、考工记、园冶'));
    // What the file holds bears the mark of the page.
    const marked = () => document.querySelector('.ant-drawer .engine-viewer-mark');
    await waitFor(() => expect(marked()).not.toBeNull());
    await userEvent.click(drawer.getByRole('button', { name: '预检' }));
    await inSight(await drawer.findByText('预检完成：共 4 条，可以导入 2 条', undefined, { timeout: 8_000 }));
    await inSight(await drawer.findByText('第 4 行'));
    await inSight(drawer.getByText('与已有的数据重复'));
    await inSight(drawer.getByRole('button', { name: '下载未导入的行' }));
    await userEvent.click(drawer.getByRole('button', { name: '导入 2 条' }));
    await inSight(await drawer.findByText('导入完成：共 4 条，成功 2 条', undefined, { timeout: 8_000 }));
    await userEvent.click(drawer.getByRole('button', { name: /^撤销 导入图书/ }));
    await userEvent.click(within(await openedDialog()).getByRole('button', { name: '撤销' }));
    await seen('已撤销：删除2条，恢复0条，保留0条');
  },
};

const missing = listStory('books', {
  answers: {
    '/v1/file/upload': () => {
      throw new SampleRefusal('E_FILE_EMPTY');
    },
  },
});
export const Refused: Story = {
  name: '文件不能用',
  render: missing.render,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '导入' }));
    const drawer = within(await openedDialog());
    await send(drawer);
    await inSight(await drawer.findByText('文件是空的'));
    await inSight(screen.getByText('点击选择，或把文件拖到这里'));
  },
};

const columns = listStory('books');
export const Columns: Story = {
  name: '缺少必填的列',
  render: columns.render,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '导入' }));
    const drawer = within(await openedDialog());
    await send(drawer, '名字,作者\n茶经,陆羽');
    await inSight(await drawer.findByText('必填的“书名”、“所在分馆”还没有对应的列。'));
    await expect(drawer.getByRole('button', { name: '预检' })).toBeDisabled();
    await userEvent.click(drawer.getByRole('combobox', { name: '“书名”对应的列' }));
    await userEvent.click(await screen.findByTitle(/名字/));
    await inSight(await drawer.findByText('必填的“所在分馆”还没有对应的列。'));
    await userEvent.click(drawer.getByRole('button', { name: '上一步' }));
    await inSight(await drawer.findByText('点击选择，或把文件拖到这里'));
  },
};
