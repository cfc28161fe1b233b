import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight } from '../../fixtures/index.ts';
import type { WidgetDefinition, WidgetProps } from '../../react/index.ts';
import { designStory, drawn } from './design-story.testing.tsx';

const meta: Meta = { title: 'engine/设计器/重画', tags: ['!autodocs'] };
export default meta;

let draws = 0;
function Counted({ value }: WidgetProps) {
  draws += 1;
  return <span>{String(value)} 页</span>;
}

const counted: WidgetDefinition = {
  ...{ name: 'Counted', title: '页数', slots: ['cell'], propsSchema: { type: 'object' } },
  load: async () => Counted,
};

const books = designStory('books', {}, [counted]);
const shipped = books.design.shipped('books');
const columns = Array.isArray(shipped.columns) ? shipped.columns : [];
const ownColumn = { key: 'counted', field: 'pages', title: '厚度', widget: 'Counted' };

export const OneColumn: StoryObj = {
  name: '改一列的名称：页面、大纲与设置马上是新的，别的列的格子一格也不重画',
  render: books.render,
  beforeEach: () => {
    const document = { ...shipped, columns: [...columns, ownColumn] };
    books.design.drafts.set('books org ', { version: 1, document });
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const outline = within(await page.findByRole('region', { name: '大纲' }));
    await waitFor(() => expect(drawn(canvasElement, 'columns/author')).not.toBeNull());
    await waitFor(() => expect(draws).toBeGreaterThan(0));
    await userEvent.click((await outline.findAllByText('作者')).at(-1) ?? canvasElement);
    const properties = within(page.getByRole('region', { name: '设置' }));
    await inSight(await properties.findByRole('heading', { name: '作者' }));
    const before = draws;
    await userEvent.type(properties.getByLabelText('名称'), '著者');
    await expect(properties.getByRole('heading', { name: '著者' })).toBeInTheDocument();
    await expect(drawn(canvasElement, 'columns/author')).toHaveTextContent('著者');
    await expect(outline.getByText('著者')).toBeInTheDocument();
    await expect(draws).toBe(before);
    // Of its own column every cell is: it may be called by its title.
    await userEvent.click(outline.getByText('厚度'));
    await inSight(await properties.findByRole('heading', { name: '厚度' }));
    await userEvent.type(properties.getByLabelText('名称'), '厚');
    await waitFor(() => expect(draws).toBeGreaterThan(before));
  },
};
