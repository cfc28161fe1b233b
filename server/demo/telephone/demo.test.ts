import { afterAll, beforeAll, expect, it } from 'vitest';
import { RTCPeerConnection } from 'werift';
import { WebSocket } from 'ws';
import { type HlEvent, hlStates, type WidgetEvent } from '../../../contract/agent-messages.ts';

import { numberBehind } from '../../telephony/caller-token.ts';
import { agentTicket } from '../../telephony/ticket.ts';
import { AnsweringMachine, withoutStun } from './answering-machine.ts';
import { DialCodes, destinationOf } from './dialled.ts';
import { fromMuLaw, toMuLaw, wavOf } from './mu-law.ts';
import { type PhoneServer, startPhoneServer } from './phone-server.ts';
import { portKey } from './port-guard.ts';

const secret = 'a-secret-for-the-demo-test';
let system: PhoneServer;

beforeAll(async () => {
  system = await startPhoneServer({
    port: 0,
    secret,
    server: () => undefined,
    onFault: (error) => {
      throw error;
    },
  });
});

afterAll(() => system.close());

type Heard<Event> = {
  readonly say: (message: object) => void;
  /** The next event of which this holds; the ones before it are left out. */
  readonly until: (holds: (event: Event) => boolean) => Promise<Event>;
  readonly closed: Promise<number>;
  readonly close: () => void;
};

async function connect<Event>(path: string): Promise<Heard<Event>> {
  const socket = new WebSocket(`ws://127.0.0.1:${system.port}${path}?key=${portKey(secret)}`, {
    origin: 'http://127.0.0.1',
  });
  const came: Event[] = [];
  socket.on('message', (data: Buffer) => came.push(JSON.parse(data.toString())));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return {
    say: (message) => socket.send(JSON.stringify(message)),
    async until(holds) {
      let found: Event | undefined;
      await expect
        .poll(
          () => {
            while (found === undefined && came.length > 0) {
              const event = came.shift();
              if (event !== undefined && holds(event)) found = event;
            }
            return found !== undefined;
          },
          { timeout: 8000, interval: 20 },
        )
        .toBe(true);
      if (found === undefined) throw new TypeError('nothing came');
      return found;
    },
    closed,
    close: () => socket.close(),
  };
}

const post = async (path: string, body: object): Promise<unknown> => {
  const address = `http://127.0.0.1:${system.port}${path}`;
  const headers = { 'x-demo-key': portKey(secret) };
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
};
const ticket = (provider: string, agentId: string) => agentTicket(provider, agentId, secret, Date.now());

async function hl(agentId: string): Promise<Heard<HlEvent>> {
  const line = await connect<HlEvent>('/hl');
  await line.until(({ type }) => type === 'connect');
  line.say({ type: 'init', agentId, ticket: ticket('hl', agentId) });
  await line.until((event) => event.type === 'state' && event.state === hlStates.idle);
  return line;
}

async function widget(agentId: string): Promise<Heard<WidgetEvent>> {
  const line = await connect<WidgetEvent>('/dlsw');
  await line.until(({ event, success }) => event === 'register' && success);
  line.say({ command: 'login', agentId, ticket: ticket('dlsw', agentId) });
  await line.until(({ event, success }) => event === 'login' && success);
  return line;
}

it('answers with a melody and gives back what it hears, over this machine alone', async () => {
  const caller = await AnsweringMachine.create({ melodyMs: 600 });
  const callee = await AnsweringMachine.create({ melodyMs: 300 });
  const offer = await caller.offer();
  const answer = await callee.answer(offer);
  for (const sdp of [offer, answer]) {
    const candidates = sdp.split('\r\n').filter((line) => line.startsWith('a=candidate'));
    expect(candidates.length).toBeGreaterThan(0);
    for (const candidate of candidates) expect(candidate).toContain(' typ host');
    expect(sdp).toMatch(/a=candidate:.* 127\.0\.0\.1 \d+ typ host/);
  }
  await caller.accept(answer);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  for (const recording of [await caller.end(), await callee.end()]) {
    expect(recording.subarray(0, 4).toString()).toBe('RIFF');
    const samples = Array.from({ length: (recording.length - 44) / 2 }, (_, index) =>
      recording.readInt16LE(44 + index * 2),
    );
    // What was heard after one's own melody was over.
    const later = samples.slice(8000 * 0.8, 8000 * 1.6);
    expect(later.length).toBeGreaterThan(4000);
    expect(Math.max(...later.map(Math.abs))).toBeGreaterThan(1000);
  }
}, 20_000);

it('asks no STUN server, which werift does of itself', async () => {
  const connection = new RTCPeerConnection({ iceServers: [] });
  connection.addTransceiver('audio');
  await connection.createOffer();
  const asked = () => connection.iceTransports.map(({ connection: ice }) => Reflect.get(ice, 'stunServer'));
  expect(asked().length).toBeGreaterThan(0);
  expect(asked().some((server) => server !== undefined)).toBe(true);
  withoutStun(connection);
  expect(asked().every((server) => server === undefined)).toBe(true);
  await connection.close();
});

it('carries sound as the network does', () => {
  for (const sample of [0, 100, -100, 4000, -4000, 30_000, -30_000])
    expect(Math.abs(fromMuLaw(toMuLaw(sample)) - sample)).toBeLessThanOrEqual(Math.max(8, Math.abs(sample) * 0.05));
  expect(toMuLaw(0)).toBe(0xff);
  expect(wavOf([new Int16Array([1, -1])]).length).toBe(48);
});

it('knows where a number leads, and a code once for its seat', () => {
  expect(destinationOf('600', new Map())).toEqual({ kind: 'machine', melodyMs: 2000 });
  expect(destinationOf('9487', new Map())).toMatchObject({ kind: 'reject', code: 487, rings: true });
  expect(destinationOf('12', new Map())).toMatchObject({ code: 484 });
  expect(destinationOf('8002', new Map())).toEqual({ kind: 'seat', seat: '8002' });
  expect(destinationOf('13800000000', new Map([['13800000000', '8003']]))).toEqual({ kind: 'seat', seat: '8003' });
  const codes = new DialCodes();
  const meant = { number: '13800000000', callId: 'c1' };
  codes.put('8001', 'dab', meant, 0);
  expect(codes.take('8002', 'dab', 1)).toEqual({ number: 'dab' });
  expect(codes.take('8001', 'dab', 1)).toEqual(meant);
  expect(codes.take('8001', 'dab', 1)).toEqual({ number: 'dab' });
  codes.put('8001', 'dab', meant, 0);
  expect(codes.take('8001', 'dab', 60_001)).toEqual({ number: 'dab' });
});

it('gives no seat a password without a signature', async () => {
  const bare = async (path: string, body: object) => {
    const address = `http://127.0.0.1:${system.port}${path}`;
    return (await fetch(address, { method: 'POST', body: JSON.stringify(body) })).json();
  };
  expect(await bare('/register', { seatCode: '8009', sipPassword: 'x' })).toMatchObject({ code: 401 });
  expect(await bare('/dial', { seatCode: '8009', code: 'd1', number: '1' })).toMatchObject({ code: 401 });
});

it('carries a call of the first integration through its numbers', async () => {
  const line = await hl('hl1');
  line.say({ type: 'dial', callId: 'c1', target: '13800000000' });
  for (const state of [hlStates.dialing, hlStates.ringback, hlStates.answered])
    expect(await line.until(({ type }) => type === 'state')).toEqual({ type: 'state', state, callId: 'c1' });
  line.say({ type: 'dial', callId: 'c2', target: '600' });
  expect(await line.until(({ type }) => type === 'failed')).toMatchObject({ command: 'dial' });
  line.say({ type: 'hold', callId: 'c1' });
  await line.until(({ type }) => type === 'held');
  line.say({ type: 'unhold', callId: 'c1' });
  await line.until(({ type }) => type === 'unheld');
  line.say({ type: 'hangup', callId: 'c1' });
  expect(await line.until(({ type }) => type === 'state')).toEqual({
    type: 'state',
    state: hlStates.processing,
    callId: 'c1',
    hangupBy: 'staff',
  });
  expect(await line.until(({ type }) => type === 'state')).toEqual({ type: 'state', state: hlStates.idle });
  line.say({ type: 'dial', callId: 'c3', target: '9486' });
  expect(await line.until((event) => event.type === 'state' && event.state === hlStates.processing)).toMatchObject({
    callId: 'c3',
    code: 486,
  });
  expect(await post('/call', { agentId: 'hl1', caller: '13900000000' })).toEqual({ code: 200 });
  const incoming = await line.until(({ type }) => type === 'incoming');
  const token = incoming.type === 'incoming' ? incoming.caller : '';
  expect(token).not.toContain('13900000000');
  expect(numberBehind(token, 'hl1', secret)).toBe('13900000000');
  line.say({ type: 'accept', callId: incoming.type === 'incoming' ? incoming.callId : '' });
  await line.until(({ type }) => type === 'accepted');
  await line.until((event) => event.type === 'state' && event.state === hlStates.answered);
  await post('/hangup', { agentId: 'hl1' });
  expect(await line.until((event) => event.type === 'state' && event.state === hlStates.processing)).toMatchObject({
    hangupBy: 'customer',
  });
  line.close();
});

it('lets nobody in without a ticket, nor twice with one, and fails as it is told to', async () => {
  const early = await connect<HlEvent>('/hl');
  early.say({ type: 'dial', callId: 'c', target: '600' });
  expect(await early.until(({ type }) => type === 'failed')).toMatchObject({ command: 'dial', message: '尚未登录' });
  const once = ticket('hl', 'hl2');
  early.say({ type: 'init', agentId: 'hl2', ticket: once });
  await early.until(({ type }) => type === 'initialised');
  const again = await connect<HlEvent>('/hl');
  again.say({ type: 'init', agentId: 'hl2', ticket: once });
  expect(await again.until(({ type }) => type === 'initFailed')).toMatchObject({ reason: 'ticket' });
  expect(await again.closed).toBe(4001);
  await post('/fault', { fault: 'init' });
  const failed = await connect<HlEvent>('/hl');
  failed.say({ type: 'init', agentId: 'hl2', ticket: ticket('hl', 'hl2') });
  expect(await failed.until(({ type }) => type === 'initFailed')).toMatchObject({ reason: 'server' });
  const elsewhere = await hl('hl2');
  expect(await early.until(({ type }) => type === 'disconnect')).toEqual({ type: 'disconnect', reason: 'elsewhere' });
  await post('/fault', { fault: 'disconnect', agentId: 'hl2' });
  expect(await elsewhere.until(({ type }) => type === 'disconnect')).toEqual({ type: 'disconnect', reason: 'server' });
  const dropped = await hl('hl2');
  await post('/fault', { fault: 'drop', agentId: 'hl2' });
  expect(await dropped.closed).toBe(1006);
});

it('tells a widget of its call by events of success and failure', async () => {
  const line = await widget('w1');
  line.say({ command: 'dial', callId: 'c1', target: '600' });
  expect(await line.until(({ event }) => event === 'dialing')).toMatchObject({ success: true, callId: 'c1' });
  await line.until((event) => event.event === 'statusUpdate' && event.status === 'ringing');
  await line.until(({ event }) => event === 'connected');
  line.say({ command: 'hangup', callId: 'c1' });
  expect(await line.until(({ event }) => event === 'hangup')).toMatchObject({ success: true, hangupBy: 'staff' });
  line.say({ command: 'dial', callId: 'c2', target: '9487' });
  expect(await line.until(({ event }) => event === 'hangup')).toMatchObject({ success: false, code: 487 });
  await post('/fault', { fault: 'dial' });
  line.say({ command: 'dial', callId: 'c3', target: '600' });
  expect(await line.until((event) => event.event === 'dialing' && !event.success)).toMatchObject({ code: 500 });
  line.say({ command: 'status', status: 'rest' });
  expect(await line.until(({ event }) => event === 'statusUpdate')).toMatchObject({ status: 'rest' });
  const elsewhere = await widget('w1');
  expect(await line.until(({ event }) => event === 'repeatLogin')).toMatchObject({ success: false });
  expect(await line.closed).toBe(4002);
  elsewhere.say({ command: 'logout' });
  expect(await elsewhere.until(({ event }) => event === 'logout')).toMatchObject({ success: true });
  await post('/fault', { fault: 'register' });
  const unregistered = await connect<WidgetEvent>('/xzj');
  expect(await unregistered.until(({ event }) => event === 'register')).toMatchObject({ success: false });
});
