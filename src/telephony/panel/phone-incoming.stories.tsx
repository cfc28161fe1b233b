import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight } from '../../../engine/fixtures/index.ts';
import { ask, call, forgetCalls, incoming, panel, screenOf } from './panel-story.testing.tsx';

const meta: Meta = {
  title: 'shell/来电',
  tags: ['!autodocs'],
  beforeEach: forgetCalls,
};
export default meta;
type Story = StoryObj;

const { callId: _id, ...unidentified } = incoming;

export const Incoming: Story = {
  name: '来电：可能是几个人之一',
  render: panel({
    call: {
      kind: 'incoming',
      isAnswering: false,
      call: {
        ...incoming,
        matches: [
          { entity: 'customer', id: 'k1', name: '王芳', stage: '意向客户', page: 'card' },
          { entity: 'lead', id: 'l1', name: '王方', stage: '待响应' },
        ],
      },
    },
  }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await expect(await page.findByRole('link', { name: '王芳' })).toHaveAttribute('href', '/card?id=k1');
    await expect(page.queryByRole('link', { name: '王方' })).toBeNull();
    await userEvent.click(page.getByRole('button', { name: '接听' }));
    await expect(ask).toHaveBeenCalledWith({ kind: 'answer' });
    await userEvent.click(page.getByRole('button', { name: '拒接' }));
    await expect(ask).toHaveBeenCalledWith({ kind: 'hangUp' });
  },
};

export const Stranger: Story = {
  name: '来电：没有找到的号码',
  render: panel({
    call: { kind: 'incoming', isAnswering: false, call: { ...incoming, callId: 'c9', matches: [] } },
  }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText('没有找到这个号码。'));
    await inSight(page.getByText('陌生号码'));
  },
};

export const Identifying: Story = {
  name: '来电：还不知道是谁',
  render: panel({ call: { kind: 'incoming', isAnswering: false, call: { ...unidentified, number: '' } } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText('正在识别来电'));
    await expect(page.queryByText('陌生号码')).toBeNull();
  },
};

export const Known: Story = {
  name: '来电：认识的人，名字在最上面',
  render: panel({
    call: {
      kind: 'incoming',
      isAnswering: false,
      call: {
        ...{ ...incoming, callId: 'c9', name: '王芳', customerId: 'k1' },
        matches: [{ entity: 'customer', id: 'k1', name: '王芳', stage: '意向客户', page: 'card' }],
      },
    },
  }),
  play: async ({ canvasElement }) => {
    const party = await waitFor(() => canvasElement.querySelector('.phone-party') ?? Promise.reject());
    await inSight(within(party as HTMLElement).getByText('王芳'));
  },
};

export const NotAnswered: Story = {
  name: '来电：麦克风不能用，可重试接听',
  render: panel({
    call: {
      kind: 'incoming',
      isAnswering: false,
      fault: 'mic.failed',
      call: { ...incoming, callId: 'c9', matches: [] },
    },
  }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText(/识别麦克风失败/));
    await expect(page.queryByText('正在接听')).toBeNull();
    await userEvent.click(page.getByRole('button', { name: '重试接听' }));
    await expect(ask).toHaveBeenCalledWith({ kind: 'answer' });
    await userEvent.click(page.getByRole('button', { name: '拒接' }));
    await expect(ask).toHaveBeenCalledWith({ kind: 'hangUp' });
  },
};

export const MissedMeanwhile: Story = {
  name: '通话中又有来电：不打断，记为未接',
  render: panel({
    call: { kind: 'talking', call, since: Date.now() - 9000, isMuted: false, isHeld: false },
    view: { missed: [{ key: 'x', at: 0, number: '139****0002', name: '李雷' }] },
  }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText('没有响铃的来电：李雷 139****0002'));
    await inSight(page.getByText(/通话中 ·/));
    await userEvent.click(page.getByRole('button', { name: /close|关闭/i }));
    await expect(ask).toHaveBeenCalledWith({ kind: 'dismissMissed' });
  },
};
