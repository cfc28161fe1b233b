import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { bookPanorama, inSight, SampleServer, StoryFrame, sampleBundle, sampleId } from '../../../fixtures/index.ts';
import { SchemaPage } from '../../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/全景/标签页分组', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const server = new SampleServer({
  answers: {
    '/v1/sys/page/view': () => {
      const groups = [undefined, '流通', '馆藏'];
      const tabs = (bookPanorama.tabs ?? []).map((tab, n) => {
        const group = groups[Math.min(n, 2)];
        return group === undefined ? tab : { ...tab, group };
      });
      return sampleBundle('bookcard', new Map([['bookcard', { ...bookPanorama, tabs }]]), {});
    },
  },
});
export const Grouped: Story = {
  name: '标签页分组：键盘左右、上下、打开',
  render: () => (
    <StoryFrame server={server}>
      <SchemaPage name="bookcard" params={{ id: sampleId('book', 0) }} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const group = within(await page.findByRole('tablist', { name: '流通' }));
    await expect(page.getAllByRole('tablist')).toHaveLength(3);
    const [first] = page.getAllByRole('tab');
    await expect(first).toHaveAttribute('aria-selected', 'true');
    first?.focus();
    await userEvent.keyboard('{ArrowDown}');
    const [loan] = group.getAllByRole('tab');
    await expect(loan).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(loan).toHaveAttribute('aria-selected', 'true'));
    await expect(first).toHaveAttribute('aria-selected', 'false');
    const panel = page.getByRole('tabpanel', { name: loan?.textContent ?? '' });
    await inSight(panel);
    await expect(loan).toHaveAttribute('aria-controls', panel.id);
    await userEvent.keyboard('{ArrowUp}');
    await expect(first).toHaveFocus();
  },
};
