import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  type OpenedPage,
  openedDialog,
  SampleRefusal,
  SampleServer,
  StoryFrame,
  sampleId,
  seen,
} from '../../fixtures/index.ts';
import { secondPaths, type WaitingRequest } from '../../model/wire/index.ts';
import { RecordWaiting } from './record-waiting.tsx';

const meta: Meta = { title: 'engine/待复核', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const theirs: WaitingRequest = {
  id: sampleId('note', 1),
  entity: 'book',
  entityTitle: '图书',
  recordId: sampleId('book', 1),
  recordLabel: '边城',
  transition: 'discard',
  title: '剔除',
  inputs: [
    { title: '剔除原因', type: 'string', value: '封面脱落，内页缺失，已经不能外借' },
    { title: '赔付', type: 'money', value: 259_900 },
    { title: '经办人', type: 'ref', value: 'x', text: '周明' },
  ],
  askedBy: '周明',
  askedAt: '2026-01-15T02:30:00Z',
  expiresAt: '2026-01-17T02:30:00Z',
  isMine: false,
  isChanged: false,
  mayConfirm: true,
  path: '/library/book',
};
const own: WaitingRequest = {
  ...theirs,
  ...{
    id: sampleId('note', 2),
    recordId: sampleId('book', 2),
    isMine: true,
    mayConfirm: false,
    recordLabel: '呼兰河传',
    inputs: [],
  },
};
const changed: WaitingRequest = {
  ...theirs,
  ...{
    id: sampleId('note', 3),
    recordId: sampleId('book', 3),
    isChanged: true,
    mayConfirm: false,
    recordLabel: '围城',
    path: null,
  },
};

function secondStory(list: readonly WaitingRequest[], refusal?: SampleRefusal) {
  let waiting = list;
  const decided = (body: Readonly<Record<string, unknown>>) => {
    if (refusal !== undefined) throw refusal;
    waiting = waiting.filter(({ id }) => id !== body.id);
    return { id: theirs.recordId };
  };
  const server = new SampleServer({
    answers: {
      [secondPaths.query]: () => ({ list: waiting }),
      [secondPaths.confirm]: decided,
      [secondPaths.refuse]: decided,
      [secondPaths.withdraw]: decided,
    },
  });
  const onOpen = fn<(opened: OpenedPage) => void>();
  const render = () => (
    <StoryFrame server={server} hasSecond onOpen={onOpen}>
      <RecordWaiting entity="book" record={{ id: theirs.recordId, version: 1 }} />
      <p>记录的内容</p>
    </StoryFrame>
  );
  return { server, onOpen, render };
}

const record = () => screen.findByRole('region', { name: '待复核' });
const press = async (within_: HTMLElement, name: string) =>
  userEvent.click(await within(within_).findByRole('button', { name }));
const popup = async (text: string | RegExp) => {
  const found = await waitFor(() => {
    const one = screen.getAllByText(text).at(-1)?.closest<HTMLElement>('.ant-popover');
    expect(one).toBeVisible();
    return one;
  });
  return found ?? document.body;
};

const both = secondStory([theirs, own, changed]);
export const Shown: Story = {
  name: '页头与记录页',
  render: both.render,
  play: async () => {
    const region = within(await record());
    await inSight(region.getByText(/封面脱落/));
    await inSight(region.getByText(/2,599/));
    await userEvent.click(await screen.findByRole('button', { name: '1 项待您复核' }));
    const list = within(await openedDialog());
    await inSight(list.getByText(/申请之后数据已有改动/));
    await inSight(list.getByText('图书：围城'));
    await expect(list.queryByRole('button', { name: '图书：围城' })).toBeNull();
    await userEvent.click(list.getByRole('button', { name: '图书：边城' }));
    await expect(both.onOpen).toHaveBeenCalledWith({ page: '', params: { id: theirs.recordId } });
  },
};

const narrow = secondStory([theirs, own, changed]);
export const Narrow: Story = {
  name: '窄屏',
  globals: { viewport: { value: 'mobile1', isRotated: false } },
  render: narrow.render,
  play: async () => {
    await record();
    await userEvent.click(await screen.findByRole('button', { name: '1 项待您复核' }));
    const list = await openedDialog();
    await expect(list.getBoundingClientRect().right).toBeLessThanOrEqual(window.innerWidth);
  },
};

const confirmed = secondStory([theirs]);
export const Confirmed: Story = {
  name: '复核通过',
  render: confirmed.render,
  play: async () => {
    await press(await record(), '复核通过');
    await press(await popup(/立即执行“剔除”/), '确定');
    await seen('已复核通过');
    await expect(confirmed.server.callsTo(secondPaths.confirm).map(({ body }) => body)).toEqual([{ id: theirs.id }]);
    await waitFor(() => expect(screen.queryByRole('region', { name: '待复核' })).toBeNull());
  },
};

const refused = secondStory([theirs]);
export const Refused: Story = {
  name: '不同意须写原因',
  render: refused.render,
  play: async () => {
    await press(await record(), '不同意');
    const asked = await popup('不同意的原因');
    const button = within(asked).getByRole('button', { name: '不同意' });
    await expect(button).toBeDisabled();
    await userEvent.type(within(asked).getByRole('textbox'), '金额不对');
    await userEvent.click(button);
    await seen('已告知申请人');
    await expect(refused.server.callsTo(secondPaths.refuse)[0]?.body).toEqual({ id: theirs.id, reason: '金额不对' });
  },
};

const withdrawn = secondStory([{ ...own, recordId: theirs.recordId }]);
export const Withdrawn: Story = {
  name: '撤回',
  render: withdrawn.render,
  play: async () => {
    await inSight(within(await record()).getByText(/您已申请/));
    await press(await record(), '撤回申请');
    await press(await popup('确定撤回这次申请吗？'), '确定');
    await seen('已撤回');
  },
};

const late = secondStory([theirs], new SampleRefusal('E_SECOND_GONE'));
export const TooLate: Story = {
  name: '已被撤回',
  render: late.render,
  play: async () => {
    await press(await record(), '复核通过');
    await press(await popup(/立即执行/), '确定');
    await waitFor(() => expect(late.server.callsTo(secondPaths.query).length).toBeGreaterThan(1));
    await expect(screen.queryByText('已复核通过')).toBeNull();
  },
};

let isAway = true;
const away = new SampleServer({
  answers: {
    [secondPaths.query]: () => {
      if (isAway) throw new SampleRefusal('E_BUSY');
      return { list: [theirs] };
    },
  },
});
export const NotFetched: Story = {
  name: '没有取到：说明，重试',
  render: () => (
    <StoryFrame server={away} hasSecond>
      <RecordWaiting entity="book" record={{ id: theirs.recordId, version: 1 }} />
    </StoryFrame>
  ),
  play: async () => {
    isAway = true;
    const region = within(await record());
    await inSight(await region.findByText('服务器繁忙，请稍后重试'));
    isAway = false;
    await userEvent.click(region.getByRole('button', { name: /重\s?试/ }));
    await inSight(await within(await record()).findByText(/封面脱落/));
  },
};
