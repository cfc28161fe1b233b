import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, userEvent, waitFor, within } from 'storybook/test';
import {
  bookingMonday,
  bookingRows,
  inSight,
  libraryRows,
  listStory,
  openedDialog,
  SampleRefusal,
  seen,
} from '../../../../fixtures/index.ts';
import { addDays } from '../../../../model/time/index.ts';
import { hourHeight } from './span-style.ts';

const meta: Meta = { title: 'engine/列表/周历', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const modify = '/v1/booking/modify';
const create = '/v1/booking/create';
const rows = () => ({ ...libraryRows(4), booking: bookingRows() });
const week = { params: { day: bookingMonday }, rows: rows() };
const tuesday = addDays(bookingMonday, 1);

const entryOf = (canvas: HTMLElement, name: string) => within(canvas).findByTitle(new RegExp(name));

/** Takes an entry by the mouse, at its middle or its lower edge, and holds it so much further. */
async function hold(element: HTMLElement, by: { readonly x?: number; readonly y?: number }, grip = element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const from = { clientX: left + width / 2, clientY: top + Math.min(height / 2, 20), button: 0, pointerId: 1 };
  await fireEvent.pointerDown(grip, from);
  const to = { clientX: from.clientX + (by.x ?? 0), clientY: from.clientY + (by.y ?? 0), pointerId: 1 };
  await fireEvent.pointerMove(grip, to);
  return () => fireEvent.pointerUp(grip, to);
}

const shown = listStory('bookingWeek', week);
export const Week: Story = {
  name: '一周',
  render: shown.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByRole('heading', { name: '2026年11月23日 – 11月29日' }));
    const column = await page.findByRole('group', { name: '11月24日 周二，3 条' });
    await expect(within(column).getByTitle('09:00–10:30 唐诗夜话')).toHaveTextContent('周文博');
    // Those of one time stand side by side.
    const [one, other] = [await entryOf(column, '唐诗夜话'), await entryOf(column, '地方志讲读')];
    await expect(one.getBoundingClientRect().right).toBeLessThanOrEqual(other.getBoundingClientRect().left);
  },
};

const split = listStory('bookingWeek', week);
export const Split: Story = {
  name: '按主持人分列，只看一天',
  render: split.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByText('按主持人'));
    const own = await page.findByRole('group', { name: /11月24日 周二 周文博，2 条/ });
    await within(own).findByTitle(/科幻共读/);
    await expect(split.address.params.by).toBe('hostId');
    await userEvent.click(page.getByRole('button', { name: '11月24日 周二' }));
    // On one day those without anything have a column too.
    await page.findByRole('group', { name: /11月24日 周二 林晓岚，0 条/ });
    await expect(split.address.params).toMatchObject({ span: 'day', day: tuesday });
  },
};

const moved = listStory('bookingWeek', week);
export const Move: Story = {
  name: '拖动、拉长、撤销',
  render: moved.render,
  play: async ({ canvasElement }) => {
    const entry = await entryOf(canvasElement, '科幻共读');
    const drop = await hold(entry, { y: hourHeight / 2 });
    await drop();
    await within(canvasElement).findByTitle('14:30–15:30 科幻共读');
    await expect(moved.server.callsTo(modify)[0]?.body).toMatchObject({
      was: { startAt: `${tuesday}T06:00:00.000Z`, endAt: `${tuesday}T07:00:00.000Z` },
      startAt: `${tuesday}T06:30:00.000Z`,
      endAt: `${tuesday}T07:30:00.000Z`,
    });
    const again = await entryOf(canvasElement, '科幻共读');
    const edge = again.querySelector<HTMLElement>('.engine-hours-edge');
    if (edge === null) throw new TypeError('no edge');
    const { height } = again.getBoundingClientRect();
    const { top } = again.getBoundingClientRect();
    await fireEvent.pointerDown(edge, { clientX: 0, clientY: top + height, button: 0, pointerId: 1 });
    await fireEvent.pointerMove(edge, { clientX: 0, clientY: top + height + hourHeight, pointerId: 1 });
    await fireEvent.pointerUp(edge, { clientX: 0, clientY: top + height + hourHeight, pointerId: 1 });
    await within(canvasElement).findByTitle('14:30–16:30 科幻共读');
    // Only what changed is written.
    const { body } = moved.server.callsTo(modify)[1] ?? {};
    await expect(body).toMatchObject({ was: { endAt: `${tuesday}T07:30:00.000Z` } });
    await expect(body).not.toHaveProperty('startAt');
  },
};

const warned = listStory('bookingWeek', {
  ...week,
  answers: {
    [modify]: () => {
      throw new SampleRefusal('E_INPUT_INVALID');
    },
  },
});
export const Conflict: Story = {
  name: '放下之前说明冲突，被拒绝则回到原处',
  render: warned.render,
  play: async ({ canvasElement }) => {
    const entry = await entryOf(canvasElement, '科幻共读');
    const drop = await hold(entry, { y: -4 * hourHeight });
    await within(canvasElement).findByText('主持人另有活动：“唐诗夜话”', { selector: '.engine-hours-ghost' });
    await drop();
    await waitFor(() => expect(warned.server.callsTo(modify)).toHaveLength(1));
    await within(canvasElement).findByTitle('14:00–15:00 科幻共读');
  },
};

const keyboard = listStory('bookingWeek', week);
export const Keyboard: Story = {
  name: '用键盘移动与拉长，Esc 取消',
  render: keyboard.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    // Keys that are held stay held.
    const user = userEvent.setup();
    const entry = await entryOf(canvasElement, '亲子绘本');
    entry.focus();
    await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{ArrowRight}{Escape}{/Alt}');
    await expect(keyboard.server.callsTo(modify)).toHaveLength(0);
    await user.keyboard('{Alt>}{ArrowLeft}{ArrowLeft}{ArrowUp}{ArrowUp}');
    await seen('“亲子绘本”：11月24日 周二 09:30–10:30 场地已有活动：“唐诗夜话”');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{/Alt}');
    await within(await page.findByRole('group', { name: /^11月24日/ })).findByTitle('10:30–11:30 亲子绘本');
    await waitFor(async () => expect(await entryOf(canvasElement, '亲子绘本')).toHaveFocus());
    await user.keyboard('{Alt>}{Shift>}{ArrowDown}{ArrowDown}{/Shift}{/Alt}');
    await page.findByTitle('10:30–12:00 亲子绘本');
    await expect(keyboard.server.callsTo(modify)).toHaveLength(2);
  },
};

const answered: (() => void)[] = [];
const hurried = listStory('bookingWeek', {
  ...week,
  answers: {
    [modify]: () => new Promise((resolve) => answered.push(() => resolve({ id: 'booking-1', version: 2 }))),
  },
});
export const Again: Story = {
  name: '还没有回答就再移动：先显示，随后送出，一次不少',
  render: hurried.render,
  play: async ({ canvasElement }) => {
    answered.length = 0;
    const page = within(canvasElement);
    const user = userEvent.setup();
    const sent = () => hurried.server.callsTo(modify);
    (await entryOf(canvasElement, '亲子绘本')).focus();
    await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
    await waitFor(() => expect(answered).toHaveLength(1));
    await user.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
    await user.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
    await inSight(await page.findByTitle('10:30–12:00 亲子绘本'));
    await expect(sent()).toHaveLength(1);
    answered[0]?.();
    await waitFor(() => expect(sent()).toHaveLength(2));
    // The two that waited go as one, and only what they change.
    await expect(sent()[1]?.body).toEqual({
      id: expect.any(String),
      version: expect.any(Number),
      was: { endAt: expect.stringContaining('T03:30:00') },
      endAt: expect.stringContaining('T04:00:00'),
    });
    await inSight(await page.findByTitle('10:30–12:00 亲子绘本'));
  },
};

const handed = listStory('bookingWeek', { ...week, params: { day: bookingMonday, by: 'hostId' } });
export const HandOver: Story = {
  name: '移到另一列即换人',
  render: handed.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const entry = await entryOf(canvasElement, '亲子绘本');
    entry.focus();
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await within(await page.findByRole('group', { name: /^11月26日 周四 周文博/ })).findByTitle(/亲子绘本/);
    const [call] = handed.server.callsTo(modify);
    await expect(Object.keys(Object(call?.body))).toContain('hostId');
    await expect(call?.body).not.toHaveProperty('startAt');
  },
};

const added = listStory('bookingWeek', { ...week, params: { day: bookingMonday, by: 'hostId' } });
export const Add: Story = {
  name: '在空的钟点新建',
  render: added.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: /^在11月26日 周四 周文博新建$/ }));
    const dialog = within(await openedDialog());
    await userEvent.type(dialog.getByLabelText('名称'), '围炉');
    await userEvent.click(dialog.getByRole('button', { name: /保\s?存/ }));
    await waitFor(() => expect(added.server.callsTo(create)).toHaveLength(1));
    await expect(added.server.callsTo(create)[0]?.body).toMatchObject({
      title: '围炉',
      startAt: '2026-11-26T01:00:00.000Z',
      endAt: '2026-11-26T02:00:00.000Z',
    });
  },
};

const alone = listStory('bookingWeek', {
  rows: rows(),
  params: { day: tuesday, span: 'day', by: 'hostId' },
  answers: {
    '/v1/staff/query': () => {
      throw new SampleRefusal('E_BUSY');
    },
  },
});
export const OthersUnknown: Story = {
  name: '其他人没有取到：说只列出有安排的',
  render: alone.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText(/^没有取到全部/));
  },
};
