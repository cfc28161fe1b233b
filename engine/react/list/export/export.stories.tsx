import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, listStory, openedDialog, SampleRefusal, seen } from '../../../fixtures/index.ts';

const meta: Meta = { title: 'engine/导出', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const path = '/v1/book/export';

const selected = listStory('books', { hasTasks: true });
export const Selected: Story = {
  name: '所选的，带进度与下载',
  render: selected.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    for (const title of ['海国图志', '园冶'])
      await userEvent.click(await page.findByRole('checkbox', { name: `选择 ${title}` }));
    await userEvent.click(page.getByRole('button', { name: '导出' }));
    const dialog = within(await openedDialog());
    await expect(await dialog.findByLabelText('所选的 2 条')).toBeChecked();
    await expect(await dialog.findByLabelText('全部符合条件的 26 条')).not.toBeChecked();
    await userEvent.click(dialog.getByLabelText('CSV'));
    await userEvent.click(dialog.getByLabelText(/^全部 \d+ 列$/));
    await userEvent.click(dialog.getByLabelText(/^加上带格式的文本 \d 列/));
    await userEvent.type(dialog.getByLabelText('导出原因（选填）'), '月度盘点');
    await userEvent.click(dialog.getByRole('button', { name: '开始导出' }));
    await waitFor(() => expect(selected.server.callsTo(path)).toHaveLength(1));
    const body = selected.server.callsTo(path)[0]?.body;
    await expect(body).toMatchObject({ format: 'csv', reason: '月度盘点', sort: ['-createdAt'] });
    await expect(body?.ids).toHaveLength(2);
    await expect(body?.columns).toContainEqual({ path: 'review', title: '书评' });
    await seen('已导出 2 条');
    await userEvent.click(await screen.findByRole('button', { name: '下载文件' }));
    await waitFor(() => expect(selected.server.callsTo('/v1/file/download')).toHaveLength(1));
  },
};

const tooMany = listStory('books', {
  answers: {
    [path]: () => {
      throw new SampleRefusal('E_EXPORT_LIMIT', { expected: '10' });
    },
  },
});
export const TooMany: Story = {
  name: '超过上限',
  render: tooMany.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.type(await page.findByLabelText('关键字'), '园冶{Enter}');
    await page.findByText('共 3 条');
    await userEvent.click(page.getByRole('button', { name: '导出' }));
    const dialog = within(await openedDialog());
    await expect(await dialog.findByLabelText('全部符合条件的 3 条')).toBeChecked();
    await userEvent.click(dialog.getByRole('button', { name: '开始导出' }));
    await inSight(await dialog.findByText(/导出数量超过上限/));
    await expect(tooMany.server.callsTo(path)[0]?.body).toMatchObject({ where: { and: [{ search: '园冶' }] } });
  },
};
