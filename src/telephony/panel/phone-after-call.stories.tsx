import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { ApiRefusal } from '../../../engine/client/index.ts';
import { inSight } from '../../../engine/fixtures/index.ts';
import { ask, call, forgetCalls, incoming, panel, register, save, screenOf } from './panel-story.testing.tsx';

const meta: Meta = {
  title: 'shell/通话之后',
  tags: ['!autodocs'],
  beforeEach: forgetCalls,
};
export default meta;
type Story = StoryObj;

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

export const BeingSaved: Story = {
  name: '正在保存：不能再改，也不能略过；被拒绝则写的还在',
  render: panel({ call: { kind: 'ended', call, end: { kind: 'hungUp', by: 'customer' }, talkSeconds: 95 } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    let refuse = (_: Error): void => undefined;
    save.mockImplementationOnce(() => new Promise((_, reject) => (refuse = reject)));
    const note = await page.findByLabelText('跟进内容');
    await userEvent.type(note, '想报名春季班');
    await userEvent.click(page.getByRole('button', { name: /^保.?存$/ }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    await expect(note).toBeDisabled();
    await expect(page.getByRole('button', { name: '不记录' })).toBeDisabled();
    await userEvent.keyboard('6{Enter}');
    await expect(save).toHaveBeenCalledTimes(1);
    refuse(new ApiRefusal('1', '保存不了', { code: 'E_VALIDATION' }));
    await inSight(await page.findByText('保存不了'));
    await expect(note).toBeEnabled();
    await expect(note).toHaveValue('想报名春季班');
    await expect(page.getByRole('radio', { name: '1 已接通' })).toBeChecked();
    await expect(ask).not.toHaveBeenCalled();
  },
};

/** The panel, put away and brought back by the button that opens it. */
function putAway(Panel: ReturnType<typeof panel>) {
  return function PutAway() {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setIsOpen(!isOpen)}>
          电话
        </button>
        {isOpen ? <Panel /> : null}
      </>
    );
  };
}

export const BroughtBack: Story = {
  name: '正在保存时收起又打开：不能再保存一次，被拒绝也看得到',
  render: putAway(panel({ call: { kind: 'ended', call, end: { kind: 'hungUp', by: 'customer' }, talkSeconds: 95 } })),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    let refuse = (_: Error): void => undefined;
    save.mockImplementationOnce(() => new Promise((_, reject) => (refuse = reject)));
    const button = page.getByRole('button', { name: '电话' });
    await userEvent.type(await page.findByLabelText('跟进内容'), '想报名春季班');
    await userEvent.click(page.getByRole('button', { name: /^保.?存$/ }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    await userEvent.click(button);
    await waitFor(() => expect(page.queryByLabelText('跟进内容')).toBeNull());
    await userEvent.click(button);
    const note = await page.findByLabelText('跟进内容');
    await expect(note).toHaveValue('想报名春季班');
    await expect(note).toBeDisabled();
    canvasElement.querySelector<HTMLElement>('.phone-after')?.focus();
    await userEvent.keyboard('{Enter}');
    await expect(save).toHaveBeenCalledTimes(1);
    refuse(new ApiRefusal('1', '保存不了', { code: 'E_VALIDATION' }));
    await inSight(await page.findByText('保存不了'));
    await expect(page.getByLabelText('跟进内容')).toBeEnabled();
    await expect(ask).not.toHaveBeenCalled();
  },
};

export const StrangerBroughtBack: Story = {
  name: '正在新建时收起又打开：不能再建一次，填的还在',
  render: putAway(
    panel({
      call: {
        kind: 'ended',
        call: { ...incoming, callId: 'c10', matches: [] },
        end: { kind: 'hungUp', by: 'customer' },
        talkSeconds: 61,
      },
    }),
  ),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    let refuse = (_: Error): void => undefined;
    register.mockImplementationOnce(() => new Promise((_, reject) => (refuse = reject)));
    const button = page.getByRole('button', { name: '电话' });
    await userEvent.type(await page.findByLabelText('姓名'), '韩梅梅');
    for (const [label, title] of [
      ['咨询项目', '法考'],
      ['来源渠道', '官网'],
    ] as const) {
      await userEvent.click(page.getByLabelText(label));
      await userEvent.click(await within(document.body).findByTitle(title));
    }
    await userEvent.click(page.getByRole('button', { name: '新建线索' }));
    await waitFor(() => expect(register).toHaveBeenCalledTimes(1));
    await userEvent.click(button);
    await waitFor(() => expect(page.queryByLabelText('姓名')).toBeNull());
    await userEvent.click(button);
    await expect(await page.findByLabelText('姓名')).toHaveValue('韩梅梅');
    await expect(page.getByLabelText('姓名')).toBeDisabled();
    refuse(new ApiRefusal('1', '新建不了', { code: 'E_VALIDATION' }));
    await inSight(await page.findByText('新建不了'));
    await expect(page.getByLabelText('姓名')).toBeEnabled();
    await expect(register).toHaveBeenCalledTimes(1);
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

export const NextProposed: Story = {
  name: '有意向：提议明天上午再联系',
  render: panel({ call: { kind: 'ended', call, end: { kind: 'hungUp', by: 'staff' }, talkSeconds: 30 } }),
  play: async ({ canvasElement }) => {
    const page = screenOf(canvasElement);
    await waitFor(() => expect(canvasElement.querySelector('.phone-after')).toHaveFocus());
    await userEvent.keyboard('3');
    await waitFor(() => expect(page.getByRole('radio', { name: '3 有意向' })).toBeChecked());
    const tomorrow = new Date();
    tomorrow.setDate(tomorrow.getDate() + 1);
    tomorrow.setHours(10, 0, 0, 0);
    await waitFor(() => expect(page.getByLabelText<HTMLInputElement>('下次跟进时间').value).toMatch(/ 10:00$/));
    await userEvent.keyboard('{Enter}');
    await expect(save).toHaveBeenCalledWith(
      expect.objectContaining({ result: 'interested', nextFollowAt: tomorrow.toISOString() }),
    );
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
