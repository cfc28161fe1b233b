import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { SampleServer, StoryFrame } from '../../../engine/fixtures/index.ts';
import type { PhoneLine } from '../../../engine/model/index.ts';
import { Look } from '../../look.tsx';
import { menuRoutes } from '../../router/menu-routes.ts';
import { group, leaf } from '../../router/testing-menu.ts';
import type { PhoneView } from '../line/phone.ts';
import type { Call, CallStatus, LineStatus } from '../line/phone-state.ts';
import { NoSeatNote, PhoneFrame, PhonePanel } from './phone-panel.tsx';

const meta: Meta = {
  title: 'shell/电话',
  tags: ['!autodocs'],
  beforeEach: () => {
    ask.mockClear();
    save.mockClear();
  },
};
export default meta;
type Story = StoryObj;

const ask = fn();
const save = fn(async (_: unknown) => ({}));
const routes = menuRoutes(
  group('library', '/', '图书', [leaf('promotechancecreate', '/new', '新建推广商机'), leaf('card', '/card', '全景')]),
);
const call: Call = {
  provider: 'webphone',
  direction: 'out',
  callId: 'c1',
  number: '138****0001',
  name: '王芳',
  customerId: 'k1',
  from: { entity: 'customer', id: 'k1', field: 'mobile', page: 'alllist', rest: ['k2'] },
};
const { from: _, ...notFromRow } = call;
const results = ['已接通', '未接通', '有意向', '无意向', '已预约', '拒绝'].map((title, index) => ({
  key: ['connected', 'no_answer', 'interested', 'not_interested', 'appointment', 'refused'][index] ?? '',
  title,
}));
const server = new SampleServer({});

type Given = {
  readonly call?: CallStatus;
  readonly line?: LineStatus;
  readonly lines?: readonly PhoneLine[];
  readonly isHere?: boolean;
  readonly abilities?: PhoneView['abilities'];
  readonly devices?: PhoneView['devices'];
  readonly onDemoCall?: (caller: string) => Promise<boolean>;
};

function panel({ call: status = { kind: 'none' }, line = { kind: 'ready' }, ...given }: Given) {
  const { lines = [{ provider: 'webphone', seatCode: '8001' }], isHere = true } = given;
  const { abilities = ['mute', 'hold', 'devices'], devices = {} } = given;
  const view: PhoneView = {
    ...{ line, call: status, isFlagged: false, provider: 'webphone', abilities, devices, said: undefined },
  };
  return () => (
    <MemoryRouter>
      <Look>
        <StoryFrame server={server}>
          <PhonePanel
            {...{ view, lines, results, routes, isHere, ask }}
            loudness={async () => ({ here: 0.2, there: 0.6 })}
            onSave={save}
            {...(given.onDemoCall && { onDemoCall: given.onDemoCall })}
            onMinimise={fn()}
          />
        </StoryFrame>
      </Look>
    </MemoryRouter>
  );
}
const screenOf = (canvasElement: HTMLElement) => within(canvasElement);

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
    await expect(await page.findByText(/现在没有人接/)).toBeVisible();
    await userEvent.type(page.getByLabelText('来电号码，空着是我的客户'), '13700000001');
    await userEvent.click(page.getByRole('button', { name: /演示来电$/ }));
    await waitFor(() => expect(page.queryByText(/现在没有人接/)).toBeNull());
  },
};

export const Aside: Story = {
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
      <PhoneFrame onMinimise={ask}>
        <NoSeatNote />
      </PhoneFrame>
    </Look>
  ),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await expect(await page.findByText('您还没有分配坐席，请联系管理员')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: '收起' }));
    await expect(ask).toHaveBeenCalledOnce();
  },
};

export const Connecting: Story = {
  name: '正在切换线路：不能拨打',
  render: panel({ line: { kind: 'connecting', isRotating: true } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await expect(await page.findByText('线路连接失败，正在切换线路')).toBeVisible();
    await userEvent.type(page.getByLabelText('输入号码'), '600');
    await expect(page.getByRole('button', { name: /拨打/ })).toBeDisabled();
  },
};

export const Down: Story = {
  name: '注册失败、多条线路',
  render: panel({
    line: { kind: 'down', fault: 'phone.registerFailed' },
    lines: [
      { provider: 'webphone', seatCode: '8001' },
      { provider: 'hl', agentId: 'a', url: 'ws://127.0.0.1:1', ticket: 't' },
    ],
  }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await expect(await page.findByText(/软电话注册失败，请联系管理员/)).toBeVisible();
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
    await expect(await page.findByText('呼叫中')).toBeVisible();
    await expect(page.getByText('138****0001')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: /挂断/ }));
    await expect(ask).toHaveBeenCalledWith({ kind: 'hangUp' });
  },
};

export const Inside: Story = {
  name: '拨打内线',
  render: panel({ call: { kind: 'ringing', call: { ...call, name: '', number: '8002' } } }),
  play: async ({ canvasElement }) => {
    await expect(await screenOf(canvasElement).findByText('内线')).toBeVisible();
  },
};

export const CallingAgain: Story = {
  name: '线路未注册，重新注册并重拨',
  render: panel({ call: { kind: 'calling', call, isAgain: true } }),
  play: async ({ canvasElement }) => {
    await expect(await screenOf(canvasElement).findByText('线路未注册，正在重新注册并重拨')).toBeVisible();
  },
};

export const Ringing: Story = { name: '对方振铃中', render: panel({ call: { kind: 'ringing', call } }) };

const incoming: Call = {
  ...notFromRow,
  direction: 'in',
  key: 'x',
  name: '',
  number: '139****0002',
  customerId: null,
};

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
  name: '来电：没有找到的号码可新建线索',
  render: panel({
    call: { kind: 'incoming', isAnswering: false, call: { ...incoming, number: '13900000002', matches: [] } },
  }),
  play: async ({ canvasElement }) => {
    const link = await screenOf(canvasElement).findByRole('link', { name: '新建线索' });
    await expect(link).toHaveAttribute('href', '/new?mobile=13900000002');
  },
};

export const Talking: Story = {
  name: '通话中：静音、保持、按键、设备',
  render: panel({ call: { kind: 'talking', call, since: Date.now() - 95_000, isMuted: false, isHeld: false } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await expect(await page.findByText(/^0\d:\d\d$/)).toBeVisible();
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
    await expect(await page.findByText(/保持中/)).toBeVisible();
    await expect(page.getByText(/另一个标签页/)).toBeVisible();
    await expect(page.getByRole('button', { name: '取消静音' })).toHaveAttribute('aria-pressed', 'true');
  },
};

export const Rejected: Story = {
  name: '没有接通：带代码，一个键选择结果',
  render: panel({ call: { kind: 'ended', call, end: { kind: 'rejected', code: 486 }, talkSeconds: 0 } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await expect(await page.findByText('486：被叫忙或线路黑名单')).toBeVisible();
    await expect(page.getByRole('radio', { name: '2 未接通' })).toBeChecked();
    await expect(page.getByLabelText('下次跟进时间')).toBeVisible();
    await userEvent.keyboard('6');
    await expect(page.getByRole('radio', { name: '6 拒绝' })).toBeChecked();
    // Nothing goes on after a refusal.
    await expect(page.queryByLabelText('下次跟进时间')).toBeNull();
    await userEvent.keyboard('{Enter}');
    await expect(save).toHaveBeenCalledWith(
      expect.objectContaining({
        ...{ bizType: 'customer', bizId: 'k1', method: 'call', result: 'refused' },
        ...{ content: '电话跟进：拒绝', callRecordId: 'c1' },
      }),
    );
    await expect(ask).toHaveBeenCalledWith({ kind: 'dismiss' });
  },
};

export const SaveAndNext: Story = {
  name: '通话之后：写一句，保存并拨打下一个',
  render: panel({
    call: { kind: 'ended', call, end: { kind: 'hungUp', by: 'customer' }, talkSeconds: 95 },
  }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await expect(await page.findByText('已挂断 · 通话时长 01:35')).toBeVisible();
    await userEvent.type(page.getByLabelText('跟进内容'), '想报');
    await userEvent.click(page.getByRole('button', { name: '保存并拨打下一个' }));
    await expect(await page.findByText('跟进内容至少 5 个字')).toBeVisible();
    await userEvent.type(page.getByLabelText('跟进内容'), '名春季班');
    await userEvent.click(page.getByRole('button', { name: '保存并拨打下一个' }));
    await expect(save).toHaveBeenCalledWith(expect.objectContaining({ result: 'connected', content: '想报名春季班' }));
    await expect(save.mock.lastCall?.[0]).not.toHaveProperty('nextFollowAt');
    await expect(ask).toHaveBeenLastCalledWith({
      kind: 'dial',
      from: { entity: 'customer', id: 'k2', field: 'mobile', page: 'alllist', rest: [] },
    });
  },
};

export const SeveralCalled: Story = {
  name: '来电之后：先选是谁，再记跟进',
  render: panel({
    call: {
      kind: 'ended',
      call: {
        ...incoming,
        callId: 'c9',
        matches: [
          { entity: 'customer', id: 'k1', name: '王芳', stage: '意向客户', page: 'card' },
          { entity: 'lead', id: 'l1', name: '王方', stage: '待响应' },
        ],
      },
      end: { kind: 'hungUp', by: 'customer' },
      talkSeconds: 61,
    },
  }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await expect(await page.findByText('可能是 2 人之一')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: /^保.?存$/ }));
    await expect(await page.findByText('请选择是谁的来电')).toBeVisible();
    await expect(save).not.toHaveBeenCalled();
    await expect(page.getByRole('link', { name: '王芳' })).toHaveAttribute('href', '/card?id=k1');
    await userEvent.click(page.getByRole('radio', { name: /王方/ }));
    await userEvent.click(page.getByRole('button', { name: /^保.?存$/ }));
    await expect(save).toHaveBeenCalledWith(
      expect.objectContaining({ bizType: 'lead', bizId: 'l1', callRecordId: 'c9', result: 'connected' }),
    );
  },
};

export const NextProposed: Story = {
  name: '有意向：提议明天上午再联系',
  render: panel({ call: { kind: 'ended', call, end: { kind: 'hungUp', by: 'staff' }, talkSeconds: 30 } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await waitFor(() => expect(canvasElement.querySelector('.phone-after')).toHaveFocus());
    await userEvent.keyboard('3');
    await expect(page.getByRole('radio', { name: '3 有意向' })).toBeChecked();
    const tomorrow = new Date();
    tomorrow.setDate(tomorrow.getDate() + 1);
    tomorrow.setHours(10, 0, 0, 0);
    await expect(page.getByLabelText<HTMLInputElement>('下次跟进时间').value).toMatch(/ 10:00$/);
    await userEvent.keyboard('{Enter}');
    await expect(save).toHaveBeenCalledWith(
      expect.objectContaining({ result: 'interested', nextFollowAt: tomorrow.toISOString() }),
    );
  },
};

export const DeviceAway: Story = {
  name: '选过的耳机拔掉了',
  render: panel({ devices: { microphone: 'a-headset' } }),
  play: async ({ canvasElement }) => {
    await expect(await screenOf(canvasElement).findByText('上次选择的设备（未连接）')).toBeVisible();
  },
};

export const NoMicrophone: Story = {
  name: '麦克风不能用',
  render: panel({
    call: {
      kind: 'ended',
      call: {
        ...call,
        customerId: null,
        callId: 'c2',
        from: { entity: 'x', id: 'x', field: 'x', page: 'x', rest: [] },
      },
      end: { kind: 'fault', fault: 'mic.failed' },
      talkSeconds: 0,
    },
  }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await expect(await page.findByText(/识别麦克风失败/)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: '返回拨号盘' }));
    await expect(ask).toHaveBeenCalledWith({ kind: 'dismiss' });
  },
};
