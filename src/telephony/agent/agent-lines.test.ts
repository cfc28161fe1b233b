import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HlEvent, WidgetEvent } from '../../../contract/agent-messages.ts';

import type { Line, LineEvent } from '../line/line.ts';
import type { AgentAccount } from './agent-socket.ts';
import { flagAfter, HlLine } from './hl-line.ts';
import { textOf, WidgetLine } from './widget-line.ts';

/** A WebSocket whose other end is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  readonly said: unknown[] = [];
  onopen: (() => void) | undefined;
  onmessage: ((event: { readonly data: string }) => void) | undefined;
  onclose: (() => void) | undefined;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.said.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  hear(...events: readonly (HlEvent | WidgetEvent)[]): void {
    for (const event of events) this.hearText(JSON.stringify(event));
  }

  hearText(data: string): void {
    this.onmessage?.({ data });
  }
}

let told: LineEvent[];
let tickets: number;
let line: Line;
const tell = (event: LineEvent) => void told.push(event);
const ask = async (): Promise<AgentAccount> => {
  tickets += 1;
  return { provider: 'hl', agentId: 'agent-1', url: 'ws://127.0.0.1/hl', ticket: `t${tickets}` };
};
const kinds = () => told.map(({ kind }) => kind);
const socketNow = (): FakeSocket => {
  const last = FakeSocket.all.at(-1);
  if (last === undefined) throw new Error('nobody connected');
  return last;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  told = [];
  tickets = 0;
});
afterEach(() => {
  line.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Connected, and what it said taken note of. */
async function connected(made: Line): Promise<FakeSocket> {
  line = made;
  line.start();
  await vi.advanceTimersByTimeAsync(0);
  socketNow().open();
  return socketNow();
}

const loggedIn: readonly HlEvent[] = [
  { type: 'connect' },
  { type: 'initialised', agentId: 'agent-1' },
  { type: 'state', state: 0 },
];

it('logs the first integration in, calls by the numbers of its states, and ends with 5', async () => {
  const socket = await connected(new HlLine(ask, tell));
  expect(socket.said).toEqual([]);
  socket.hear(...loggedIn);
  expect(socket.said).toEqual([{ type: 'init', agentId: 'agent-1', ticket: 't1' }]);
  line.dial({ callId: 'c1', target: '#5' });
  for (const state of [4, 3, 1] as const) socket.hear({ type: 'state', state, callId: 'c1' });
  line.hold(true);
  socket.hear({ type: 'held', callId: 'c1' }, { type: 'unheld', callId: 'c1' });
  socket.hear({ type: 'state', state: 5, callId: 'c1', hangupBy: 'customer' }, { type: 'state', state: 0 });
  expect(told.filter(({ kind }) => kind !== 'flag')).toEqual([
    { kind: 'connecting' },
    { kind: 'ready' },
    { kind: 'dialling' },
    { kind: 'ringing' },
    { kind: 'answered' },
    { kind: 'held', isHeld: true },
    { kind: 'held', isHeld: false },
    { kind: 'ended', end: { kind: 'hungUp', by: 'customer' } },
  ]);
});

it.each<[string, HlEvent, boolean | undefined]>([
  ['idle', { type: 'state', state: 0 }, false],
  ['call out answered', { type: 'state', state: 1 }, true],
  ['ringback', { type: 'state', state: 3 }, true],
  ['dialling', { type: 'state', state: 4 }, true],
  ['hang-up', { type: 'state', state: 5 }, false],
  ['incoming notify', { type: 'incoming', callId: 'x', caller: '1' }, true],
  ['accepted incoming', { type: 'accepted', callId: 'x' }, true],
  ['hold', { type: 'held', callId: 'x' }, true],
  ['unhold', { type: 'unheld', callId: 'x' }, false],
  ['connect', { type: 'connect' }, false],
  ['disconnect', { type: 'disconnect', reason: 'server' }, false],
  ['failure', { type: 'failed', command: 'dial', message: '失败' }, false],
  ['pong', { type: 'pong' }, undefined],
])('sets the call-in-progress flag after %s as specified', (_, heard, flag) => {
  line = new HlLine(ask, tell);
  expect(flagAfter(heard)).toBe(flag);
});

it('answers what comes in by itself', async () => {
  const socket = await connected(new HlLine(ask, tell));
  socket.hear(...loggedIn, { type: 'incoming', callId: 'x1', caller: '13900000002' });
  expect(socket.said.at(-1)).toEqual({ type: 'accept', callId: 'x1' });
  expect(told).toContainEqual({
    ...{ kind: 'incoming', provider: 'hl', key: 'x1', caller: '13900000002', isAutoAnswered: true },
  });
});

it('logs in anew, with a ticket of its own, after a failed initialisation', async () => {
  const socket = await connected(new HlLine(ask, tell));
  socket.hear({ type: 'connect' }, { type: 'initFailed', reason: 'server', message: '暂时失败' });
  // In the words of the line too; whether the other side closes or not.
  expect(told).toContainEqual({ kind: 'said', text: 'agent.initFailed', isGood: false, detail: '暂时失败' });
  expect(told).toContainEqual({ kind: 'down', fault: 'agent.login.fail', isRetried: true, reason: '暂时失败' });
  await vi.advanceTimersByTimeAsync(2000);
  const again = socketNow();
  expect(again).not.toBe(socket);
  again.open();
  again.hear({ type: 'connect' });
  expect(again.said).toEqual([{ type: 'init', agentId: 'agent-1', ticket: 't2' }]);
});

it('stops on a disconnect: the call ends, and who is logged in elsewhere stays there', async () => {
  const socket = await connected(new HlLine(ask, tell));
  socket.hear(...loggedIn);
  line.dial({ callId: 'c1', target: '1' });
  socket.hear({ type: 'state', state: 1, callId: 'c1' }, { type: 'disconnect', reason: 'elsewhere' });
  socket.close();
  expect(told.filter(({ kind }) => kind === 'ended' || kind === 'down')).toEqual([
    { kind: 'ended', end: { kind: 'lost' } },
    { kind: 'down', fault: 'phone.elsewhere', isRetried: false },
  ]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

const good = { success: true, message: '' };

it('logs the widget in one second after it was created', async () => {
  const socket = await connected(new WidgetLine('dlsw', ask, tell));
  socket.hear({ ...good, event: 'register' });
  await vi.advanceTimersByTimeAsync(999);
  expect(socket.said).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(socket.said).toEqual([{ command: 'login', agentId: 'agent-1', ticket: 't1' }]);
  socket.hear({ ...good, event: 'login', agentId: 'agent-1' });
  expect(kinds().at(-1)).toBe('ready');
});

it('calls over the widget, and ends with the code where nobody answered', async () => {
  const socket = await connected(new WidgetLine('xzj', ask, tell));
  socket.hear({ ...good, event: 'login', agentId: 'agent-1' });
  told = [];
  line.dial({ callId: 'c1', target: '9487' });
  socket.hear({ ...good, event: 'dialing', callId: 'c1' });
  socket.hear({ ...good, event: 'statusUpdate', status: 'ringing', callId: 'c1' });
  socket.hear({ event: 'hangup', success: false, message: '', callId: 'c1', hangupBy: 'customer', code: 487 });
  expect(told.filter(({ kind }) => kind !== 'said')).toEqual([
    { kind: 'dialling' },
    { kind: 'ringing' },
    { kind: 'ended', end: { kind: 'rejected', code: 487 } },
  ]);
});

it('says every event of the widget as a success or a warning', () => {
  line = new WidgetLine('dlsw', ask, tell);
  expect(textOf({ ...good, event: 'register' })).toBe('agent.register.ok');
  expect(textOf({ success: false, message: '', event: 'login', agentId: 'a' })).toBe('agent.login.fail');
  expect(textOf({ success: false, message: '', event: 'repeatLogin' })).toBe('agent.login.repeat');
  expect(textOf({ ...good, event: 'pong' })).toBeUndefined();
});

it.each([
  ['login', 'agent.login.fail'],
  ['register', 'agent.register.fail'],
] as const)('tries a failed %s of the widget again, after pauses that grow, and says so', async (event, fault) => {
  let socket = await connected(new WidgetLine('dlsw', ask, tell));
  const pauses = [2000, 4000, 8000, 16_000, 30_000, 30_000];
  for (const pause of pauses) {
    const failed = { success: false, message: '坐席未开通', event, agentId: 'agent-1' } as const;
    socket.hear(failed);
    expect(told.at(-1)).toEqual({ kind: 'down', fault, isRetried: true, reason: '坐席未开通' });
    // The reason stays in sight until it is right again.
    expect(told.filter(({ kind }) => kind === 'said').at(-1)).toMatchObject({ text: fault, detail: '坐席未开通' });
    const { length } = FakeSocket.all;
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(FakeSocket.all).toHaveLength(length);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.all).toHaveLength(length + 1);
    expect(told.at(-1)).toMatchObject({ kind: 'down' });
    socket = socketNow();
    socket.open();
  }
  // Each with a ticket of its own.
  expect(tickets).toBe(pauses.length + 1);
  socket.hear({ ...good, event: 'login', agentId: 'agent-1' });
  expect(kinds().at(-1)).toBe('ready');
});

it.each(['hl', 'dlsw'] as const)(
  'tries again where nobody says whether the log-in of %s succeeded',
  async (provider) => {
    await connected(provider === 'hl' ? new HlLine(ask, tell) : new WidgetLine(provider, ask, tell));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told.at(-2)?.kind === 'down' || told.at(-1)?.kind === 'down').toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    expect(FakeSocket.all).toHaveLength(2);
  },
);

it.each(['hl', 'dlsw'] as const)('ignores what cannot be read of %s, and notes it once', async (provider) => {
  const socket = await connected(provider === 'hl' ? new HlLine(ask, tell) : new WidgetLine(provider, ask, tell));
  const unread = ['<html>502</html>', '', 'null', '7', '{"type":"future"}', '{"event":"future","success":true}'];
  for (const text of [...unread, '{"type":"state"}', '{"event":"hangup","success":true}']) socket.hearText(text);
  expect(told.filter(({ kind }) => kind === 'said')).toEqual([
    { kind: 'said', text: 'agent.unreadable', isGood: false },
  ]);
  if (provider === 'hl') socket.hear(...loggedIn);
  else socket.hear({ ...good, event: 'login', agentId: 'agent-1' });
  expect(kinds()).toContain('ready');
});

it.each(['hl', 'xzj'] as const)(
  'keeps the call of %s where a second one comes in, and tells of that',
  async (provider) => {
    const socket = await connected(provider === 'hl' ? new HlLine(ask, tell) : new WidgetLine(provider, ask, tell));
    const second = { callId: 'x2', caller: 'call-x' };
    if (provider === 'hl') {
      socket.hear(...loggedIn);
      line.dial({ callId: 'c1', target: '1' });
      socket.hear({ type: 'state', state: 1, callId: 'c1' }, { type: 'incoming', ...second });
      socket.hear({ type: 'state', state: 5, callId: 'x2', hangupBy: 'customer' });
    } else {
      socket.hear({ ...good, event: 'login', agentId: 'agent-1' });
      line.dial({ callId: 'c1', target: '1' });
      socket.hear({ ...good, event: 'connected', callId: 'c1' });
      socket.hear({ ...good, event: 'statusUpdate', status: 'ringing', ...second });
      socket.hear({ ...good, event: 'hangup', callId: 'x2', hangupBy: 'customer' });
    }
    expect(told).toContainEqual({ kind: 'missed', provider, key: 'x2', caller: 'call-x' });
    expect(kinds()).not.toContain('incoming');
    expect(kinds()).not.toContain('ended');
    line.hangUp();
    expect(socket.said.at(-1)).toMatchObject({ callId: 'c1' });
  },
);

it('accepts nothing of the first integration while one takes no calls', async () => {
  const socket = await connected(new HlLine(ask, tell));
  socket.hear(...loggedIn);
  line.setPresence('busy');
  socket.hear({ type: 'incoming', callId: 'x1', caller: 'call-x' });
  expect(socket.said.at(-1)).toEqual({ type: 'hangup', callId: 'x1' });
  expect(told.at(-1)).toEqual({ kind: 'missed', provider: 'hl', key: 'x1', caller: 'call-x' });
});

const status = (to: 'ready' | 'busy' | 'rest', success = true): WidgetEvent => ({
  ...{ event: 'statusUpdate', success, message: success ? '' : '现在不能改状态', status: to },
});

it('tells the server of the widget when one pauses, and shows what it answers', async () => {
  const socket = await connected(new WidgetLine('dlsw', ask, tell));
  socket.hear({ ...good, event: 'login', agentId: 'agent-1' }, status('ready'));
  line.setPresence('rest');
  expect(socket.said.at(-1)).toEqual({ command: 'status', status: 'rest' });
  expect(told.at(-1)).toEqual({ kind: 'presence', presence: 'ready' });
  socket.hear(status('rest'));
  expect(told.at(-1)).toEqual({ kind: 'presence', presence: 'rest' });
  line.setPresence('busy');
  socket.hear(status('busy', false));
  expect(told.slice(-2)).toEqual([
    { kind: 'said', text: 'agent.status.fail', isGood: false, detail: '现在不能改状态' },
    { kind: 'presence', presence: 'rest' },
  ]);
});

it('keeps a pause over calls and log-ins, though the server makes an agent ready', async () => {
  const socket = await connected(new WidgetLine('dlsw', ask, tell));
  line.setPresence('rest');
  socket.hear({ ...good, event: 'login', agentId: 'agent-1' }, status('ready'));
  expect(socket.said.at(-1)).toEqual({ command: 'status', status: 'rest' });
  socket.hear(status('rest'));
  line.dial({ callId: 'c1', target: '1' });
  socket.hear({ ...good, event: 'hangup', callId: 'c1', hangupBy: 'staff' }, status('ready'));
  expect(socket.said.at(-1)).toEqual({ command: 'status', status: 'rest' });
  socket.hear(status('rest'));
  expect(told.flatMap((event) => (event.kind === 'presence' ? [event.presence] : []))).toEqual(['rest', 'rest']);
});

it('says one thing for each state of a call of the widget', async () => {
  const socket = await connected(new WidgetLine('dlsw', ask, tell));
  socket.hear({ ...good, event: 'register' }, { ...good, event: 'login', agentId: 'agent-1' }, status('ready'));
  line.dial({ callId: 'c1', target: '1' });
  const callId = 'c1';
  socket.hear({ ...good, event: 'dialing', callId });
  socket.hear({ ...good, event: 'statusUpdate', status: 'ringing', callId });
  socket.hear({ ...good, event: 'connected', callId });
  socket.hear({ ...good, event: 'statusUpdate', status: 'talking', callId });
  socket.hear({ ...good, event: 'hangup', callId, hangupBy: 'staff' }, status('ready'));
  expect(told.flatMap((event) => (event.kind === 'said' ? [event.text] : []))).toEqual([
    ...['agent.register.ok', 'agent.login.ok', 'agent.status.ok'],
    ...['agent.dialing.ok', 'agent.connected.ok', 'agent.hangup.ok'],
  ]);
});
