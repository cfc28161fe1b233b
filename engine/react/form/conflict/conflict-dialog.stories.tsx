import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  libraryRows,
  openedDialog,
  SampleRefusal,
  SampleServer,
  StoryFrame,
  sampleId,
  seen,
} from '../../../fixtures/index.ts';
import { SchemaPage } from '../../pages/schema-page.tsx';
import { choose, openForm } from '../form-steps.testing.ts';

const meta: Meta = { title: 'engine/表单/冲突', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const modify = '/v1/book/modify';

function conflictStory() {
  const server = new SampleServer({
    rows: libraryRows(4),
    answers: {
      [modify]: (body) => {
        if (body.version !== 1) return { id: body.id, version: 3 };
        throw new SampleRefusal('E_VERSION', {
          version: 2,
          fields: [
            { key: 'title', title: '书名', stored: '海国图志 百卷本', by: '周明', at: '2026-08-03T06:32:00Z' },
            { key: 'branchId', title: '所在分馆', stored: sampleId('branch', 1), storedText: '东湖分馆', by: '周明' },
          ],
        });
      },
    },
  });
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="books" params={{}} />
    </StoryFrame>
  );
  return { server, render };
}

async function editBoth(canvasElement: HTMLElement) {
  const dialog = await openForm(canvasElement, '编辑 海国图志');
  await userEvent.type(await dialog.findByLabelText('书名'), '（修订）');
  await choose(dialog, '所在分馆', '大学城分馆');
  await userEvent.click(dialog.getByRole('button', { name: '保存' }));
  await screen.findByText('他人也修改了这些内容');
  return { dialog, conflict: within(await openedDialog()) };
}

const merging = conflictStory();
export const Merge: Story = {
  name: '逐项合并后保存',
  render: merging.render,
  play: async ({ canvasElement }) => {
    const { conflict } = await editBoth(canvasElement);
    await waitFor(() => expect(conflict.getByText('（周明 2026-08-03 14:32）')).toBeVisible());
    const merge = conflict.getByRole('button', { name: '合并并保存' });
    await expect(merge).toBeDisabled();
    const title = within(conflict.getByRole('radiogroup', { name: '“书名”保留哪一个' }));
    await waitFor(() => expect(title.getByRole('radio', { name: /他人改为/ })).toHaveFocus());
    // With the keyboard alone: the arrow chooses, Tab goes to the next field.
    await userEvent.keyboard('[ArrowDown]');
    await expect(title.getByRole('radio', { name: /您的修改/ })).toBeChecked();
    await inSight(conflict.getByText('还有 1 项没有选择'));
    const branch = within(conflict.getByRole('radiogroup', { name: '“所在分馆”保留哪一个' }));
    await inSight(await branch.findByText('大学城分馆'));
    await userEvent.click(branch.getByRole('radio', { name: /他人改为.*东湖分馆/ }));
    await userEvent.click(merge);
    await seen('已保存');
    const body = merging.server.callsTo(modify).at(-1)?.body;
    await expect(body).toMatchObject({ version: 2, title: '海国图志（修订）', was: { title: '海国图志 百卷本' } });
    await expect(body).not.toHaveProperty('branchId');
  },
};

const returning = conflictStory();
export const Left: Story = {
  name: '返回后原样',
  render: returning.render,
  play: async ({ canvasElement }) => {
    const { dialog, conflict } = await editBoth(canvasElement);
    await userEvent.click(conflict.getByRole('button', { name: '返回继续填写' }));
    await waitFor(() => expect(screen.queryByText('他人也修改了这些内容')).toBeNull());
    await expect(dialog.getByLabelText('书名')).toHaveValue('海国图志（修订）');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await seen('他人也修改了这些内容');
    await expect(returning.server.callsTo(modify).at(-1)?.body).toMatchObject({ version: 1 });
  },
};
