import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, libraryPages, listStory, openedDialog, SampleRefusal } from '../../../fixtures/index.ts';
import { dragOver } from './drag-to.testing.ts';

const meta: Meta = { title: 'engine/列表/看板/接着移动', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const answers: ((error?: SampleRefusal) => void)[] = [];
const modifyNote = '/v1/note/modify';
const waited = () =>
  listStory('noteBoard', {
    answers: {
      [modifyNote]: ({ id }) =>
        new Promise((resolve, reject) => {
          answers.push((error) => (error === undefined ? resolve({ id, version: 2 }) : reject(error)));
        }),
    },
  });

/** The moves sent since a story began; a story may begin again. */
function sentFromNowOn({ server }: ReturnType<typeof waited>) {
  answers.length = 0;
  const before = server.callsTo(modifyNote).length;
  return () => server.callsTo(modifyNote).slice(before);
}

const laneNamed = (canvas: HTMLElement, name: RegExp) => within(canvas).findByRole('region', { name });

/** Drags the first card of a lane to another lane. */
async function dragFirst(canvas: HTMLElement, from: RegExp, to: RegExp): Promise<void> {
  const [card] = within(await laneNamed(canvas, from)).getAllByRole('listitem');
  const drop = await dragOver(card ?? canvas, await laneNamed(canvas, to));
  await drop();
}

/** Waits until the lanes hold so many cards. */
async function holds(canvas: HTMLElement, damage: number, praise: number, check: number): Promise<void> {
  await laneNamed(canvas, new RegExp(`^破损，${damage} 条`));
  await laneNamed(canvas, new RegExp(`^推荐，${praise} 条`));
  await laneNamed(canvas, new RegExp(`^盘点，${check} 条`));
}

const again = waited();
export const Again: Story = {
  name: '还没有回答就再移动：先显示，随后送出',
  render: again.render,
  play: async ({ canvasElement }) => {
    const sent = sentFromNowOn(again);
    await dragFirst(canvasElement, /^破损，9/, /^推荐/);
    await waitFor(() => expect(answers).toHaveLength(1));
    await dragFirst(canvasElement, /^推荐，9/, /^盘点/);
    await holds(canvasElement, 8, 8, 10);
    await expect(sent()).toHaveLength(1);
    answers[0]?.();
    await waitFor(() => expect(answers).toHaveLength(2));
    await expect(sent()[1]?.body).toMatchObject({ was: { kind: 'praise' }, kind: 'check' });
  },
};

const back = waited();
export const AllTheWayBack: Story = {
  name: '连着移动被拒绝：回到最初的一栏，只有一张',
  render: back.render,
  play: async ({ canvasElement }) => {
    const sent = sentFromNowOn(back);
    await dragFirst(canvasElement, /^破损，9/, /^推荐/);
    await waitFor(() => expect(answers).toHaveLength(1));
    await dragFirst(canvasElement, /^推荐，9/, /^盘点/);
    await holds(canvasElement, 8, 8, 10);
    answers[0]?.(new SampleRefusal('E_BUSY'));
    await holds(canvasElement, 9, 8, 9);
    await expect(sent()).toHaveLength(1);
  },
};

const looked = listStory('booksBoard', {
  params: { display: 'board' },
  pages: libraryPages.flatMap((page) =>
    page.name === 'booksBoard' && page.kind === 'list'
      ? [{ ...page, row: [{ key: 'recall', permission: 'book:repair', api: '/v1/book/recall' }] }]
      : [],
  ),
  answers: {
    '/v1/book/recall': ({ id }) => ({
      ...{ id, version: 1 },
      preview: { title: '将催还的借阅', columns: [], rows: [], total: 0, hidden: 0, digest: 'seen' },
    }),
  },
});
export const LookedAtFirst: Story = {
  name: '先核对的移动：核对时还在原处，放弃则没有移动',
  render: looked.render,
  play: async ({ canvasElement }) => {
    const drop = await dragOver(
      (await within(await laneNamed(canvasElement, /^在架，13/)).findByText('海国图志')).closest('li') ?? canvasElement,
      await laneNamed(canvasElement, /^修补中，4/),
    );
    await drop();
    const dialog = within(await openedDialog());
    await userEvent.click(await dialog.findByRole('button', { name: /取\s?消/ }));
    await waitFor(() => expect(within(document.body).queryByRole('dialog')).toBeNull());
    await inSight(await within(await laneNamed(canvasElement, /^在架，13/)).findByText('海国图志'));
    await inSight(await laneNamed(canvasElement, /^修补中，4/));
  },
};

const loaded: (() => void)[] = [];
const loading = listStory('noteBoard', {
  answers: {
    '/v1/note/query': (body) => {
      const answer = { list: [], next: null, previous: null, total: 0, totalIsCapped: false };
      const text = JSON.stringify(body.where);
      if (text.includes('"praise"')) return new Promise((resolve) => loaded.push(() => resolve(answer)));
      const list = [{ id: 'note-1', version: 1, kind: 'damage', text: '书脊开裂' }];
      return text.includes('"damage"') ? { ...answer, list, total: 1 } : answer;
    },
    [modifyNote]: () => {
      throw new SampleRefusal('E_BUSY');
    },
  },
});
export const ToLaneOnItsWay: Story = {
  name: '移到还在加载的一栏：那一栏照样加载出来',
  render: loading.render,
  play: async ({ canvasElement }) => {
    loaded.length = 0;
    await dragFirst(canvasElement, /^破损，1/, /^推荐/);
    await waitFor(() => expect(loading.server.callsTo(modifyNote)).toHaveLength(1));
    for (const answer of loaded) answer();
    await laneNamed(canvasElement, /^推荐，0 条/);
    await laneNamed(canvasElement, /^破损，1 条/);
  },
};

const beside = waited();
export const OneOfTwoAnswered: Story = {
  name: '两张都在移动，一张先有回答：另一张不回原处',
  render: beside.render,
  play: async ({ canvasElement }) => {
    answers.length = 0;
    await dragFirst(canvasElement, /^破损，9/, /^推荐/);
    await waitFor(() => expect(answers).toHaveLength(1));
    await dragFirst(canvasElement, /^破损，8/, /^盘点/);
    await waitFor(() => expect(answers).toHaveLength(2));
    const asked = beside.server.callsTo('/v1/note/query').length;
    answers[0]?.();
    await waitFor(() => expect(beside.server.callsTo('/v1/note/query').length).toBeGreaterThanOrEqual(asked + 3));
    // The server of the story keeps no move: the answered card is back where it says, the other stays where it was put.
    await holds(canvasElement, 8, 8, 10);
    answers[1]?.();
    await holds(canvasElement, 9, 8, 9);
  },
};

let isHeld = true;
const pages: (() => void)[] = [];
const paged = listStory('noteBoard', {
  answers: {
    '/v1/note/query': (body) => {
      const answer = { list: [], next: null, previous: null, total: 0, totalIsCapped: false };
      const text = JSON.stringify(body.where);
      const note = (id: string, kind: string, words: string) => ({ id, version: 1, kind, text: words });
      if (text.includes('"damage"')) return { ...answer, list: [note('n1', 'damage', '书脊开裂')], total: 1 };
      if (!text.includes('"praise"')) return answer;
      if (body.cursor === undefined)
        return { ...answer, list: [note('n2', 'praise', '值得一读')], next: 'more', total: 2 };
      const last = { ...answer, list: [note('n3', 'praise', '注释详尽')], total: 2 };
      return isHeld ? new Promise((resolve) => pages.push(() => resolve(last))) : last;
    },
    [modifyNote]: ({ id }) => ({ id, version: 2 }),
  },
});
export const MoreOnItsWay: Story = {
  name: '正在加载更多时移来一张：更多的照样加载出来',
  render: paged.render,
  play: async ({ canvasElement }) => {
    pages.length = 0;
    isHeld = true;
    const lane = await laneNamed(canvasElement, /^推荐，2/);
    await userEvent.click(within(lane).getByRole('button', { name: '加载更多' }));
    await waitFor(() => expect(pages).toHaveLength(1));
    await dragFirst(canvasElement, /^破损，1/, /^推荐/);
    await waitFor(() => expect(paged.server.callsTo(modifyNote).length).toBeGreaterThan(0));
    await waitFor(() => expect(pages.length).toBeGreaterThan(1));
    isHeld = false;
    for (const answer of pages) answer();
    await waitFor(() => expect(within(lane).queryByRole('button', { name: /加载更多/ })).toBeNull());
    await expect(within(lane).getAllByRole('listitem')).toHaveLength(2);
  },
};
