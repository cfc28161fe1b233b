import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { listStory } from '../../../fixtures/index.ts';
import { MovedRows, MovedRowsContext } from '../../calls/moved-rows.ts';

const meta: Meta = { title: 'engine/列表/被抢先的行', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const list = listStory('books');
const moved = new MovedRows();
export const Moved: Story = {
  name: '说明原因，其余划去',
  render: () => <MovedRowsContext.Provider value={moved}>{list.render()}</MovedRowsContext.Provider>,
  play: async ({ canvasElement }) => {
    const table = await within(canvasElement).findByRole('table');
    const cell = await within(table).findByText('海国图志');
    const row = cell.closest('tr');
    moved.add({ id: String(row?.dataset.rowKey), version: 1 }, '已被张三领取');
    const words = await within(table).findByText('已被张三领取');
    await expect(row).toContainElement(words);
    const cells = [...(row?.cells ?? [])];
    const struck = cells.filter((one) => getComputedStyle(one).textDecorationLine === 'line-through');
    await expect(struck).toEqual(cells.slice(0, -1));
    await expect(cells.at(-1)).toContainElement(words);
    // Its neighbours are as they were.
    await expect(table.querySelectorAll('.engine-tr-moved')).toHaveLength(1);
  },
};
