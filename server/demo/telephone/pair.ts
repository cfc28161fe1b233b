import type { WebSocket } from 'ws';
import type { CallName, LineWord } from './line-report.ts';

/** Something the line tells of a call. */
export type Told = { readonly call: CallName; readonly word: LineWord; readonly recording?: Buffer };

/** Two browsers in a call: what one says of it goes to the other, and the line tells of both sides of it. */
export type Pair = {
  readonly caller: WebSocket;
  readonly callee: WebSocket;
  /** The call as the side that made it has it, and as the side that was called. */
  readonly out: CallName;
  readonly in: CallName;
  isCancelled?: boolean;
  answeredAt?: number;
  isOver?: boolean;
};

/** What an answer to the invitation tells of both sides. */
export function answeredWords(pair: Pair, code: number): readonly Told[] {
  if (pair.isOver === true || pair.answeredAt !== undefined || code < 180) return [];
  if (code < 200) return [{ call: pair.out, word: { kind: 'ringing' } }];
  if (code < 300) {
    pair.answeredAt = Date.now();
    return [pair.out, pair.in].map((call) => ({ call, word: { kind: 'answered' } }));
  }
  pair.isOver = true;
  const isOwn = pair.isCancelled === true;
  return [
    { call: pair.out, word: { kind: 'rejected', code, ...(isOwn ? { hangupBy: 'staff' } : {}) } },
    { call: pair.in, word: { kind: 'ended', hangupBy: isOwn ? 'customer' : 'staff', talkSeconds: 0 } },
  ];
}

/** What the end of the call tells of both sides, by whose doing it ended; nothing where it was over. */
export function endedWords(pair: Pair, isByCaller: boolean): readonly Told[] {
  if (pair.isOver === true) return [];
  pair.isOver = true;
  const { answeredAt } = pair;
  const talkSeconds = answeredAt === undefined ? 0 : Math.max(1, Math.round((Date.now() - answeredAt) / 1000));
  const ended = (isByOneself: boolean): LineWord => ({
    kind: 'ended',
    hangupBy: isByOneself ? 'staff' : 'customer',
    talkSeconds,
  });
  return [
    { call: pair.out, word: ended(isByCaller) },
    { call: pair.in, word: ended(!isByCaller) },
  ];
}
