import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { listStory, SampleRefusal } from '../../../fixtures/index.ts';

const meta: Meta = { title: 'engine/列表/被抢先的行', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const moved = listStory('books', {
  answers: {
    '/v1/book/lend': () => {
      throw new SampleRefusal('E_STATE', { moved: true });
    },
  },
});
export const Moved: Story = {
  name: '说明原因，其余变淡',
  render: moved.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '借出 海国图志' }));
    const words = await within(page.getByRole('table')).findByText(/\S/, { selector: '.engine-row-moved' });
    const cells = [...(words.closest('tr')?.cells ?? [])];
    const faded = cells.filter((cell) => getComputedStyle(cell).opacity === '0.5');
    await expect(faded).toHaveLength(cells.length - 1);
    await expect(words.closest('td')).toBe(cells.at(-1));
    await expect(faded).not.toContain(cells.at(-1));
    // Its neighbours are as they were.
    const others = [...canvasElement.querySelectorAll('tbody tr')].filter((row) => !row.contains(words));
    await expect(others.filter((row) => row.classList.contains('engine-tr-moved'))).toHaveLength(0);
  },
};
