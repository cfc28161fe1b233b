import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { SampleServer, StoryFrame } from '../../fixtures/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';
import { useViewerWords } from './viewer-words.ts';

const meta: Meta = { title: 'engine/页面/水印', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const pageStory = (name: string) => {
  const server = new SampleServer();
  return () => (
    <StoryFrame server={server}>
      <SchemaPage name={name} params={{}} />
    </StoryFrame>
  );
};

const markOf = (canvas: HTMLElement) => canvas.querySelector('.engine-viewer-mark');

export const Personal: Story = {
  name: '显示遮盖字段的列表：点得穿，拿不走',
  render: pageStory('books'),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(markOf(canvasElement)).not.toBeNull());
    const mark = markOf(canvasElement) as HTMLElement;
    const drawn = () => getComputedStyle(mark).backgroundImage;
    await waitFor(() => expect(drawn()).toContain('data:image/png'));
    // What lies under it is what a click reaches.
    const add = await within(canvasElement).findByRole('button', { name: /新增/ });
    const { left, top, width, height } = add.getBoundingClientRect();
    await expect(add.contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true);
    await userEvent.click(add);
    // What opens over it bears the mark too.
    const drawer = await within(document.body).findByRole('dialog');
    await waitFor(() => expect(markOf(drawer)).not.toBeNull());
    await userEvent.keyboard('{Escape}');
    // Taken out, hidden, renamed, emptied: it is there again.
    mark.remove();
    await waitFor(() => expect(markOf(canvasElement)).toBe(mark));
    mark.style.display = 'none';
    await waitFor(() => expect(getComputedStyle(mark).display).toBe('block'));
    mark.className = '';
    await waitFor(() => expect(mark).toHaveClass('engine-viewer-mark'));
    mark.style.backgroundImage = 'none';
    await waitFor(() => expect(drawn()).toContain('data:image/png'));
  },
};

export const LookedAtAsAnother: Story = {
  name: '以他人身份查看：印的是查看的人，与以谁查看',
  render: () => {
    const Words = () => <p>{useViewerWords().join('；')}</p>;
    const user = { id: 'u1', name: '李四', mobile: '139****0002', viewer: { name: '张三', mobile: '138****0001' } };
    return (
      <StoryFrame server={new SampleServer()} user={user}>
        <Words />
      </StoryFrame>
    );
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('张三 0001；以“李四”查看');
  },
};

export const Plain: Story = {
  name: '没有遮盖字段的页面没有水印',
  render: pageStory('placeTree'),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('heading', { level: 1 });
    await waitFor(() => expect(canvasElement.querySelector('.ant-skeleton')).toBeNull());
    await expect(markOf(canvasElement)).toBeNull();
  },
};
