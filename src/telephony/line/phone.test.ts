import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallEvent, PhoneLine } from '../../../engine/model/index.ts';
import type { Line, LineEvent } from './line.ts';
import { Phone, type PhoneHost, type PhoneView } from './phone.ts';

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
let calls: { readonly path: string; readonly body: unknown; readonly page?: string | undefined }[];
let refuse: string | undefined;

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
  refuse = undefined;
});
afterEach(() => {
  for (const phone of phones) phone.stop();
  phones = [];
  vi.unstubAllGlobals();
});

async function call<Data>(path: string, body: unknown, page?: string): Promise<Data> {
  if (refuse === path) throw new Error('号码在黑名单中');
  calls.push({ path, body, page });
  const answers: Readonly<Record<string, unknown>> = {
    '/v1/phone/call/create': answer,
    '/v1/phone/call/incoming/create': { callId: 'c9', callNo: 'TH9', number: '139****0002', matches },
  };
  return answers[path] as Data;
}

function open(given: Partial<PhoneHost> = {}): Phone {
  const phone = new Phone({
    ...{ userId: 'me', lines: [webphone], call, makerOf: async () => line.make, deviceFault: async () => undefined },
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
  expect(phone.view().line).toEqual({ kind: 'down', fault: 'sdk.failed' });
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
