import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PhoneRegistrationAnswer } from '../../../contract/phone.ts';
import { ApiRefusal } from '../../../engine/client/index.ts';

import type { Line, LineEvent } from '../line/line.ts';
import { FakeHosts } from './fake-hosts.testing.ts';
import { FakeSound } from './fake-sound.testing.ts';
import { createSipLine } from './sip-line.ts';

// The browser's own phone to the second, against hosts that do as they are told. Real hosts and real sound are in the
// journeys: here the clock is the test's.

const [a, b, c] = ['ws://a', 'ws://b', 'ws://c'];
const ha1 = createHash('md5').update('8001:sip.test:secret').digest('hex');

let hosts: FakeHosts;
let sound: FakeSound;
let told: LineEvent[];
let line: Line;

beforeEach(() => {
  vi.useFakeTimers();
  hosts = new FakeHosts();
  hosts.install();
  sound = new FakeSound();
  sound.install();
  told = [];
});
afterEach(async () => {
  line.stop();
  await pass(2000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const kinds = () => told.map(({ kind }) => kind);
const ended = () => told.flatMap((event) => (event.kind === 'ended' ? [event.end] : []));

async function start(addresses: readonly string[] = [a]): Promise<void> {
  const answer: PhoneRegistrationAnswer = { hosts: addresses, domain: 'sip.test', user: '8001', ha1, iceServers: [] };
  line = createSipLine({ register: async () => answer, tell: (event) => told.push(event) });
  line.start();
  await pass(50);
}

async function talk(): Promise<void> {
  line.dial({ callId: 'c1', target: '600' });
  await pass(50);
  expect(kinds().at(-1)).toBe('answered');
}

it('registers for 60 seconds with the digest alone, and anew after 45', async () => {
  await start();
  expect(kinds()).toEqual(['connecting', 'ready']);
  const [, proven] = hosts.sent('REGISTER');
  expect(proven?.header('contact')).toContain(';expires=60');
  const proof = proven?.header('authorization') ?? '';
  const part = (name: string) => new RegExp(`${name}="?([^",]+)`).exec(proof)?.[1] ?? '';
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  expect(part('response')).toBe(md5(`${ha1}:${part('nonce')}:${md5('REGISTER:sip:sip.test')}`));
  const before = hosts.sent('REGISTER').length;
  await pass(44_000);
  expect(hosts.sent('REGISTER')).toHaveLength(before);
  await pass(1500);
  expect(hosts.sent('REGISTER').length).toBeGreaterThan(before);
  expect(kinds()).toEqual(['connecting', 'ready']);
});

it('passes over a host that is dead, one that hangs and one that says nothing, each within its deadline', async () => {
  hosts.set(a, 'dead');
  hosts.set(b, 'hanging');
  hosts.set(c, 'silent');
  await start([a, b, c, 'ws://d']);
  expect(kinds()).toEqual(['connecting', 'rotating']);
  await pass(3000);
  expect(kinds()).toEqual(['connecting', 'rotating', 'rotating']);
  await pass(4100);
  expect(kinds()).toEqual(['connecting', 'rotating', 'rotating', 'rotating', 'ready']);
  expect(hosts.open).toEqual(['ws://d']);
});

it('says that no host takes it, and tries all of them again after a pause', async () => {
  hosts.register = '503 Service Unavailable';
  await start([a, b]);
  expect(kinds()).toEqual(['connecting', 'rotating', 'down']);
  hosts.register = '200 OK';
  await pass(1500);
  expect(kinds().at(-1)).toBe('down');
  await pass(1000);
  expect(kinds().slice(3)).toEqual(['connecting', 'ready']);
});

it('tries a password that is refused at no further host, nor again', async () => {
  hosts.register = '401 Unauthorized';
  await start([a, b]);
  expect(told.at(-1)).toEqual({ kind: 'down', fault: 'phone.registerFailed', isRetried: false });
  const { length } = hosts.heard;
  await pass(120_000);
  expect(hosts.heard).toHaveLength(length);
  expect(new Set(hosts.heard.map(({ host }) => host))).toEqual(new Set([a]));
});

it('registers and dials once more where the line was not registered, and no third time', async () => {
  hosts.calls = ['403 Line Not Registered', '200 OK'];
  await start();
  const before = hosts.sent('REGISTER').length;
  line.dial({ callId: 'c1', target: '600' });
  await pass(100);
  expect(kinds().slice(2)).toEqual(['dialling', 'reRegistering', 'dialling', 'answered']);
  expect(hosts.sent('REGISTER').length).toBeGreaterThan(before);
  line.hangUp();
  await pass(50);

  hosts.calls = ['403 Line Not Registered'];
  const { length } = hosts.sent('INVITE');
  line.dial({ callId: 'c2', target: '600' });
  await pass(60_000);
  expect(hosts.sent('INVITE')).toHaveLength(length + 2);
  expect(ended().at(-1)).toEqual({ kind: 'rejected', code: 403 });
  expect(sound.left).toEqual({ tracks: 0, connections: 0 });
});

it('leaves a host that answers no ping within five seconds, and asks each 30 seconds of a call alone', async () => {
  await start([a, b]);
  await pass(60_000);
  expect(hosts.sent('MESSAGE')).toEqual([]);
  await talk();
  await pass(29_000);
  expect(hosts.sent('MESSAGE')).toHaveLength(0);
  await pass(31_500);
  expect(hosts.sent('MESSAGE').map(({ host }) => host)).toEqual([a, a]);
  line.hangUp();
  await pass(60_000);
  expect(hosts.sent('MESSAGE')).toHaveLength(2);

  await talk();
  hosts.set(a, 'silent');
  await pass(30_000);
  expect(kinds().at(-1)).toBe('answered');
  await pass(5100);
  expect(ended().at(-1)).toEqual({ kind: 'lost' });
  expect(kinds().slice(-3)).toEqual(['rotating', 'connecting', 'ready']);
  expect(hosts.open).toEqual([b]);
  expect(sound.left).toEqual({ tracks: 0, connections: 0 });
});

it('ends the call of a host that goes, and is back on the next', async () => {
  await start([a, b]);
  await talk();
  hosts.kill(a);
  await pass(100);
  expect(ended()).toEqual([{ kind: 'lost' }]);
  expect(kinds().slice(-3)).toEqual(['rotating', 'connecting', 'ready']);
  expect(hosts.open).toEqual([b]);
  expect(sound.left).toEqual({ tracks: 0, connections: 0 });
});

it('waits eight seconds for addresses, and calls with those it has', async () => {
  sound.findsAddresses = false;
  await start();
  line.dial({ callId: 'c1', target: '600' });
  await pass(7900);
  expect(hosts.sent('INVITE')).toEqual([]);
  await pass(200);
  expect(hosts.sent('INVITE')).toHaveLength(1);
  expect(kinds().at(-1)).toBe('answered');
});

it('takes one call: who calls meanwhile is told that it is busy', async () => {
  await start();
  hosts.ring('first');
  await pass(50);
  expect(told.at(-1)).toMatchObject({ kind: 'incoming', key: 'first', caller: 'call-abc', isAutoAnswered: false });
  line.answer();
  await pass(50);
  expect(kinds().at(-1)).toBe('answered');
  hosts.ring('second');
  await pass(50);
  expect(hosts.sent('486').map(({ header }) => header('call-id'))).toEqual(['second']);
  // It is told of all the same, and the call goes on.
  expect(told.at(-1)).toEqual({ kind: 'missed', provider: 'webphone', key: 'second', caller: 'call-abc' });
  expect(ended()).toEqual([]);
});

it('is sent to nobody else by whoever calls', async () => {
  await start();
  hosts.ring('first');
  await pass(50);
  line.answer();
  await pass(50);
  hosts.refer('first', 'sip:900@sip.test');
  await pass(50);
  expect(hosts.sent('603').map(({ header }) => header('cseq'))).toEqual(['2 REFER']);
  expect(hosts.sent('INVITE')).toEqual([]);
  expect(ended()).toEqual([]);
});

it('lets no call ring while one takes none, and tells of each', async () => {
  await start();
  line.setPresence('rest');
  expect(told.at(-1)).toEqual({ kind: 'presence', presence: 'rest' });
  hosts.ring('meanwhile');
  await pass(50);
  expect(hosts.sent('486').map(({ header }) => header('call-id'))).toEqual(['meanwhile']);
  expect(told.at(-1)).toMatchObject({ kind: 'missed', key: 'meanwhile' });
  line.setPresence('ready');
  hosts.ring('after');
  await pass(50);
  expect(told.at(-1)).toMatchObject({ kind: 'incoming', key: 'after' });
});

it('says goodbye in the moment the window closes, whatever the call has come to', async () => {
  await start();
  await talk();
  line.leave();
  // Nothing was waited for.
  expect(hosts.sent('BYE')).toHaveLength(1);
  await pass(100);
  expect(sound.left).toEqual({ tracks: 0, connections: 0 });

  hosts.calls = ['180 Ringing'];
  line.dial({ callId: 'c2', target: '600' });
  await pass(50);
  line.leave();
  expect(hosts.sent('CANCEL')).toHaveLength(1);
  await pass(100);

  hosts.ring('not-answered');
  await pass(50);
  line.leave();
  expect(hosts.sent('486').map(({ header }) => header('call-id'))).toEqual(['not-answered']);
});

it('declines a call even while the microphone for it is being opened', async () => {
  await start();
  hosts.ring('waiting');
  await pass(50);
  sound.opening = new Promise((resolve) => setTimeout(resolve, 5000));
  line.answer();
  await pass(50);
  line.hangUp();
  await pass(50);
  expect(hosts.sent('486').map(({ header }) => header('call-id'))).toEqual(['waiting']);
  expect(ended()).toEqual([{ kind: 'hungUp', by: 'staff' }]);
  await pass(6000);
  expect(sound.left).toEqual({ tracks: 0, connections: 0 });
});

it.each([
  ['E_PHONE_HOST_AWAY', '电话系统没有响应，请稍后重试', true],
  ['E_PHONE_HOST_REFUSED', '电话系统拒绝了坐席 8001（密码）', false],
])('gives the reason of the server for %s, and tries again where that may help', async (code, reason, isRetried) => {
  line = createSipLine({
    register: () => Promise.reject(new ApiRefusal('1', reason, { code })),
    tell: (event) => told.push(event),
  });
  line.start();
  await pass(50);
  expect(told.at(-1)).toEqual({ kind: 'down', fault: 'phone.registerFailed', isRetried, reason });
  const before = told.length;
  await pass(10_000);
  expect(told.length > before).toBe(isRetried);
});

it('says that there is no microphone, and tells nobody else', async () => {
  await start();
  sound.isAllowed = false;
  line.dial({ callId: 'c1', target: '600' });
  await pass(50);
  expect(ended()).toEqual([{ kind: 'fault', fault: 'mic.failed' }]);
  expect(hosts.sent('INVITE')).toEqual([]);
  expect(sound.left).toEqual({ tracks: 0, connections: 0 });
});

it('leaves nothing open however a call ends', async () => {
  await start();
  for (const answer of ['486 Busy Here', '500 Server Error', '200 OK']) {
    hosts.calls = [answer];
    line.dial({ callId: 'c1', target: '600' });
    await pass(50);
    line.hangUp();
    await pass(100);
  }
  hosts.ring('declined');
  await pass(50);
  line.hangUp();
  await pass(100);
  expect(ended()).toEqual([
    { kind: 'rejected', code: 486 },
    { kind: 'rejected', code: 500 },
    { kind: 'hungUp', by: 'staff' },
    { kind: 'hungUp', by: 'staff' },
  ]);
  expect(sound.tracks).toHaveLength(3);
  expect(sound.left).toEqual({ tracks: 0, connections: 0 });
  line.stop();
  await pass(1000);
  expect(hosts.open).toEqual([]);
});

it('lets a microphone go that is open only after the call', async () => {
  await start();
  await talk();
  sound.opening = new Promise((resolve) => setTimeout(resolve, 1000));
  line.use({ microphone: sound.microphone });
  await pass(100);
  line.hangUp();
  await pass(2000);
  expect(sound.tracks).toHaveLength(2);
  expect(sound.left).toEqual({ tracks: 0, connections: 0 });
});

it('calls with the microphone of the system where the chosen one is not there any more', async () => {
  await start();
  line.use({ microphone: sound.microphone });
  await talk();
  expect(sound.constraints).toEqual([{ audio: { deviceId: { exact: sound.microphone } }, video: false }]);
  line.hangUp();
  await pass(100);
  line.use({ microphone: 'unplugged' });
  await talk();
  expect(sound.constraints.at(-1)).toEqual({ audio: true, video: false });
});
