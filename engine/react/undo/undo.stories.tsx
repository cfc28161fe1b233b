import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { libraryPages, listStory, openedDialog, SampleRefusal, seen } from '../../fixtures/index.ts';
import type { ListPage } from '../../model/documents/index.ts';

const meta: Meta = { title: 'engine/动作/撤销', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const board = libraryPages.find((page): page is ListPage => page.name === 'noteBoard');

/** Notes as a table, whose rows can be deleted. */
const notes: readonly ListPage[] =
  board === undefined
    ? []
    : [
        {
          ...board,
          name: 'noteTable',
          path: '/library/noteTable',
          views: [{ key: 'table', kind: 'table' }],
          row: [
            {
              key: 'delete',
              title: '删除',
              permission: 'note:delete',
              api: '/v1/note/delete',
              confirm: '确定删除吗？',
              success: '记录已删除',
            },
          ],
        },
      ];

const undoButton = async () => (await screen.findAllByRole('button', { name: /撤\s?销/ })).at(-1) ?? document.body;

async function deleteRow(canvas: HTMLElement, place: number): Promise<void> {
  const buttons = await within(canvas).findAllByRole('button', { name: /^删除/ });
  await userEvent.click(buttons[place] ?? canvas);
  const dialog = within(await openedDialog());
  await userEvent.click(await dialog.findByRole('button', { name: /删\s?除/ }));
  await seen('记录已删除');
}

const deleting = listStory('noteTable', { pages: notes });
export const Delete: Story = {
  name: '删除后撤销，按钮与 Ctrl + Z',
  render: deleting.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByText('共 26 条');
    await deleteRow(canvasElement, 0);
    await page.findByText('共 25 条');
    await userEvent.click(await undoButton());
    await seen('已撤销');
    await page.findByText('共 26 条');
    const [gone] = deleting.server.callsTo('/v1/note/delete');
    await expect(deleting.server.callsTo('/v1/note/restore')[0]?.body).toEqual({ id: gone?.body.id });
    await waitFor(() => expect(screen.queryByText('记录已删除')).toBeNull());
    await deleteRow(canvasElement, 1);
    await page.findByText('共 25 条');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('{Control>}z{/Control}');
    await page.findByText('共 26 条');
    await expect(deleting.server.callsTo('/v1/note/restore')).toHaveLength(2);
  },
};

const refusing = listStory('noteTable', {
  pages: notes,
  answers: {
    '/v1/note/restore': () => {
      throw new SampleRefusal('E_NOT_FOUND');
    },
  },
});
export const Refused: Story = {
  name: '撤销被拒绝则说明',
  render: refusing.render,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('共 26 条');
    await deleteRow(canvasElement, 0);
    await userEvent.click(await undoButton());
    await waitFor(() => expect(document.querySelector('.ant-message-error')).not.toBeNull());
    await waitFor(() => expect(screen.queryByText('记录已删除')).toBeNull());
  },
};

const moving = listStory('booksBoard');
export const Transition: Story = {
  name: '流转后走回来',
  render: moving.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '更多 海国图志' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: '抽检' }));
    await seen('已送检');
    await userEvent.click(await undoButton());
    await seen('已撤销');
    await expect(moving.server.callsTo('/v1/book/restore')[0]?.body).toEqual({
      id: moving.server.callsTo('/v1/book/inspect')[0]?.body.id,
    });
    // One that names no way back offers none.
    await userEvent.click(await page.findByRole('button', { name: '更多 海国图志' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /借出|送修/ }));
    await openedDialog();
    await waitFor(() => expect(screen.queryByRole('button', { name: /撤\s?销/ })).toBeNull());
  },
};
