import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, libraryRows, listStory, SampleRefusal, seen } from '../../../fixtures/index.ts';
import { addDays, dayOf } from '../../../model/time/index.ts';
import { dragOver } from '../kanban/drag-to.testing.ts';
import { dayTitle, monthTitle } from './day-words.ts';

const meta: Meta = { title: 'engine/列表/日历', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const today = dayOf(new Date().toISOString());
const query = '/v1/book/query';
const checks = { params: { display: 'checks' } };

const month = listStory('booksBoard', { ...checks, rows: libraryRows(60) });
export const Month: Story = {
  name: '月',
  render: month.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByRole('heading', { name: monthTitle(today) }));
    await expect((await page.findAllByRole('columnheader'))[0]).toHaveTextContent('周一');
    const [body] = month.server.callsTo(query).filter((call) => call.body.size === 500);
    await expect(JSON.stringify(body?.body.where)).toContain('"op":"lt"');
    // A day with many shows how many there are besides.
    const [more] = await page.findAllByRole('button', { name: /^还有 \d+ 条$/ });
    await userEvent.click(more ?? canvasElement);
    const all = within(await screen.findByRole('tooltip'));
    await waitFor(() => expect(all.getAllByRole('listitem').length).toBeGreaterThan(4));
    await userEvent.keyboard('{Escape}');
  },
};

const entry = listStory('booksBoard', checks);
export const Entry: Story = {
  name: '打开一条',
  render: entry.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByTitle('海国图志'));
    const card = within(await screen.findByRole('tooltip'));
    await inSight(await card.findByText('魏源'));
    await inSight(card.getByRole('button', { name: '借出 海国图志' }));
    await userEvent.click(card.getByRole('button', { name: '海国图志' }));
    await expect(entry.opened.at(-1)?.page).toBe('bookcard');
  },
};

const week = listStory('loanList', { params: { display: 'calendar', span: 'week', 'f.state': '' } });
export const Week: Story = {
  name: '周，跨多天',
  render: week.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect((await page.findAllByTitle('郑一')).length).toBeGreaterThan(1);
    await userEvent.click(page.getByRole('button', { name: '下一周' }));
    await waitFor(() => expect(week.address.params.day).toBe(addDays(today, 7)));
    await userEvent.click(page.getByRole('button', { name: '今天' }));
    await userEvent.click(page.getByText('月'));
    await inSight(await page.findByRole('heading', { name: monthTitle(today) }));
  },
};

const keyboard = listStory('booksBoard', checks);
export const Keyboard: Story = {
  name: '用键盘走',
  render: keyboard.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const number = (day: string) => page.findByRole('button', { name: new RegExp(`^${dayTitle(day)}，`) });
    (await number(today)).focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(async () => expect(await number(addDays(today, 7))).toHaveFocus());
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(async () => expect(await number(addDays(today, 6))).toHaveFocus());
  },
};

const modify = '/v1/book/modify';

/** The cell of a day, and the entry of a book on it. */
async function dayCell(canvas: HTMLElement, day: string): Promise<HTMLElement> {
  const number = await within(canvas).findByRole('button', { name: new RegExp(`^${dayTitle(day)}，`) });
  const cell = number.closest('td');
  if (cell === null) throw new TypeError(`no day ${day}`);
  return cell;
}

/** One book to be checked on a day, and nothing else. */
const rowsOn = (days: number) => {
  const { book = [], ...others } = libraryRows(4);
  const nextCheckAt = `${addDays(today, days)}T03:30:00.000Z`;
  return { ...others, book: book.map((row, n) => ({ ...row, nextCheckAt: n === 0 ? nextCheckAt : null })) };
};

const moved = listStory('booksBoard', {
  params: { display: 'checks', span: 'week', day: addDays(today, 7) },
  rows: rowsOn(7),
});
export const Move: Story = {
  name: '拖到另一天，用键盘移动，撤销',
  render: moved.render,
  play: async ({ canvasElement }) => {
    const day = addDays(today, 7);
    // The other days of the same week, whatever day of the week it is.
    const isMonday = new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
    const beside = addDays(day, isMonday ? 1 : -1);
    const entryOn = async (on: string) => within(await dayCell(canvasElement, on)).findByTitle('海国图志');
    const drop = await dragOver(await entryOn(day), await dayCell(canvasElement, beside));
    await drop();
    await entryOn(beside);
    await seen('盘点时间已改');
    await expect(moved.server.callsTo(modify)[0]?.body).toMatchObject({
      version: 1,
      was: { nextCheckAt: `${day}T03:30:00.000Z` },
      nextCheckAt: `${beside}T03:30:00.000Z`,
    });
    await userEvent.click(await screen.findByRole('button', { name: /撤\s?销/ }));
    const back = await entryOn(day);
    await seen('已撤销');
    back.focus();
    await userEvent.keyboard(isMonday ? '{Alt>}{ArrowRight}{/Alt}' : '{Alt>}{ArrowLeft}{/Alt}');
    await waitFor(async () => expect(await entryOn(beside)).toHaveFocus());
    await expect(moved.server.callsTo(modify)).toHaveLength(3);
  },
};

const kept = listStory('booksBoard', {
  params: { display: 'checks', span: 'week', day: addDays(today, 7) },
  rows: rowsOn(7),
  answers: {
    [modify]: () => {
      throw new SampleRefusal('E_VERSION', {
        version: 2,
        fields: [{ key: 'nextCheckAt', title: '下次盘点', stored: '', storedText: '明年', by: '周文博' }],
      });
    },
  },
});
export const MovedBack: Story = {
  name: '被拒绝则回到原来那天并说明',
  render: kept.render,
  play: async ({ canvasElement }) => {
    const day = addDays(today, 7);
    const isMonday = new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
    const entryNow = await within(await dayCell(canvasElement, day)).findByTitle('海国图志');
    entryNow.focus();
    await userEvent.keyboard(isMonday ? '{Alt>}{ArrowRight}{/Alt}' : '{Alt>}{ArrowLeft}{/Alt}');
    await seen('周文博已改为“明年”');
    await within(await dayCell(canvasElement, day)).findByTitle('海国图志');
    await expect(screen.queryByRole('button', { name: /撤\s?销/ })).toBeNull();
  },
};

const bounded = listStory('booksBoard', { ...checks, rows: libraryRows(1030) });
export const Bounded: Story = {
  name: '太多时说明',
  render: bounded.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText(/这段时间超过 500 条/));
  },
};

let failures = 0;
const failing = listStory('booksBoard', {
  ...checks,
  answers: {
    [query]: (body) => {
      if (body.size === 500 && failures === 0) {
        failures += 1;
        throw new SampleRefusal('E_BUSY');
      }
      return { list: [], next: null, previous: null, total: 0, totalIsCapped: false };
    },
  },
});
export const Failing: Story = {
  name: '出错与重试，没有数据',
  render: failing.render,
  beforeEach: () => {
    failures = 0;
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: /重试/ }));
    await inSight(await page.findByText('这段时间没有数据'));
  },
};
