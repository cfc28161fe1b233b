import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  libraryPages,
  libraryRows,
  listStory,
  SampleRefusal,
  SampleServer,
  sampleId,
  seen,
} from '../../../fixtures/index.ts';
import type { ListPage } from '../../../model/documents/index.ts';

const meta: Meta = { title: 'engine/列表/单元格修改/还没有回答', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const modify = '/v1/book/modify';
const answers: ((error?: SampleRefusal) => void)[] = [];
const waited = (count: number) =>
  listStory('books', {
    rows: libraryRows(count),
    answers: {
      [modify]: ({ id, version }) =>
        new Promise((resolve, reject) => {
          const stored = { id, version: Number(version) + 1 };
          answers.push((error) => (error === undefined ? resolve(stored) : reject(error)));
        }),
    },
  });

/** Types a new author of the first book over the one there is. */
async function retype(canvas: HTMLElement, author: string): Promise<HTMLElement> {
  const page = within(canvas);
  await page.findByText('海国图志', {}, { timeout: 10_000 });
  const place = canvas.querySelector<HTMLElement>(`[data-row-key="${sampleId('book', 0)}"] [data-edit-cell="author"]`);
  if (place === null) throw new TypeError('the author is not editable');
  await userEvent.dblClick(place);
  const input = await within(place).findByRole('textbox');
  await waitFor(() => expect(input).toHaveFocus());
  await userEvent.clear(input);
  await userEvent.type(input, `${author}{Enter}`);
  return place;
}

const again = waited(4);
export const Again: Story = {
  name: '同一格再改：先显示，随后送出',
  render: again.render,
  play: async ({ canvasElement }) => {
    answers.length = 0;
    const place = await retype(canvasElement, '魏默深');
    await waitFor(() => expect(answers).toHaveLength(1));
    await retype(canvasElement, '默深先生');
    await inSight(await within(place).findByText('默深先生'));
    await expect(again.server.callsTo(modify)).toHaveLength(1);
    answers[0]?.();
    await waitFor(() => expect(answers).toHaveLength(2));
    await expect(within(place).queryByText('魏默深')).toBeNull();
    await expect(again.server.callsTo(modify)[1]?.body).toEqual({
      id: sampleId('book', 0),
      version: 2,
      was: { author: '魏默深' },
      author: '默深先生',
    });
    answers[1]?.();
    await inSight(await within(place).findByRole('img', { name: '已保存' }));
    await inSight(within(place).getByText('默深先生'));
  },
};

const turned = waited(60);
export const PageTurned: Story = {
  name: '已经翻页：新的一页照样出来，没有保存的也说明',
  render: turned.render,
  play: async ({ canvasElement }) => {
    answers.length = 0;
    const page = within(canvasElement);
    const rows = () => [...canvasElement.querySelectorAll<HTMLElement>('[data-row-key]')];
    await retype(canvasElement, '魏默深');
    await waitFor(() => expect(answers).toHaveLength(1));
    const first = rows()[0]?.dataset.rowKey;
    await userEvent.click(await page.findByRole('listitem', { name: '2' }));
    await waitFor(() => expect(rows()[0]?.dataset.rowKey).not.toBe(first));
    answers[0]?.(new SampleRefusal('E_BUSY'));
    await seen(/海国图志的作者”没有保存/);
  },
};

const query = '/v1/book/query';
const library = new SampleServer({ rows: libraryRows(60) });
const held: (() => void)[] = [];
const coming = listStory('books', {
  rows: libraryRows(60),
  answers: {
    [query]: async (body) => {
      if (body.cursor !== undefined) await new Promise<void>((resolve) => held.push(resolve));
      return library.answerTo(query, body);
    },
    [modify]: ({ id }) => new Promise((resolve) => answers.push(() => resolve({ id, version: 2 }))),
  },
});
export const PageOnItsWay: Story = {
  name: '保存时新的一页还在路上：照样出来',
  render: coming.render,
  play: async ({ canvasElement }) => {
    answers.length = 0;
    held.length = 0;
    const first = () => canvasElement.querySelector<HTMLElement>('[data-row-key]')?.dataset.rowKey;
    await retype(canvasElement, '魏默深');
    await waitFor(() => expect(answers).toHaveLength(1));
    const before = first();
    await userEvent.click(await within(canvasElement).findByRole('listitem', { name: '2' }));
    await waitFor(() => expect(held).toHaveLength(1));
    // The list is at the new page already, and shows that it waits.
    const table = within(canvasElement).getByRole('table');
    await waitFor(() => expect(table.closest('[aria-busy]')).toHaveAttribute('aria-busy', 'true'));
    answers[0]?.();
    await waitFor(() => expect(within(canvasElement).getByText(/“作者”已保存/)).toBeInTheDocument());
    await waitFor(() => {
      for (const answer of held) answer();
      expect(first()).not.toBe(before);
    });
  },
};

/** Books whose day of purchase can be changed in its cell. */
function datedBooks(): readonly ListPage[] {
  const page = libraryPages.find((one): one is ListPage => one.name === 'books');
  if (page?.forms?.edit === undefined) return [];
  const { edit } = page.forms;
  const columns = page.columns.map((column) => (column.key === 'bought' ? { ...column, editable: true } : column));
  const sections = [{ key: 'day', fields: ['boughtOn'] }];
  return [{ ...page, columns, forms: { ...page.forms, edit: { ...edit, sections } } }];
}

const dated = listStory('books', {
  rows: libraryRows(4),
  pages: datedBooks(),
  answers: { [modify]: ({ id, version }) => ({ id, version: Number(version) + 1 }) },
});

export const TypedDay: Story = {
  name: '键入的日期：按 Tab 或点别处都留下',
  render: dated.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByText('海国图志', {}, { timeout: 10_000 });
    const before = dated.server.callsTo(modify).length;
    const sent = () =>
      dated.server
        .callsTo(modify)
        .slice(before)
        .map(({ body }) => body.boughtOn);
    const typeDay = async (row: number, day: string) => {
      const cell = `[data-row-key="${sampleId('book', row)}"] [data-edit-cell="bought"]`;
      const place = canvasElement.querySelector<HTMLElement>(cell);
      if (place === null) throw new TypeError('the day is not editable');
      await userEvent.dblClick(place);
      const input = await within(place).findByRole('textbox');
      await waitFor(() => expect(input).toHaveFocus());
      await userEvent.clear(input);
      await userEvent.type(input, day);
    };
    await typeDay(0, '2026-03-01');
    await userEvent.keyboard('{Tab}');
    await waitFor(() => expect(sent()).toEqual(['2026-03-01']));
    await userEvent.keyboard('{Escape}');
    await typeDay(1, '2026-03-02');
    await userEvent.click(page.getByText('海国图志'));
    await waitFor(() => expect(sent()).toEqual(['2026-03-01', '2026-03-02']));
  },
};
