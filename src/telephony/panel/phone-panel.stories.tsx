import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import type { PhoneLine } from '../../../contract/phone.ts';
import { inSight, SampleServer, StoryFrame } from '../../../engine/fixtures/index.ts';

import { Look } from '../../look/look.tsx';
import { menuRoutes } from '../../routes/menu-routes.ts';
import { group, leaf } from '../../routes/testing-menu.ts';
import type { Call, CallStatus, LineStatus } from '../phone/phone-state.ts';
import type { PhoneView } from '../phone/phone-view.ts';
import { NoSeatNote, PhoneFrame } from './phone-frame.tsx';
import { PhonePanel } from './phone-panel.tsx';

const meta: Meta = {
  title: 'shell/电话',
  tags: ['!autodocs'],
  beforeEach: () => {
    ask.mockClear();
    save.mockClear();
    register.mockClear();
  },
};
export default meta;
type Story = StoryObj;

const ask = fn();
const save = fn(async (_: unknown) => ({}));
const lookUp = async (entity: string) => [{ id: `${entity}1`, name: entity === 'project' ? '法考' : '官网' }];
const register = fn(async (..._: readonly unknown[]) => ({}));
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

type PhoneServer = {
  readonly call?: CallStatus;
  readonly line?: LineStatus;
  readonly lines?: readonly PhoneLine[];
  readonly isHere?: boolean;
  readonly abilities?: PhoneView['abilities'];
  readonly devices?: PhoneView['devices'];
  readonly onDemoCall?: (caller: string) => Promise<boolean>;
  readonly view?: Partial<PhoneView>;
};

function panel({ call: status = { kind: 'none' }, line = { kind: 'ready' }, ...given }: PhoneServer) {
  const { lines = [{ provider: 'webphone', seatCode: '8001' }], isHere = true } = given;
  const { abilities = ['mute', 'hold', 'devices'], devices = {} } = given;
  const view: PhoneView = {
    ...{ line, call: status, isFlagged: false, provider: 'webphone', abilities, devices, said: undefined },
    ...{ presence: 'ready', numberFault: undefined, open: undefined, missed: [], ...given.view },
  };
  return () => (
    <MemoryRouter>
      <Look>
        <StoryFrame server={server}>
          <PhonePanel
            {...{ view, lines, results, routes, isHere, ask }}
            loudness={async () => ({ here: 0.2, there: 0.6 })}
            onSave={save}
            strangerKind="lead"
            onRegister={register}
            onLookUp={lookUp}
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
      <PhoneFrame onMinimise={ask}>
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

const incoming: Call = {
  ...notFromRow,
  direction: 'in',
  key: 'x',
  name: '',
  number: '139****0002',
  customerId: null,
};

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

export const Lost: Story = {
  name: '线路中断：说明原因',
  render: panel({ call: { kind: 'ended', call, end: { kind: 'lost' }, talkSeconds: 61 } }),
  play: async ({ canvasElement }) => {
    await inSight(await screenOf(canvasElement).findByText('已挂断：电话线路中断 · 通话时长 01:01'));
  },
};

export const Off: Story = {
  name: '480：规格的说法之外，再说可能是什么',
  render: panel({ call: { kind: 'ended', call, end: { kind: 'rejected', code: 480 }, talkSeconds: 0 } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText('480：被叫在黑名单中'));
    await inSight(page.getByText(/可能已关机或不在服务区/));
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

export const StrangerCalled: Story = {
  name: '陌生来电之后：记一句，新建线索，号码带过去',
  render: panel({
    call: {
      kind: 'ended',
      call: { ...incoming, callId: 'c9', matches: [] },
      end: { kind: 'hungUp', by: 'customer' },
      talkSeconds: 61,
    },
  }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText('号码由通话带入，不必再输。'));
    await userEvent.type(page.getByLabelText('姓名'), '韩梅梅');
    await userEvent.click(page.getByRole('button', { name: '新建线索' }));
    await inSight(await page.findByText('请填写姓名、咨询项目与来源渠道'));
    await expect(register).not.toHaveBeenCalled();
    await userEvent.click(page.getByLabelText('咨询项目'));
    await userEvent.click(await within(document.body).findByTitle('法考'));
    await userEvent.click(page.getByLabelText('来源渠道'));
    await userEvent.click(await within(document.body).findByTitle('官网'));
    await userEvent.type(page.getByLabelText('跟进内容'), '问春季班');
    await userEvent.click(page.getByRole('button', { name: '新建线索' }));
    await expect(register).toHaveBeenCalledWith('lead', {
      ...{ callId: 'c9', name: '韩梅梅', projectId: 'project1', channelId: 'channel1', note: '问春季班' },
    });
    await waitFor(() => expect(ask).toHaveBeenCalledWith({ kind: 'dismiss' }));
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

export const Rejected: Story = {
  name: '没有接通：带代码，一个键选择结果',
  render: panel({ call: { kind: 'ended', call, end: { kind: 'rejected', code: 486 }, talkSeconds: 0 } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await inSight(await page.findByText('486：被叫忙或线路黑名单'));
    await expect(page.getByRole('radio', { name: '2 未接通' })).toBeChecked();
    await inSight(page.getByLabelText('下次跟进时间'));
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
    await inSight(await page.findByText('已挂断 · 通话时长 01:35'));
    await userEvent.type(page.getByLabelText('跟进内容'), '想报');
    await userEvent.click(page.getByRole('button', { name: '保存并拨打下一个' }));
    await inSight(await page.findByText('跟进内容至少 5 个字'));
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
    await inSight(await page.findByText('可能是 2 人之一'));
    await userEvent.click(page.getByRole('button', { name: /^保.?存$/ }));
    await inSight(await page.findByText('请选择是谁的来电'));
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
    await inSight(await screenOf(canvasElement).findByText('上次选择的设备（未连接）'));
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
    await inSight(await page.findByText(/识别麦克风失败/));
    await userEvent.click(page.getByRole('button', { name: '返回拨号盘' }));
    await expect(ask).toHaveBeenCalledWith({ kind: 'dismiss' });
  },
};
