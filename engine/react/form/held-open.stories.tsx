import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, libraryPages, listStory, openedDialog, SampleRefusal } from '../../fixtures/index.ts';
import type { ListPage } from '../../model/documents/index.ts';

const meta: Meta = { title: 'engine/表单/正在保存', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const board = libraryPages.find((page): page is ListPage => page.name === 'noteBoard');
const refusals: (() => void)[] = [];

/** Notes that are changed in a dialog or in a drawer; each save waits until it is refused. */
function noteStory(layout: 'modal' | 'drawer') {
  const sections = [{ key: 'note', fields: ['kind', 'content'] }];
  const form = { title: '编辑记录', layout, sections };
  const page = board && { ...board, name: 'notes', views: [], forms: { edit: form } };
  return listStory('notes', {
    pages: page === undefined ? [] : [page],
    answers: {
      '/v1/note/modify': () => new Promise((_, reject) => refusals.push(() => reject(new SampleRefusal('E_BUSY')))),
    },
  });
}

/** Saves, tries to close while it is sent, and sees why it was refused. */
async function savesAndCloses(canvas: HTMLElement): Promise<void> {
  refusals.length = 0;
  const [edit] = await within(canvas).findAllByRole('button', { name: /^编辑/ });
  await userEvent.click(edit ?? canvas);
  const dialog = await openedDialog();
  const content = await within(dialog).findByLabelText('内容');
  await userEvent.type(content, '补记');
  await userEvent.click(within(dialog).getByRole('button', { name: /^保.?存$/ }));
  await waitFor(() => expect(refusals).toHaveLength(1));
  await userEvent.keyboard('{Escape}');
  const close = within(dialog).queryByRole('button', { name: /Close|关闭/ });
  if (close !== null) await userEvent.click(close, { pointerEventsCheck: 0 });
  await expect(screen.getAllByRole('dialog')).toEqual([dialog]);
  refusals[0]?.();
  await inSight(await within(dialog).findByText('服务器繁忙，请稍后重试'));
}

const modal = noteStory('modal');
export const InDialog: Story = {
  name: '对话框：送出时不能关掉，被拒绝看得到',
  render: modal.render,
  play: ({ canvasElement }) => savesAndCloses(canvasElement),
};

const drawer = noteStory('drawer');
export const InDrawer: Story = {
  name: '抽屉：送出时不能关掉，被拒绝看得到',
  render: drawer.render,
  play: ({ canvasElement }) => savesAndCloses(canvasElement),
};
