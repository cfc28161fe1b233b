import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  bookOutline,
  inSight,
  SampleRefusal,
  SampleServer,
  StoryFrame,
  sampleBundle,
  sampleId,
  seen,
} from '../../../fixtures/index.ts';
import { dragOver } from '../../list/kanban/drag-to.testing.ts';
import { SchemaPage } from '../../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/全景/树', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

function outlineStory(book = 0, options: ConstructorParameters<typeof SampleServer>[0] = {}) {
  const server = new SampleServer(options);
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="bookOutline" params={{ id: sampleId('book', book) }} />
    </StoryFrame>
  );
  return { server, render };
}

/** The lines of the table as they stand, the one of adding as 〔…〕. */
const lines = (canvas: HTMLElement) =>
  [...canvas.querySelectorAll('.ant-table-tbody > tr:not(.ant-table-measure-row)')].map((row) =>
    row.querySelector('textarea') === null ? row.querySelector('td')?.textContent : '〔添加〕',
  );

const opened = outlineStory();
export const Opened: Story = {
  name: '逐级展开、计数、筛选时平铺',
  render: opened.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '展开 各国沿革图' }));
    await inSight(await page.findByText('东南洋'));
    // A row is opened by one button, the tree's own.
    await expect(canvasElement.querySelector('.ant-table-row-expand-icon')).toBeNull();
    // Of the other book nothing is here, not in the count either.
    await inSight(page.getByText('共 7 条'));
    await expect(lines(canvasElement)).toEqual(['筹海篇', '各国沿革图', '东南洋', '小西洋', '杂述']);
    await userEvent.type(page.getByRole('searchbox'), '洋{Enter}');
    await inSight(await page.findByText(/不分层级/));
    await waitFor(() => expect(lines(canvasElement)).toEqual(['东南洋', '小西洋']));
    await userEvent.clear(page.getByRole('searchbox'));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(page.queryByText(/不分层级/)).toBeNull());
  },
};

const moving = outlineStory();
export const Moving: Story = {
  name: '用键盘换次序与层级，撤销',
  render: moving.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '全部展开' }));
    await inSight(await page.findByText('小西洋'));
    const grip = () => page.findByRole('button', { name: /^移动小西洋：/ });
    (await grip()).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(lines(canvasElement).slice(3, 6)).toEqual(['各国沿革图', '小西洋', '东南洋']));
    await waitFor(async () => expect(await grip()).toHaveFocus());
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    await waitFor(() => expect(lines(canvasElement).slice(3)).toEqual(['各国沿革图', '东南洋', '小西洋', '杂述']));
    await expect(moving.server.callsTo('/v1/outline/move').map(({ body }) => body.parentId)).toEqual([
      sampleId('outline', 3),
      null,
    ]);
    const undo = await within(document.body).findAllByRole('button', { name: '撤销' });
    await userEvent.click(undo.at(-1) ?? document.body);
    await waitFor(() => expect(lines(canvasElement).slice(3, 6)).toEqual(['各国沿革图', '小西洋', '东南洋']));
  },
};

const dragged = outlineStory();
export const Dragging: Story = {
  name: '拖到另一行之前',
  render: dragged.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const row = async (name: string) => (await page.findByText(name)).closest<HTMLElement>('tr') ?? canvasElement;
    await page.findByRole('button', { name: /^移动杂述：/ });
    const letGo = await dragOver(await row('杂述'), await row('筹海篇'));
    await expect((await row('筹海篇')).dataset.held).toBe('before');
    await letGo();
    await waitFor(() => expect(lines(canvasElement)).toEqual(['杂述', '筹海篇', '各国沿革图']));
  },
};

const growing = outlineStory(0, {
  answers: {
    '/v1/outline/create': (body) => {
      if (body.name === '重名') throw new SampleRefusal('E_BUSY');
      return { id: `made ${String(body.name)}`, version: 1 };
    },
  },
});
export const Adding: Story = {
  name: '在新的一行将在的地方添加，粘贴多行',
  render: growing.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '在筹海篇下添加' }));
    const box = await page.findByRole('textbox', { name: '在筹海篇下添加' });
    await waitFor(() => expect(box).toHaveFocus());
    // What is below already comes into sight, and the box behind it.
    await waitFor(() =>
      expect(lines(canvasElement)).toEqual(['筹海篇', '议守', '议战', '〔添加〕', '各国沿革图', '杂述']),
    );
    await userEvent.paste('议款\n重名');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await seen('已添加 1 个');
    await waitFor(() => expect(box).toHaveValue('重名'));
    await waitFor(() => expect(box).toHaveFocus());
    const [made] = growing.server.callsTo('/v1/outline/create');
    await expect(made?.body).toEqual({
      ...{ name: '议款', parentId: sampleId('outline', 0), bookId: sampleId('book', 0) },
      sheets: expect.any(Number),
    });
    // Elsewhere the words that are left come along.
    await userEvent.click(page.getByRole('button', { name: '在杂述下添加' }));
    await expect(await page.findByRole('textbox', { name: '在杂述下添加' })).toHaveValue('重名');
    await waitFor(() => expect(lines(canvasElement).at(-1)).toBe('〔添加〕'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(lines(canvasElement)).not.toContain('〔添加〕'));
    await expect(page.getByRole('button', { name: '在杂述下添加' })).toHaveFocus();
  },
};

const empty = outlineStory(2);
export const Empty: Story = {
  name: '还没有行：就地写下第一行',
  render: empty.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('还没有目录。点“添加”，一行一个标题。'));
    await userEvent.click(page.getByRole('button', { name: '添加' }));
    await userEvent.type(await page.findByRole('textbox', { name: /目录/ }), '卷一');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(lines(canvasElement)).toEqual(['卷一', '〔添加〕']));
    await expect(empty.server.callsTo('/v1/outline/create')[0]?.body).toMatchObject({ bookId: sampleId('book', 2) });
  },
};

const reading = {
  ...bookOutline,
  tabs: bookOutline.tabs.map((tab) => ({ ...tab, toolbar: [], tree: { add: true } as const })),
};
const read = outlineStory(0, {
  answers: { '/v1/sys/page/view': () => sampleBundle('bookOutline', new Map([['bookOutline', reading]]), {}) },
});
export const ReadOnly: Story = {
  name: '不能移动、不能新增的人只看',
  render: read.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '展开 筹海篇' }));
    await inSight(await page.findByText('议守'));
    await expect(page.queryByRole('button', { name: /^移动/ })).toBeNull();
    await expect(page.queryByRole('button', { name: /添加$/ })).toBeNull();
  },
};
