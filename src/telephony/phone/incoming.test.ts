import { expect, it, vi } from 'vitest';
import { ApiRefusal } from '../../../engine/client/index.ts';
import type { LineEvent } from '../line/line.ts';
import {
  from,
  isIn,
  line,
  open,
  ready,
  server,
  until,
  webphone,
  withScriptedPhones,
} from './scripted-phone.testing.ts';

withScriptedPhones();

const incoming = (key: string): LineEvent => ({
  ...{ kind: 'incoming', provider: 'webphone', key, caller: `call-${key}`, isAutoAnswered: false },
});

it('ends a call that the tab which had it took with it, before anything else is dialled', async () => {
  const phone = await ready();
  phone.ask({ kind: 'dial', from });
  await until(phone, isIn('calling'));
  line.tell({ kind: 'answered' });
  const noted = localStorage.getItem('phone.call.me');
  expect(noted).toBe('c1');
  phone.stop();
  expect(localStorage.getItem('phone.call.me')).toBeNull();
  await phone.settled();
  server.calls = [];
  line.asked.length = 0;
  // As a browser leaves it that died.
  localStorage.setItem('phone.call.me', String(noted));
  const again = await ready();
  again.ask({ kind: 'type', number: '600' });
  await until(again, isIn('calling'));
  expect(server.calls.map(({ body }) => body)).toEqual([
    { callId: 'c1', event: { kind: 'ended', hangupBy: 'system' } },
    { provider: 'webphone', number: '600' },
  ]);
  line.tell({ kind: 'ended', end: { kind: 'hungUp', by: 'customer' } });
  expect(localStorage.getItem('phone.call.me')).toBeNull();
});

it('hears nothing of a line that was changed for another', async () => {
  const phone = await ready({ lines: [webphone, { provider: 'hl', agentId: 'a', url: 'ws://x', ticket: 't' }] });
  const { tell } = line;
  phone.ask({ kind: 'choose', provider: 'hl' });
  await vi.waitFor(() => expect(line.asked.filter((what) => what === 'start')).toHaveLength(2));
  expect(line.asked).toContain('stop');
  tell({ kind: 'ready' });
  expect(phone.view()).toMatchObject({ provider: 'hl', line: { kind: 'connecting' } });
});

it('rings on where the microphone is blocked, says so, and answers once it is not', async () => {
  let fault: 'mic.failed' | undefined = 'mic.failed';
  const phone = await ready({ deviceFault: async () => fault });
  line.tell(incoming('sip-1'));
  phone.ask({ kind: 'answer' });
  await until(phone, ({ call: now }) => now.kind === 'incoming' && now.fault === 'mic.failed');
  expect(phone.view().call).toMatchObject({ isAnswering: false });
  expect(line.asked).not.toContain('answer');
  fault = undefined;
  phone.ask({ kind: 'answer' });
  await vi.waitFor(() => expect(line.asked).toContain('answer'));
});

it('asks to permit the microphone where the question of the browser stands, and answers no other call instead', async () => {
  vi.useFakeTimers();
  try {
    let permit: (fault: undefined) => void = () => undefined;
    const question = new Promise<undefined>((resolve) => {
      permit = resolve;
    });
    const phone = open({ deviceFault: () => question });
    await vi.advanceTimersByTimeAsync(10);
    line.tell({ kind: 'ready' });
    line.tell(incoming('first'));
    phone.ask({ kind: 'answer' });
    await vi.advanceTimersByTimeAsync(7990);
    expect(phone.view().call).toMatchObject({ isAnswering: true });
    await vi.advanceTimersByTimeAsync(10);
    expect(phone.view().call).toMatchObject({ isAnswering: false, fault: 'mic.waiting' });
    phone.ask({ kind: 'answer' });
    line.tell({ kind: 'ended', end: { kind: 'hungUp', by: 'customer' } });
    line.tell(incoming('second'));
    permit(undefined);
    await vi.advanceTimersByTimeAsync(10);
    expect(phone.view().call).toMatchObject({ kind: 'incoming', call: { key: 'second' } });
    expect(line.asked).not.toContain('answer');
  } finally {
    vi.useRealTimers();
  }
});

it('offers to end a call that is still open, ends it and dials what was refused', async () => {
  const phone = await ready();
  const inTheWay = {
    ...{ callId: 'c0', callNo: 'TH0', number: '139****0009', name: '李雷', startedAt: '2026-11-23T02:00:00Z' },
    direction: 'out',
  } as const;
  const detail = { code: 'E_PHONE_IN_CALL', got: 'c0', call: inTheWay };
  server.refusal = new ApiRefusal('1', '您正在通话中（TH0），结束后再拨打', detail);
  phone.ask({ kind: 'dial', from });
  await until(phone, ({ open: call }) => call !== undefined);
  expect(phone.view()).toMatchObject({
    open: { callId: 'c0', number: '139****0009', name: '李雷', text: '您正在通话中（TH0），结束后再拨打' },
    said: undefined,
    call: { kind: 'none' },
  });
  server.calls = [];
  phone.ask({ kind: 'endOpen' });
  await until(phone, isIn('calling'));
  expect(server.calls.map(({ path, body }) => [path, body])).toEqual([
    ['/v1/phone/call/end/mine', { callId: 'c0' }],
    ['/v1/phone/call/create', { provider: 'webphone', entity: 'customer', id: 'k1', field: 'mobile' }],
  ]);
  expect(phone.view().open).toBeUndefined();
});

it('says at the number why one that was typed was not dialled', async () => {
  const phone = await ready();
  server.refuses = '/v1/phone/call/create';
  phone.ask({ kind: 'type', number: '13800000001' });
  await until(phone, ({ numberFault }) => numberFault !== undefined);
  expect(phone.view()).toMatchObject({
    numberFault: { number: '13800000001', text: '号码在黑名单中' },
    said: undefined,
  });
  server.refuses = undefined;
  phone.ask({ kind: 'type', number: '600' });
  await until(phone, isIn('calling'));
  expect(phone.view().numberFault).toBeUndefined();
});

it('puts on record who calls meanwhile, and leaves the call alone', async () => {
  const phone = await ready();
  phone.ask({ kind: 'dial', from });
  await until(phone, isIn('calling'));
  line.tell({ kind: 'answered' });
  server.calls = [];
  line.tell({ kind: 'missed', provider: 'webphone', key: 'sip-2', caller: 'call-x' });
  await until(phone, ({ missed }) => missed[0]?.name === '李雷');
  expect(phone.view()).toMatchObject({ missed: [{ key: 'sip-2', number: '139****0002' }], said: undefined });
  const record = { provider: 'webphone', providerCallId: 'sip-2', caller: 'call-x', busy: true };
  expect(server.calls.filter(({ path }) => path === '/v1/phone/call/incoming/create').map(({ body }) => body)).toEqual([
    record,
  ]);
  expect(phone.view().call).toMatchObject({ kind: 'talking', call: { callId: 'c1' } });
  phone.ask({ kind: 'dismissMissed' });
  expect(phone.view().missed).toEqual([]);
});
