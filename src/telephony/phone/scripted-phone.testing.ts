import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { PhoneLine } from '../../../contract/phone.ts';
import type { Line, LineEvent } from '../line/line.ts';
import { Phone, type PhoneHost } from './phone.ts';
import type { PhoneView } from './phone-view.ts';

export let line: ScriptedLine;
export let last: { readonly path: string; readonly body: unknown }[];
/** The server of a test: what it was asked, the address it refuses, and what the next dialling is refused with. */
export const server: {
  calls: { readonly path: string; readonly body: unknown; readonly page?: string | undefined }[];
  refuses: string | undefined;
  refusal: Error | undefined;
} = { calls: [], refuses: undefined, refusal: undefined };

/** Resets the scripted line and server before each test of a file; closes the phones after. */
export function withScriptedPhones(): void {
  beforeEach(() => {
    vi.stubGlobal('navigator', { locks: new FakeLocks() });
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => void kept.set(name, text),
      removeItem: (name: string) => void kept.delete(name),
    });
    line = new ScriptedLine();
    last = [];
    Object.assign(server, { calls: [], refuses: undefined, refusal: undefined });
  });
  afterEach(() => {
    for (const phone of phones) phone.stop();
    phones = [];
    vi.unstubAllGlobals();
  });
}

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

export const webphone: PhoneLine = { provider: 'webphone', seatCode: '8001' };

export const from = { entity: 'customer', id: 'k1', field: 'mobile', page: 'alllist', rest: ['k2'] };

const answer = { callId: 'c1', callNo: 'TH1', target: '#77', number: '138****0001', name: '王芳', customerId: 'k1' };

export const matches = [{ entity: 'customer', id: 'k9', name: '李雷', stage: '意向客户' }];

let phones: Phone[] = [];

export async function call<Data>(path: string, body: unknown, page?: string): Promise<Data> {
  if (server.refuses === path) throw new Error('号码在黑名单中');
  if (path === '/v1/phone/call/create' && server.refusal !== undefined) {
    const thrown = server.refusal;
    server.refusal = undefined;
    throw thrown;
  }
  server.calls.push({ path, body, page });
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

export function open(given: Partial<PhoneHost> = {}): Phone {
  const phone = new Phone({
    ...{ userId: 'me', lines: [webphone], call, callLast, makerOf: async () => line.make },
    deviceFault: async () => undefined,
    ...given,
  });
  phones.push(phone);
  return phone;
}

/** Waits until the telephone is so. */
export const until = (phone: Phone, isSo: (view: PhoneView) => boolean) =>
  vi.waitFor(() => expect(isSo(phone.view())).toBe(true), { timeout: 2000, interval: 5 });

export const isIn = (kind: PhoneView['call']['kind']) => (view: PhoneView) => view.call.kind === kind;

export async function ready(given: Partial<PhoneHost> = {}): Promise<Phone> {
  const phone = open(given);
  await vi.waitFor(() => expect(line.asked).toContain('start'), { interval: 5 });
  line.tell({ kind: 'ready' });
  return phone;
}
