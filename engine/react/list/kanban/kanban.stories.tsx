import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, libraryRows, listStory, openedDialog, SampleRefusal, seen } from '../../../fixtures/index.ts';
import { dragOver } from './drag-to.testing.ts';

const meta: Meta = { title: 'engine/列表/看板', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const board = { params: { display: 'board' } };
const query = '/v1/book/query';

const laneNamed = (canvas: HTMLElement, name: string) => within(canvas).findByRole('region', { name });

async function cardOf(lane: HTMLElement, title: string): Promise<HTMLElement> {
  const card = (await within(lane).findByText(title)).closest('li');
  if (card === null) throw new Error(`no card ${title}`);
  return card;
}

/** Opens the menu of a card and in it the lanes, by keyboard alone. */
async function openMove(lane: HTMLElement, title: string): Promise<void> {
  within(lane)
    .getByRole('button', { name: `“${title}”的操作` })
    .focus();
  await userEvent.keyboard('{Enter}');
  await stepTo('移动到…');
  press('ArrowRight');
  // Another key at once would go on in the first menu.
  await waitFor(() => expect(document.activeElement?.getAttribute('data-menu-id')).toContain(':lane'));
}

const keyCodes = { ArrowRight: 39, ArrowDown: 40, Enter: 13 };

/** Menus listen to the numbers of keys, which simulated typing leaves out. */
function press(key: keyof typeof keyCodes): void {
  const init = { key, keyCode: keyCodes[key], bubbles: true, cancelable: true };
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
}

/** Steps down a menu until the keyboard is at an entry. */
async function stepTo(words: string): Promise<void> {
  const isThere = (): boolean => {
    const focused = document.activeElement;
    return focused?.getAttribute('role') === 'menuitem' && focused.textContent.includes(words);
  };
  for (let step = 0; step < 40 && !isThere(); step += 1) {
    press('ArrowDown');
    // The menu moves the keyboard in a later frame.
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  expect(isThere()).toBe(true);
}

async function chooseInspection(): Promise<void> {
  await stepTo('修补中（抽检）');
  press('Enter');
}

const data = listStory('booksBoard', board);
export const Data: Story = {
  name: '各栏分别查询',
  render: data.render,
  play: async ({ canvasElement }) => {
    const shelved = await laneNamed(canvasElement, '在架，13 条');
    await expect(await cardOf(shelved, '海国图志')).toHaveTextContent('作者魏源');
    await inSight(await laneNamed(canvasElement, '遗失，4 条'));
    const lanes = data.server.callsTo(query).filter((call) => call.body.size === 20);
    await expect(lanes.map((call) => JSON.stringify(call.body.where)).join()).toContain('"value":"repair"');
    // What the cards of a lane come to is asked for once for the whole board.
    await inSight(await within(shelved).findByText('定价'));
    await inSight(within(shelved).getByText(/^¥[\d,]+\.\d\d$/));
    await expect(data.server.callsTo('/v1/book/group')).toHaveLength(1);
    await userEvent.click(within(shelved).getByRole('button', { name: '海国图志' }));
    await expect(data.opened.at(-1)?.page).toBe('bookcard');
  },
};

const many = listStory('booksBoard', { ...board, rows: libraryRows(90) });
export const LoadMore: Story = {
  name: '加载更多',
  render: many.render,
  play: async ({ canvasElement }) => {
    const lane = await laneNamed(canvasElement, '在架，45 条');
    const cards = () => within(lane).getAllByRole('button', { name: /的操作$/ });
    await waitFor(() => expect(cards()).toHaveLength(20));
    await userEvent.click(within(lane).getByRole('button', { name: '加载更多' }));
    await waitFor(() => expect(cards()).toHaveLength(40));
  },
};

const dragged = listStory('booksBoard', board);
export const Drag: Story = {
  name: '拖动即流转，不能去的栏说明原因',
  render: dragged.render,
  play: async ({ canvasElement }) => {
    const lent = await laneNamed(canvasElement, '借出，5 条');
    const card = await cardOf(lent, '园冶');
    const repair = await laneNamed(canvasElement, '修补中，4 条');
    const drop = await dragOver(card, repair);
    await inSight(within(repair).getByText('从“借出”不能直接变为“修补中”'));
    await drop();
    await expect(dragged.server.callsTo('/v1/book/repair')).toHaveLength(0);
    const shelved = await laneNamed(canvasElement, '在架，13 条');
    const dropShelved = await dragOver(card, shelved);
    await inSight(within(shelved).getByText('松开即移到“在架”'));
    await dropShelved();
    const dialog = within(await openedDialog());
    await userEvent.click(await dialog.findByRole('button', { name: '归还' }));
    await seen('已归还');
    await inSight(await cardOf(await laneNamed(canvasElement, '在架，14 条'), '园冶'));
    await inSight(await laneNamed(canvasElement, '借出，4 条'));
  },
};

const form = listStory('booksBoard', board);
export const DragWithForm: Story = {
  name: '拖动后填写',
  render: form.render,
  play: async ({ canvasElement }) => {
    const shelved = await laneNamed(canvasElement, '在架，13 条');
    const drop = await dragOver(await cardOf(shelved, '海国图志'), await laneNamed(canvasElement, '借出，5 条'));
    await drop();
    const dialog = within(await openedDialog());
    await inSight(await dialog.findByLabelText('读者'));
    await userEvent.click(dialog.getByRole('button', { name: '取消' }));
    await inSight(await cardOf(shelved, '海国图志'));
    await expect(form.server.callsTo('/v1/book/lend')).toHaveLength(0);
  },
};

const choice = listStory('booksBoard', board);
export const DragToChoose: Story = {
  name: '几种操作可选',
  render: choice.render,
  play: async ({ canvasElement }) => {
    const shelved = await laneNamed(canvasElement, '在架，13 条');
    const repair = await laneNamed(canvasElement, '修补中，4 条');
    const drop = await dragOver(await cardOf(shelved, '海国图志'), repair);
    await inSight(within(repair).getByText('松开后选择操作'));
    await drop();
    await userEvent.click(await screen.findByRole('menuitem', { name: '抽检' }));
    await seen('已送检');
    await inSight(await cardOf(await laneNamed(canvasElement, '修补中，5 条'), '海国图志'));
  },
};

const keyboard = listStory('booksBoard', board);
export const Keyboard: Story = {
  name: '用键盘移动',
  render: keyboard.render,
  play: async ({ canvasElement }) => {
    const shelved = await laneNamed(canvasElement, '在架，13 条');
    await cardOf(shelved, '海国图志');
    await openMove(shelved, '海国图志');
    await seen('从“在架”不能直接变为“遗失”');
    await chooseInspection();
    await waitFor(() => expect(within(canvasElement).getByText('已把“海国图志”移到“修补中”')).toBeInTheDocument());
    const moved = await laneNamed(canvasElement, '修补中，5 条');
    await waitFor(() => expect(within(moved).getByRole('button', { name: '“海国图志”的操作' })).toHaveFocus());
  },
};

const refused = listStory('booksBoard', {
  ...board,
  answers: {
    '/v1/book/inspect': async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      throw new SampleRefusal('E_BUSY');
    },
  },
});
export const Refused: Story = {
  name: '被拒绝则回到原处',
  render: refused.render,
  play: async ({ canvasElement }) => {
    const shelved = await laneNamed(canvasElement, '在架，13 条');
    await cardOf(shelved, '海国图志');
    await openMove(shelved, '海国图志');
    await chooseInspection();
    await inSight(await cardOf(await laneNamed(canvasElement, '修补中，5 条'), '海国图志'));
    await seen('服务器繁忙，请稍后重试');
    await inSight(await cardOf(await laneNamed(canvasElement, '在架，13 条'), '海国图志'));
    await waitFor(() => expect(within(canvasElement).getByText(/“海国图志”没有移动，仍在“在架”/)).toBeInTheDocument());
  },
};

const plain = listStory('noteBoard');
export const WithoutStates: Story = {
  name: '没有状态机的字段',
  render: plain.render,
  play: async ({ canvasElement }) => {
    const damage = await laneNamed(canvasElement, '破损，9 条');
    const [card] = within(damage).getAllByRole('listitem');
    const drop = await dragOver(card ?? damage, await laneNamed(canvasElement, '推荐，8 条'));
    await drop();
    await seen('操作成功');
    await expect(plain.server.callsTo('/v1/note/modify').at(-1)?.body).toMatchObject({
      kind: 'praise',
      was: { kind: 'damage' },
      version: 1,
    });
    await inSight(await laneNamed(canvasElement, '推荐，9 条'));
  },
};

const fixed = listStory('loanList', { params: { display: 'board', 'f.state': '' } });
export const NotMovable: Story = {
  name: '不能移动的看板',
  render: fixed.render,
  play: async ({ canvasElement }) => {
    const open = await laneNamed(canvasElement, '在借，3 条');
    await expect(within(open).queryByRole('button', { name: /的操作$/ })).toBeNull();
  },
};

let failures = 0;
const failing = listStory('booksBoard', {
  ...board,
  answers: {
    [query]: (body) => {
      if (JSON.stringify(body.where).includes('"lost"') && failures === 0) {
        failures += 1;
        throw new SampleRefusal('E_BUSY');
      }
      return { list: [], next: null, previous: null, total: 0, totalIsCapped: false };
    },
  },
});
export const LaneFails: Story = {
  name: '一栏出错',
  render: failing.render,
  beforeEach: () => {
    failures = 0;
  },
  play: async ({ canvasElement }) => {
    const lost = await laneNamed(canvasElement, '遗失');
    await inSight(await within(lost).findByText('服务器繁忙，请稍后重试'));
    await inSight(within(await laneNamed(canvasElement, '在架，0 条')).getByText('没有数据'));
    await userEvent.click(within(lost).getByRole('button', { name: /重试/ }));
    await inSight(await laneNamed(canvasElement, '遗失，0 条'));
  },
};
