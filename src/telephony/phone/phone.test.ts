import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallEvent, PhoneLine } from '../../../contract/phone.ts';
import { ApiRefusal } from '../../../engine/client/index.ts';

import type { Line, LineEvent } from '../line/line.ts';
import { Phone, type PhoneHost } from './phone.ts';
import type { PhoneView } from './phone-view.ts';

/** Locks as a browser has them: one holder of a name, the next when he lets go. */
class FakeLocks {
  #held: Promise<unknown> = Promise.resolve();

  request(_: string, { signal }: { readonly signal: AbortSignal }, hold: () => Promise<void>): Promise<unknown> {
    const turn = this.#held.then(() => (signal.aborted ? undefined : hold()));
    this.#held = turn;
    return turn;
  }
}

/** A line that does as the test says, and notes what it was asked for. */
class ScriptedLine {
  readonly asked: string[] = [];
  tell: (event: LineEvent) => void = () => undefined;

  make = (tell: (event: LineEvent) => void): Line => {
    this.tell = tell;
    const note =
      (what: string) =>
      (...given: readonly unknown[]) =>
        void this.asked.push([what, ...given.map((one) => JSON.stringify(one))].join(' '));
    return {
      provider: 'webphone',
      abilities: new Set(['mute']),
      start: note('start'),
      dial: note('dial'),
      answer: note('answer'),
      hangUp: note('hangUp'),
      mute: note('mute'),
      hold: note('hold'),
      tones: note('tones'),
      use: () => undefined,
      setPresence: note('setPresence'),
      leave: note('leave'),
      loudness: async () => ({ here: 0, there: 0 }),
      stop: note('stop'),
    };
  };
}

const webphone: PhoneLine = { provider: 'webphone', seatCode: '8001' };
const from = { entity: 'customer', id: 'k1', field: 'mobile', page: 'alllist', rest: ['k2'] };
const answer = { callId: 'c1', callNo: 'TH1', target: '#77', number: '138****0001', name: '王芳', customerId: 'k1' };
const matches = [{ entity: 'customer', id: 'k9', name: '李雷', stage: '意向客户' }];

let phones: Phone[] = [];
let line: ScriptedLine;
let last: { readonly path: string; readonly body: unknown }[];
let calls: { readonly path: string; readonly body: unknown; readonly page?: string | undefined }[];
let refuse: string | undefined;
/** What the next dialling is refused with. */
let refusal: Error | undefined;

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: new FakeLocks() });
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  });
  line = new ScriptedLine();
  calls = [];
  last = [];
  refuse = undefined;
  refusal = undefined;
});
afterEach(() => {
  for (const phone of phones) phone.stop();
  phones = [];
  vi.unstubAllGlobals();
});

async function call<Data>(path: string, body: unknown, page?: string): Promise<Data> {
  if (refuse === path) throw new Error('号码在黑名单中');
  if (path === '/v1/phone/call/create' && refusal !== undefined) {
    const thrown = refusal;
    refusal = undefined;
    throw thrown;
  }
  calls.push({ path, body, page });
  const answers: Readonly<Record<string, unknown>> = {
    '/v1/phone/call/create': answer,
    '/v1/phone/call/incoming/create': { callId: 'c9', callNo: 'TH9', number: '139****0002', matches },
  };
  return answers[path] as Data;
}

/** What is sent when there is no time to wait for an answer. */
function callLast(path: string, body: unknown): void {
  last.push({ path, body });
}

function open(given: Partial<PhoneHost> = {}): Phone {
  const phone = new Phone({
    ...{ userId: 'me', lines: [webphone], call, callLast, makerOf: async () => line.make },
    deviceFault: async () => undefined,
    ...given,
  });
  phones.push(phone);
  return phone;
}

/** Waits until the telephone is so. */
const until = (phone: Phone, isSo: (view: PhoneView) => boolean) =>
  vi.waitFor(() => expect(isSo(phone.view())).toBe(true), { timeout: 2000, interval: 5 });
const isIn = (kind: PhoneView['call']['kind']) => (view: PhoneView) => view.call.kind === kind;
const said = (text: string) => (view: PhoneView) => view.said?.text === text;

async function ready(given: Partial<PhoneHost> = {}): Promise<Phone> {
  const phone = open(given);
  await vi.waitFor(() => expect(line.asked).toContain('start'), { interval: 5 });
  line.tell({ kind: 'ready' });
  return phone;
}

const events = () =>
  calls
    .filter(({ path }) => path === '/v1/phone/call/event/create')
    .map(({ body }) => body as { readonly callId: string; readonly event: CallEvent });

it('asks the server for the call, dials what it answers, and tells it what happens in order', async () => {
  const phone = await ready();
  phone.ask({ kind: 'dial', from });
  await until(phone, isIn('calling'));
  expect(calls[0]).toEqual({
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
    } else expect(isTold).toBe(calls.length > 0);
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
  expect(calls.map(({ path }) => path.split('/').slice(3).join('/'))).toEqual([
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
  refuse = '/v1/phone/call/create';
  phone.ask({ kind: 'dial', from });
  await until(phone, said('号码在黑名单中'));
  refuse = undefined;
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
  calls = [];
  line.asked.length = 0;
  // As a browser leaves it that died.
  localStorage.setItem('phone.call.me', String(noted));
  const again = await ready();
  again.ask({ kind: 'type', number: '600' });
  await until(again, isIn('calling'));
  expect(calls.map(({ body }) => body)).toEqual([
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

const incoming = (key: string): LineEvent => ({
  ...{ kind: 'incoming', provider: 'webphone', key, caller: `call-${key}`, isAutoAnswered: false },
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
  refusal = new ApiRefusal('1', '您正在通话中（TH0），结束后再拨打', detail);
  phone.ask({ kind: 'dial', from });
  await until(phone, ({ open: call }) => call !== undefined);
  expect(phone.view()).toMatchObject({
    open: { callId: 'c0', number: '139****0009', name: '李雷', text: '您正在通话中（TH0），结束后再拨打' },
    said: undefined,
    call: { kind: 'none' },
  });
  calls = [];
  phone.ask({ kind: 'endOpen' });
  await until(phone, isIn('calling'));
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/v1/phone/call/end/mine', { callId: 'c0' }],
    ['/v1/phone/call/create', { provider: 'webphone', entity: 'customer', id: 'k1', field: 'mobile' }],
  ]);
  expect(phone.view().open).toBeUndefined();
});

it('says at the number why one that was typed was not dialled', async () => {
  const phone = await ready();
  refuse = '/v1/phone/call/create';
  phone.ask({ kind: 'type', number: '13800000001' });
  await until(phone, ({ numberFault }) => numberFault !== undefined);
  expect(phone.view()).toMatchObject({
    numberFault: { number: '13800000001', text: '号码在黑名单中' },
    said: undefined,
  });
  refuse = undefined;
  phone.ask({ kind: 'type', number: '600' });
  await until(phone, isIn('calling'));
  expect(phone.view().numberFault).toBeUndefined();
});

it('puts on record who calls meanwhile, and leaves the call alone', async () => {
  const phone = await ready();
  phone.ask({ kind: 'dial', from });
  await until(phone, isIn('calling'));
  line.tell({ kind: 'answered' });
  calls = [];
  line.tell({ kind: 'missed', provider: 'webphone', key: 'sip-2', caller: 'call-x' });
  await until(phone, ({ missed }) => missed[0]?.name === '李雷');
  expect(phone.view()).toMatchObject({ missed: [{ key: 'sip-2', number: '139****0002' }], said: undefined });
  const record = { provider: 'webphone', providerCallId: 'sip-2', caller: 'call-x', busy: true };
  expect(calls.filter(({ path }) => path === '/v1/phone/call/incoming/create').map(({ body }) => body)).toEqual([
    record,
  ]);
  expect(phone.view().call).toMatchObject({ kind: 'talking', call: { callId: 'c1' } });
  phone.ask({ kind: 'dismissMissed' });
  expect(phone.view().missed).toEqual([]);
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
