import { expect, it, vi } from 'vitest';
import type { CallEvent } from '../../../contract/phone.ts';
import type { PhoneHost } from './phone.ts';
import type { PhoneView } from './phone-view.ts';
import {
  call,
  from,
  isIn,
  last,
  line,
  matches,
  open,
  ready,
  server,
  until,
  withScriptedPhones,
} from './scripted-phone.testing.ts';

withScriptedPhones();

const said = (text: string) => (view: PhoneView) => view.said?.text === text;
const events = () =>
  server.calls
    .filter(({ path }) => path === '/v1/phone/call/event/create')
    .map(({ body }) => body as { readonly callId: string; readonly event: CallEvent });

it('asks the server for the call, dials what it answers, and tells it what happens in order', async () => {
  const phone = await ready();
  phone.ask({ kind: 'dial', from });
  await until(phone, isIn('calling'));
  expect(server.calls[0]).toEqual({
    path: '/v1/phone/call/create',
    body: { provider: 'webphone', entity: 'customer', id: 'k1', field: 'mobile' },
    page: 'alllist',
  });
  expect(line.asked.at(-1)).toBe('dial {"callId":"c1","target":"#77"}');
  expect(phone.view().call).toMatchObject({ call: { number: '138****0001', name: '王芳', from } });
  line.tell({ kind: 'ringing' });
  line.tell({ kind: 'answered' });
  line.tell({ kind: 'ended', end: { kind: 'hungUp', by: 'customer' } });
  line.tell({ kind: 'ended', end: { kind: 'hungUp', by: 'system' } });
  await phone.settled();
  expect(events()).toEqual([
    { callId: 'c1', event: { kind: 'ringing' } },
    { callId: 'c1', event: { kind: 'answered' } },
    { callId: 'c1', event: { kind: 'ended', hangupBy: 'customer' } },
  ]);
});

it('asks for the next call, or who calls, once the server knows that the last one is over', async () => {
  let isTold = false;
  const slow: PhoneHost['call'] = async (path, body, page) => {
    if (path === '/v1/phone/call/event/create') {
      await new Promise((resolve) => setTimeout(resolve, 50));
      isTold = true;
    } else expect(isTold).toBe(server.calls.length > 0);
    return call(path, body, page);
  };
  const phone = await ready({ call: slow });
  for (const next of ['out', 'in']) {
    if (next === 'out') phone.ask({ kind: 'type', number: '600' });
    else {
      const [provider, isAutoAnswered] = ['webphone', false] as const;
      line.tell({ kind: 'incoming', provider, key: 'x1', caller: 'call-x', isAutoAnswered });
    }
    await until(phone, (view) => view.call.kind !== 'none' && view.call.call.callId !== undefined);
    isTold = false;
    line.tell({ kind: 'ended', end: { kind: 'hungUp', by: 'customer' } });
    phone.ask({ kind: 'dismiss' });
  }
  phone.ask({ kind: 'type', number: '600' });
  await until(phone, isIn('calling'));
  expect(server.calls.map(({ path }) => path.split('/').slice(3).join('/'))).toEqual([
    ...['call/create', 'call/event/create', 'call/incoming/create', 'call/event/create', 'call/create'],
  ]);
  line.tell({ kind: 'ended', end: { kind: 'hungUp', by: 'customer' } });
  await phone.settled();
});

it('tells a rejection with its code', async () => {
  const phone = await ready();
  phone.ask({ kind: 'type', number: '9486' });
  await until(phone, isIn('calling'));
  line.tell({ kind: 'ended', end: { kind: 'rejected', code: 486 } });
  await phone.settled();
  expect(events()).toEqual([{ callId: 'c1', event: { kind: 'rejected', code: 486 } }]);
  phone.ask({ kind: 'dismiss' });
  expect(phone.view().call.kind).toBe('none');
});

it('dials nothing while there is a call, without a microphone, or against a refusal', async () => {
  const phone = await ready();
  server.refuses = '/v1/phone/call/create';
  phone.ask({ kind: 'dial', from });
  await until(phone, said('号码在黑名单中'));
  server.refuses = undefined;
  phone.ask({ kind: 'dial', from });
  await until(phone, isIn('calling'));
  phone.ask({ kind: 'type', number: '600' });
  await until(phone, said('phone.busy'));
  expect(line.asked.filter((what) => what.startsWith('dial'))).toHaveLength(1);
  phone.stop();
  const deaf = await ready({ userId: 'other', deviceFault: async () => 'mic.failed' });
  deaf.ask({ kind: 'dial', from });
  await until(deaf, said('mic.failed'));
});

it('says that its script did not come', async () => {
  const phone = open({ makerOf: () => Promise.reject(new TypeError('Failed to fetch')) });
  await until(phone, ({ line: { kind } }) => kind === 'down');
  expect(phone.view().line).toEqual({ kind: 'down', fault: 'sdk.failed', isRetried: false });
});

it('asks who calls, and tells of the call by the name it is given', async () => {
  const phone = await ready();
  line.tell({ kind: 'incoming', provider: 'webphone', key: 'sip-1', caller: '13900000002', isAutoAnswered: false });
  await vi.waitFor(() =>
    expect(phone.view().call).toMatchObject({ call: { callId: 'c9', matches, number: '139****0002' } }),
  );
  phone.ask({ kind: 'answer' });
  await vi.waitFor(() => expect(line.asked).toContain('answer'));
  line.tell({ kind: 'answered' });
  line.tell({ kind: 'ended', end: { kind: 'hungUp', by: 'staff' } });
  await phone.settled();
  expect(events()).toEqual([
    { callId: 'c9', event: { kind: 'answered' } },
    { callId: 'c9', event: { kind: 'ended', hangupBy: 'staff' } },
  ]);
});

it('is held by one tab: the other sees the call, hands over commands, and takes the line when the first is gone', async () => {
  const first = await ready();
  const second = open();
  await until(second, ({ line: { kind } }) => kind === 'ready');
  expect([first.isHere, second.isHere]).toEqual([true, false]);
  second.ask({ kind: 'dial', from });
  await until(second, isIn('calling'));
  line.tell({ kind: 'answered' });
  await until(second, isIn('talking'));
  second.ask({ kind: 'hangUp' });
  await vi.waitFor(() => expect(line.asked).toContain('hangUp'));
  expect(line.asked.filter((what) => what === 'start')).toHaveLength(1);
  first.stop();
  await vi.waitFor(() => expect(second.isHere).toBe(true));
  await vi.waitFor(() => expect(line.asked.filter((what) => what === 'start')).toHaveLength(2));
});

it('keeps a pause in this browser, and begins the next line with it', async () => {
  const phone = await ready();
  phone.ask({ kind: 'presence', presence: 'rest' });
  await vi.waitFor(() => expect(line.asked).toContain('setPresence "rest"'));
  // The line has it, not the wish.
  expect(phone.view().presence).toBe('ready');
  line.tell({ kind: 'presence', presence: 'rest' });
  expect(phone.view().presence).toBe('rest');
  phone.stop();
  line.asked.length = 0;
  const again = await ready();
  expect(again.view().presence).toBe('rest');
  expect(line.asked.slice(0, 2)).toEqual(['setPresence "rest"', 'start']);
});

it('tells line and server in the moment the window closes', async () => {
  const phone = await ready();
  phone.leave();
  expect(last).toEqual([]);
  phone.ask({ kind: 'dial', from });
  await until(phone, isIn('calling'));
  line.tell({ kind: 'answered' });
  phone.leave();
  // Nothing was waited for.
  expect(line.asked.at(-1)).toBe('leave');
  expect(last).toEqual([
    { path: '/v1/phone/call/event/create', body: { callId: 'c1', event: { kind: 'ended', hangupBy: 'staff' } } },
  ]);
  // What was sent last may be lost: whoever has the telephone next tells it too.
  expect(localStorage.getItem('phone.call.me')).toBe('c1');
});

it('ends whatever is open where the window closes before the call has a name', async () => {
  const phone = await ready({
    call: (path, body, page) =>
      path === '/v1/phone/call/create' ? new Promise(() => undefined) : call(path, body, page),
  });
  phone.ask({ kind: 'dial', from });
  await new Promise((resolve) => setTimeout(resolve, 20));
  phone.leave();
  expect(last).toEqual([{ path: '/v1/phone/call/end/mine', body: {} }]);
});

it('leaves a call on the agent’s own set alone where the window closes', async () => {
  const phone = await ready({ lines: [{ provider: 'hl', agentId: 'a', url: 'ws://x', ticket: 't' }] });
  phone.ask({ kind: 'dial', from });
  await until(phone, isIn('calling'));
  phone.leave();
  expect(last).toEqual([]);
});

it('hangs up before the session ends, and keeps nobody', async () => {
  const phone = await ready();
  await phone.hangUpFirst();
  expect(line.asked).not.toContain('hangUp');
  phone.ask({ kind: 'dial', from });
  await until(phone, isIn('calling'));
  line.tell({ kind: 'answered' });
  const parted = phone.hangUpFirst();
  await vi.waitFor(() => expect(line.asked).toContain('hangUp'));
  line.tell({ kind: 'ended', end: { kind: 'hungUp', by: 'staff' } });
  await parted;
  expect(events().at(-1)).toEqual({ callId: 'c1', event: { kind: 'ended', hangupBy: 'staff' } });
});

it('says what was said before a tab was opened to that tab no more', async () => {
  let now = 1000;
  const first = await ready({ now: () => now });
  line.tell({ kind: 'said', text: 'phone.soundBlocked', isGood: false });
  const { said: once } = first.view();
  now = 2000;
  const second = open({ now: () => now });
  await until(second, (view) => view.said?.text === 'phone.soundBlocked');
  if (once === undefined) throw new Error('nothing was said');
  expect([first.isNews(once), second.isNews(once)]).toEqual([true, false]);
  now = 3000;
  line.tell({ kind: 'said', text: 'phone.holdFailed', isGood: false });
  await until(second, (view) => view.said?.text === 'phone.holdFailed');
  const { said: later } = second.view();
  expect(later !== undefined && second.isNews(later)).toBe(true);
});

it('tells the server that it was the system where the line was lost', async () => {
  const phone = await ready();
  phone.ask({ kind: 'dial', from });
  await until(phone, isIn('calling'));
  line.tell({ kind: 'answered' });
  line.tell({ kind: 'ended', end: { kind: 'lost' } });
  await phone.settled();
  expect(events().at(-1)).toEqual({ callId: 'c1', event: { kind: 'ended', hangupBy: 'system' } });
});
