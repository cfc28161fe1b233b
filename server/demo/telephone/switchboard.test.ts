import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { Told } from './pair.ts';
import { headerOf, readSip, type SipMessage } from './sip-message.ts';
import { Switchboard } from './switchboard.ts';

/** A browser's end of its connection to the switchboard. */
class FakeBrowser extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  readonly heard: SipMessage[] = [];
  #sequence = 0;

  constructor(
    readonly seat: string,
    board: Switchboard,
  ) {
    super();
    board.setPassword(seat, 'secret');
    board.connect(this as unknown as WebSocket);
  }

  send(text: string): void {
    const message = readSip(text);
    if (message !== undefined) this.heard.push(message);
  }

  /** Sends a request that proves the seat's password to whoever challenges it. */
  ask(method: string, target: string): void {
    this.#sequence += 1;
    const callId = `${this.seat}-${this.#sequence}`;
    const request = (...more: readonly string[]) =>
      [
        `${method} sip:${target}@pbx SIP/2.0`,
        ...[`Via: SIP/2.0/WS x;branch=z9hG4bK${callId}`, `From: <sip:${this.seat}@pbx>;tag=t`],
        ...[`To: <sip:${target}@pbx>`, `Call-ID: ${callId}`, `CSeq: 1 ${method}`],
        ...[`Contact: <sip:${this.seat}@browser.invalid>`, ...more, '', ''],
      ].join('\r\n');
    this.emit('message', Buffer.from(request()));
    const challenge = this.heard.at(-1);
    const isProxy = challenge?.start.includes('407') === true;
    const header =
      challenge === undefined ? '' : headerOf(challenge, isProxy ? 'proxy-authenticate' : 'www-authenticate');
    const nonce = /nonce="([^"]+)"/.exec(header)?.[1] ?? '';
    const md5 = (text: string) => createHash('md5').update(text).digest('hex');
    const response = md5(`${md5(`${this.seat}:pbx:secret`)}:${nonce}:${md5(`${method}:sip:x`)}`);
    const name = isProxy ? 'Proxy-Authorization' : 'Authorization';
    const proof = `Digest username="${this.seat}", nonce="${nonce}", uri="sip:x", response="${response}"`;
    this.emit('message', Buffer.from(request(`${name}: ${proof}`)));
  }

  /** Answers the last request of another browser. */
  answer(code: number): void {
    const asked = this.heard.findLast(({ start }) => start.startsWith('INVITE'));
    if (asked === undefined) throw new TypeError('nobody called');
    const headers = asked.headers.filter(([name]) => /^(via|from|to|call-id|cseq)$/i.test(name));
    const lines = headers.map(([name, value]) => `${name}: ${value}`);
    this.emit('message', Buffer.from([`SIP/2.0 ${code} So`, ...lines, '', ''].join('\r\n')));
  }
}

it('tells of both sides of a call between two seats, and of its end when the browser of one of them goes', () => {
  const ended: Told[] = [];
  const board = new Switchboard(
    'pbx',
    (number) => number,
    (one) => ended.push(one),
  );
  const [caller, callee, idle] = ['8001', '8002', '8003'].map((seat) => new FakeBrowser(seat, board));
  for (const browser of [caller, callee, idle]) browser?.ask('REGISTER', browser.seat);
  expect(['8001', '8002', '8003'].map((seat) => board.isRegistered(seat))).toEqual([true, true, true]);
  caller?.ask('INVITE', '8002');
  callee?.answer(200);
  expect(caller?.heard.at(-1)?.start).toBe('SIP/2.0 200 So');
  // Who is in no call has none to end.
  idle?.emit('close');
  const out = { seatCode: '8001', number: '8002' };
  const other = { provider: 'webphone', providerCallId: '8001-2', number: '8001' };
  expect(ended.splice(0)).toEqual([out, other].map((call) => ({ call, word: { kind: 'answered' } })));
  caller?.emit('close');
  expect(ended).toEqual([
    { call: out, word: { kind: 'ended', hangupBy: 'staff', talkSeconds: 1 } },
    { call: other, word: { kind: 'ended', hangupBy: 'customer', talkSeconds: 1 } },
  ]);
  expect(board.isRegistered('8001')).toBe(false);
});

it('tells of a call to the machine that was never answered', async () => {
  const ended: Told[] = [];
  const board = new Switchboard(
    'pbx',
    (number) => number,
    (one) => ended.push(one),
  );
  const caller = new FakeBrowser('8001', board);
  caller.ask('REGISTER', '8001');
  caller.ask('INVITE', '600');
  await expect.poll(() => caller.heard.some(({ start }) => start.includes(' 180 '))).toBe(true);
  caller.emit('close');
  const call = { seatCode: '8001', number: '600' };
  await expect
    .poll(() => ended)
    .toEqual([
      { call, word: { kind: 'ringing' } },
      { call, word: { kind: 'ended', hangupBy: 'staff', talkSeconds: 0 } },
    ]);
  await board.close();
});
