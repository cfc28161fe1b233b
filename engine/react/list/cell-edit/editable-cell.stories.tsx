import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, libraryRows, listStory, SampleRefusal, sampleId } from '../../../fixtures/index.ts';

const meta: Meta = { title: 'engine/列表/单元格修改', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const modify = '/v1/book/modify';
const patience = { timeout: 10_000 };

async function cell(canvasElement: HTMLElement, row: number, column: string): Promise<HTMLElement> {
  await within(canvasElement).findByText('海国图志', {}, patience);
  const place = canvasElement.querySelector<HTMLElement>(
    `[data-row-key="${sampleId('book', row)}"] [data-edit-cell="${column}"]`,
  );
  if (place === null) throw new TypeError(`${column} is not editable`);
  return place;
}

const saving = listStory('books', { rows: libraryRows(4) });
export const Saves: Story = {
  name: '双击修改，回车保存',
  render: saving.render,
  play: async ({ canvasElement }) => {
    const author = await cell(canvasElement, 0, 'author');
    await userEvent.dblClick(author);
    const input = await within(author).findByRole('textbox', { name: '海国图志的作者' });
    await waitFor(() => expect(input).toHaveFocus());
    await userEvent.clear(input);
    await userEvent.type(input, '魏默深{Enter}');
    await inSight(await within(author).findByText('魏默深'));
    await inSight(await within(author).findByRole('img', { name: '已保存' }));
    await expect(saving.server.callsTo(modify)[0]?.body).toEqual({
      id: sampleId('book', 0),
      version: 1,
      was: { author: '魏源' },
      author: '魏默深',
    });
    // The row has the keyboard again; Esc leaves a value as it was, and nothing is asked of the server.
    await waitFor(() => expect(author.closest('tr')).toHaveFocus());
    await userEvent.keyboard('{F2}');
    await userEvent.keyboard('别人{Escape}');
    await inSight(await within(author).findByText('魏默深'));
    await expect(saving.server.callsTo(modify)).toHaveLength(1);
    // For a while it can be taken back, if nobody changed it since.
    await userEvent.click(await screen.findByRole('button', { name: /撤\s?销/ }));
    await inSight(await within(author).findByText('魏源'));
    await expect(saving.server.callsTo(modify).at(-1)?.body).toEqual({
      id: sampleId('book', 0),
      version: 2,
      was: { author: '魏默深' },
      author: '魏源',
    });
  },
};

const walking = listStory('books', { rows: libraryRows(4) });
export const Walks: Story = {
  name: 'Tab 到下一格，选择即保存',
  render: walking.render,
  play: async ({ canvasElement }) => {
    const author = await cell(canvasElement, 0, 'author');
    await userEvent.dblClick(author);
    await userEvent.keyboard('甲{Tab}');
    const category = await cell(canvasElement, 0, 'category');
    await waitFor(() => expect(within(category).getByRole('combobox')).toHaveFocus());
    await userEvent.click(within(category).getByRole('combobox'));
    await userEvent.click(await screen.findByTitle('少儿'));
    await waitFor(() => expect(walking.server.callsTo(modify)).toHaveLength(2));
    await expect(walking.server.callsTo(modify).map(({ body }) => body.category)).toEqual([undefined, 'children']);
    await inSight(await within(category).findByText('少儿'));
  },
};

const refused = listStory('books', {
  rows: libraryRows(4),
  answers: {
    [modify]: () => {
      throw new SampleRefusal('E_VERSION', {
        version: 2,
        fields: [{ key: 'pages', title: '页数', stored: 300, by: '周文博' }],
      });
    },
  },
});
export const Refused: Story = {
  name: '没有保存时还原并说明',
  render: refused.render,
  play: async ({ canvasElement }) => {
    const pages = await cell(canvasElement, 0, 'pages');
    await userEvent.dblClick(pages);
    await userEvent.keyboard('9000{Enter}');
    await inSight(await within(pages).findByRole('img', { name: /没有保存：页数应在1 到 5000之间/ }));
    await inSight(within(pages).getByText('120'));
    // What was typed is there again.
    await userEvent.dblClick(pages);
    await expect(within(pages).getByRole('spinbutton')).toHaveValue('9000');
    await userEvent.clear(within(pages).getByRole('spinbutton'));
    await userEvent.keyboard('280{Enter}');
    await inSight(await within(pages).findByRole('img', { name: '没有保存：周文博已改为“300”' }));
    await inSight(within(pages).getByText('120'));
  },
};
