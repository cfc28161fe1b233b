import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor } from 'storybook/test';
import { inSight } from '../../../engine/fixtures/index.ts';
import { Look } from '../../look/look.tsx';
import { ask, call, forgetCalls, panel, screenOf } from './panel-story.testing.tsx';
import { NoSeatNote, PhoneFrame } from './phone-frame.tsx';

const meta: Meta = {
  title: 'shell/电话',
  tags: ['!autodocs'],
  beforeEach: forgetCalls,
};
export default meta;
type Story = StoryObj;

export const Idle: Story = {
  name: '空闲：输入号码拨打',
  render: panel({}),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    for (const key of ['6', '0', '0']) await userEvent.click(await page.findByRole('button', { name: key }));
    await expect(page.getByLabelText('输入号码')).toHaveValue('600');
    await userEvent.click(page.getByRole('button', { name: /拨打/ }));
    await expect(ask).toHaveBeenCalledWith({ kind: 'type', number: '600' });
  },
};

export const Demo: Story = {
  name: '演示：让一通电话打进来',
  render: panel({ onDemoCall: async (caller) => caller !== '' }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: /演示来电$/ }));
    await inSight(await page.findByText(/现在没有人接/));
    await userEvent.type(page.getByLabelText('来电号码，空着是我的客户'), '13700000001');
    await userEvent.click(page.getByRole('button', { name: /演示来电$/ }));
    await waitFor(() => expect(page.queryByText(/现在没有人接/)).toBeNull());
  },
};

export const Docked: Story = {
  name: '移到左边，下次仍在左边',
  render: panel({}),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    const place = async () => (await page.findByRole('region', { name: '电话' })).getBoundingClientRect();
    const before = await place();
    await userEvent.click(page.getByRole('button', { name: '移到左边' }));
    await expect((await place()).left).toBeLessThan(before.left);
    await expect(localStorage.getItem('phone.side')).toBe('left');
    await userEvent.click(page.getByRole('button', { name: '移到右边' }));
    await expect((await place()).left).toBe(before.left);
    await expect(localStorage.getItem('phone.side')).toBe('right');
  },
};

export const NoSeat: Story = {
  name: '没有坐席',
  render: () => (
    <Look>
      <PhoneFrame isAtWorkbench={false} onMinimise={ask}>
        <NoSeatNote />
      </PhoneFrame>
    </Look>
  ),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText('您还没有分配坐席，请联系管理员'));
    await userEvent.click(page.getByRole('button', { name: '收起' }));
    await expect(ask).toHaveBeenCalledOnce();
  },
};

export const Connecting: Story = {
  name: '正在切换线路：不能拨打',
  render: panel({ line: { kind: 'connecting', isRotating: true } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText('线路连接失败，正在切换线路'));
    await userEvent.type(page.getByLabelText('输入号码'), '600');
    await expect(page.getByRole('button', { name: /拨打/ })).toBeDisabled();
  },
};

export const Down: Story = {
  name: '注册失败、多条线路：没有再试，说明原因',
  render: panel({
    line: { kind: 'down', fault: 'phone.registerFailed', isRetried: false, reason: '电话系统拒绝了坐席 8001（密码）' },
    lines: [
      { provider: 'webphone', seatCode: '8001' },
      { provider: 'hl', agentId: 'a', url: 'ws://127.0.0.1:1', ticket: 't' },
    ],
  }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText(/软电话注册失败，请联系管理员/));
    await inSight(page.getByText('电话系统拒绝了坐席 8001（密码）'));
    await userEvent.click(page.getByRole('button', { name: '重新连接' }));
    await expect(ask).toHaveBeenCalledWith({ kind: 'restart' });
    await expect(page.getByRole('combobox', { name: '线路' })).toBeInTheDocument();
  },
};

export const Calling: Story = {
  name: '呼叫中',
  render: panel({ call: { kind: 'calling', call, isAgain: false } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText('呼叫中'));
    await inSight(page.getByText('138****0001'));
    await userEvent.click(page.getByRole('button', { name: /挂断/ }));
    await expect(ask).toHaveBeenCalledWith({ kind: 'hangUp' });
  },
};

export const Inside: Story = {
  name: '拨打内线',
  render: panel({ call: { kind: 'ringing', call: { ...call, name: '', number: '8002' } } }),
  play: async ({ canvasElement }) => {
    await inSight(await screenOf(canvasElement).findByText('内线'));
  },
};

export const CallingAgain: Story = {
  name: '线路未注册，重新注册并重拨',
  render: panel({ call: { kind: 'calling', call, isAgain: true } }),
  play: async ({ canvasElement }) => {
    await inSight(await screenOf(canvasElement).findByText('线路未注册，正在重新注册并重拨'));
  },
};

export const Ringing: Story = { name: '对方振铃中', render: panel({ call: { kind: 'ringing', call } }) };

export const NumberWrong: Story = {
  name: '号码不对：标在输入框上',
  render: panel({}),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    const field = await page.findByLabelText('输入号码');
    await userEvent.type(field, '12{Enter}');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription('号码为 3–20 位数字');
    await expect(ask).not.toHaveBeenCalled();
    await userEvent.type(field, '3');
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
    await userEvent.keyboard('{Enter}');
    await expect(ask).toHaveBeenCalledWith({ kind: 'type', number: '123' });
  },
};

export const NumberRefused: Story = {
  name: '号码被拒绝：原因标在输入框上',
  render: panel({
    view: { numberFault: { number: '13800000001', text: '该号码今日已有 3 次呼叫未接通，明天再拨打' } },
  }),
  play: async ({ canvasElement }) => {
    const field = await screenOf(canvasElement).findByLabelText('输入号码');
    await userEvent.type(field, '138 0000 0001');
    await expect(field).toHaveAccessibleDescription('该号码今日已有 3 次呼叫未接通，明天再拨打');
  },
};

export const OpenCallInTheWay: Story = {
  name: '上一通还开着：结束上一通',
  render: panel({
    view: {
      open: {
        ...{
          callId: 'c0',
          text: '您正在通话中（TH20261123000001），结束后再拨打',
          number: '139****0009',
          name: '李雷',
        },
        wanted: { number: '600' },
      },
    },
  }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText('139****0009'));
    await userEvent.click(page.getByRole('button', { name: '结束上一通' }));
    await expect(ask).toHaveBeenCalledWith({ kind: 'endOpen' });
  },
};

export const Pausing: Story = {
  name: '小休：来电不响铃，一眼看得见',
  render: panel({ view: { presence: 'rest' } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText('来电不响铃，记为未接'));
    await expect(page.getByRole('radio', { name: '小休' })).toBeChecked();
    await userEvent.click(page.getByText('空闲'));
    await expect(ask).toHaveBeenCalledWith({ kind: 'presence', presence: 'ready' });
  },
};

export const Retrying: Story = {
  name: '登录失败，正在重试：原因与立即重试',
  render: panel({ line: { kind: 'down', fault: 'agent.login.fail', isRetried: true, reason: '坐席未开通' } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText('坐席登录失败，正在重试'));
    await inSight(page.getByText('坐席未开通'));
    await userEvent.click(page.getByRole('button', { name: '立即重试' }));
    await expect(ask).toHaveBeenCalledWith({ kind: 'restart' });
  },
};

export const RegisteringAgain: Story = {
  name: '注册失败，正在重试：不请人找管理员',
  render: panel({ line: { kind: 'down', fault: 'phone.registerFailed', isRetried: true } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText('软电话注册失败，正在重试'));
    await expect(page.queryByText(/联系管理员/)).toBeNull();
  },
};

export const Talking: Story = {
  name: '通话中：静音、保持、按键、设备',
  render: panel({ call: { kind: 'talking', call, since: Date.now() - 95_000, isMuted: false, isHeld: false } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText(/^0\d:\d\d$/));
    await userEvent.click(page.getByRole('button', { name: '静音' }));
    await userEvent.click(page.getByRole('button', { name: '保持' }));
    await userEvent.click(page.getByRole('button', { name: '数字键' }));
    await userEvent.click(page.getByRole('button', { name: '5' }));
    await expect(ask.mock.calls.map(([command]) => command)).toEqual([
      { kind: 'mute', isMuted: true },
      { kind: 'hold', isHeld: true },
      { kind: 'tones', digits: '5' },
    ]);
    await userEvent.click(page.getByRole('button', { name: '设备' }));
    await expect(page.getByLabelText('麦克风')).toBeInTheDocument();
  },
};

export const OnHold: Story = {
  name: '保持中、静音，在另一个标签页',
  render: panel({ isHere: false, call: { kind: 'talking', call, since: Date.now(), isMuted: true, isHeld: true } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText(/保持中/));
    await inSight(page.getByText(/另一个标签页/));
    await expect(page.getByRole('button', { name: '取消静音' })).toHaveAttribute('aria-pressed', 'true');
  },
};

export const DeviceAway: Story = {
  name: '选过的耳机拔掉了',
  render: panel({ devices: { microphone: 'a-headset' } }),
  play: async ({ canvasElement }) => {
    await inSight(await screenOf(canvasElement).findByText('上次选择的设备（未连接）'));
  },
};
