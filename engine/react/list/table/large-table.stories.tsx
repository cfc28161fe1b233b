import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { booksPage, libraryRows, listStory, sampleId } from '../../../fixtures/index.ts';
import type { ListPage } from '../../../model/documents/index.ts';

const meta: Meta = { title: 'engine/列表/很多行与列', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const count = 1000;
const patience = { timeout: 10_000 };

/** The books with all their columns several times. */
function wideBooks(times: number): ListPage {
  const columns = booksPage.columns.map((column) => ({ ...column, hidden: false }));
  const more = Array.from({ length: times }, (_, time) =>
    columns.map(({ pin: _pin, link: _link, editable: _editable, ...column }) => ({
      ...column,
      key: `${column.key}${time}`,
      title: `${column.field} ${time + 2}`,
    })),
  );
  const last = { key: 'no', field: 'bookNo', title: '编号' };
  return { ...booksPage, name: 'wideBooks', title: '全部馆藏', columns: [...columns, ...more.flat(), last] };
}

const { row: _, ...withoutActions } = wideBooks(2);
const large = listStory('wideBooks', {
  pages: [{ ...withoutActions, columns: withoutActions.columns.map(({ editable: __, ...column }) => column) }],
  rows: libraryRows(count),
  params: { size: '1000' },
});

/** Found by its place: asking for roles means looking at every cell there is. */
async function tableIn(canvasElement: HTMLElement): Promise<HTMLElement> {
  await waitFor(() => expect(canvasElement.querySelector('[data-row-key]')).not.toBeNull(), patience);
  const table = canvasElement.querySelector('table');
  if (table === null) throw new TypeError('no table is drawn');
  return table;
}

function rowsOf(place: HTMLElement): readonly HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>('[data-row-key]')];
}

/** What is drawn stays little, and covers what is in sight. */
async function expectFew(place: HTMLElement): Promise<void> {
  await waitFor(() => {
    const rows = rowsOf(place);
    expect(rows.length).toBeLessThan(80);
    expect(place.querySelectorAll('tbody td').length).toBeLessThan(80 * 26);
    const inSight = rows.map((row) => row.getBoundingClientRect()).filter(({ bottom }) => bottom > 0);
    expect(Math.max(...inSight.map(({ bottom }) => bottom))).toBeGreaterThanOrEqual(
      Math.min(window.innerHeight, place.querySelector('tbody')?.getBoundingClientRect().bottom ?? 0) - 1,
    );
  });
}

const focused = () => document.activeElement?.getAttribute('aria-rowindex');

export const Large: Story = {
  name: '一千行、四十列',
  render: large.render,
  play: async ({ canvasElement }) => {
    const table = await tableIn(canvasElement);
    await expect(table).toHaveAttribute('aria-rowcount', String(count + 1));
    await expect(table).toHaveAttribute('aria-colcount', '41');
    await expectFew(table);
    const [first] = rowsOf(table);
    if (first === undefined) throw new TypeError('no row is drawn');
    await expect(first.offsetHeight).toBe(40);

    // The keyboard reaches the last row and comes back, row by row and by screens.
    first.focus();
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(focused()).toBe(String(count + 1)));
    await expectFew(table);
    await userEvent.keyboard('{ArrowUp}');
    await waitFor(() => expect(focused()).toBe(String(count)));
    await userEvent.keyboard('{Home}');
    await waitFor(() => expect(focused()).toBe('2'));
    await userEvent.keyboard('{PageDown}');
    await waitFor(() => expect(Number(focused())).toBeGreaterThan(10));
    await userEvent.keyboard('{Home}');
    await waitFor(() => expect(focused()).toBe('2'));

    // Scrolled away, the row keeps the keyboard; the next arrow goes on from it.
    table.querySelector('tbody')?.scrollIntoView({ block: 'end' });
    await waitFor(() => expect(rowsOf(table).at(-1)).toHaveAttribute('aria-rowindex', String(count + 1)));
    await expect(focused()).toBe('2');
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(focused()).toBe('3'));

    // All of them are selected, drawn or not.
    const all = table.querySelector('thead input');
    if (all === null) throw new TypeError('no box for all rows');
    await userEvent.click(all);
    await within(canvasElement).findByText('已选 1,000 条');
    await userEvent.click(all);
  },
};

const some = 90;
const editing = listStory('wideBooks', { pages: [wideBooks(1)], rows: libraryRows(some), params: { size: '200' } });

export const Editing: Story = {
  name: '滚动后就地修改',
  render: editing.render,
  play: async ({ canvasElement }) => {
    const table = await tableIn(canvasElement);
    const body = table.querySelector('tbody');
    if (body === null) throw new TypeError('no rows');

    // Columns out of sight are drawn when they come there, below their own heading.
    const lastPlace = '28';
    await expect(rowsOf(table)[1]?.querySelector(`[aria-colindex="${lastPlace}"]`)).toBeNull();
    body.scrollLeft = body.scrollWidth;
    await waitFor(() => {
      const cell = rowsOf(table)[1]?.querySelector(`[aria-colindex="${lastPlace}"]`);
      const heading = table.querySelector(`thead [aria-colindex="${lastPlace}"]`);
      expect(cell?.getBoundingClientRect().left).toBe(heading?.getBoundingClientRect().left);
      expect(cell).toHaveTextContent('TS000002');
    });

    // A row far down is edited; while it is scrolled out of sight, what was typed stays.
    window.scrollTo(0, 40 * 70);
    const row = () => table.querySelector<HTMLElement>(`[data-row-key="${sampleId('book', 70)}"]`);
    const author = () => row()?.querySelector<HTMLElement>('[data-edit-cell="author"]');
    await waitFor(() => {
      body.scrollLeft = 0;
      expect(author()).toBeInstanceOf(HTMLElement);
    });
    await userEvent.dblClick(author() ?? body);
    const input = await within(author() ?? body).findByRole('textbox', { name: /的作者/ });
    await userEvent.clear(input);
    await userEvent.type(input, '无名氏');
    window.scrollTo(0, 0);
    await waitFor(() => expect(table.querySelector('[aria-rowindex="5"]')).not.toBeNull());
    await waitFor(() => expect(input).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(editing.server.callsTo('/v1/book/modify')).toHaveLength(1));
    await waitFor(() => expect(author()).toHaveTextContent('无名氏'));

    // On paper stand all rows of the page.
    window.dispatchEvent(new Event('beforeprint'));
    await expect(rowsOf(table)).toHaveLength(some);
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(rowsOf(table).length).toBeLessThan(80));
  },
};

const cardCount = 60;
const narrow = listStory('books', { rows: libraryRows(cardCount), params: { size: '200' } });
export const Cards: Story = {
  name: '窄屏上的许多卡片',
  globals: { viewport: { value: 'mobile1', isRotated: false } },
  render: narrow.render,
  play: async ({ canvasElement }) => {
    const cards = () => rowsOf(canvasElement);
    await waitFor(() => expect(cards().length).toBeGreaterThan(20), patience);
    await expect(cards().length).toBeLessThan(cardCount);
    await expect(cards()[0]).toHaveAttribute('aria-setsize', String(cardCount));
    // The box to select it is seen before anybody has used it.
    const box = cards()[0]?.querySelector('input[type="checkbox"]');
    await expect(box instanceof HTMLElement && getComputedStyle(box).borderTopWidth).toBe('1px');
    const before = cards().length;
    // They come as somebody goes on, and the keyboard gets to the last one, which was not drawn.
    cards().at(-1)?.scrollIntoView();
    await waitFor(() => expect(cards().length).toBeGreaterThan(before));
    cards()[0]?.focus();
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-posinset', String(cardCount)), patience);
  },
};
