import type { CallEvent } from '../../contract/phone.ts';
import { type HangupBy, hangupParties } from '../../contract/phone-words.ts';

import type { Values } from '../kernel/operation/record-store.ts';

/** What of a call decides how it goes on. */
export type CallFacts = Readonly<Record<string, unknown>>;

/** Statuses of a call that is still going on. */
export const openStatuses = ['dialing', 'ringing', 'talking'] as const;
const open: ReadonlySet<unknown> = new Set(openStatuses);
const unanswered: ReadonlySet<unknown> = new Set(['dialing', 'ringing']);
const unreachableCodes: ReadonlySet<unknown> = new Set([404, 410, 480, 604]);

/** Whether a call is still going on. */
export function isOpen(call: CallFacts): boolean {
  return open.has(call.status);
}

/**
 * The status of a call that was not answered, by the line's code. Only some of them say that the customer was not
 * reached; without a code, or with one of the line's own faults, the call failed.
 */
export function statusOfCode(code: number | null): string {
  if (code === 408) return 'no_answer';
  if (code === 486 || code === 600) return 'busy';
  if (code === 487 || code === 603) return 'rejected';
  return unreachableCodes.has(code) ? 'unreachable' : 'failed';
}

/** Statuses of an outgoing call whose customer was not reached. */
export const notReached = ['no_answer', 'busy', 'rejected', 'unreachable'] as const;

/**
 * What the browser's word changes about a call; undefined where it comes late or again. A call only goes forward, and
 * what the browser says of an answer is kept beside the call: it is `unconfirmed` until the line has spoken.
 */
export function afterEvent(call: CallFacts, event: CallEvent, now: string): Values | undefined {
  const moment = latest(now, call.startedAt, call.ringAt, call.answeredAt);
  switch (event.kind) {
    case 'ringing':
      return call.status === 'dialing' ? { status: 'ringing', ringAt: moment } : undefined;
    case 'answered':
      return unanswered.has(call.status) ? { status: 'talking', ...taken(call, moment) } : undefined;
    case 'ended': {
      const { hangupBy } = event;
      if (call.status === 'talking')
        return { status: 'unconfirmed', endedAt: moment, hangupBy, toldSeconds: talked(call, moment) };
      return unanswered.has(call.status)
        ? { status: unansweredEnd(call, hangupBy), endedAt: moment, hangupBy, ...rung(call, moment) }
        : undefined;
    }
    case 'rejected':
      return unanswered.has(call.status)
        ? { ...rejection(call, event.code, undefined), endedAt: moment, ...rung(call, moment) }
        : undefined;
  }
}

/** What becomes of a call of which nobody tells any more: it is over, and nothing is known of its end. */
export function afterSilence(call: CallFacts, now: string): Values | undefined {
  if (!isOpen(call)) return undefined;
  const endedAt = latest(now, call.startedAt, call.ringAt, call.answeredAt);
  const status = call.status === 'talking' ? 'unconfirmed' : 'no_answer';
  return { status, endedAt, hangupBy: 'system' };
}

/** What a line tells of a call: what happened, who hung up, and how many seconds the two were connected, where it says so. */
export type LineFact = {
  readonly kind: CallEvent['kind'];
  readonly hangupBy: HangupBy | undefined;
  readonly code: number | null;
  readonly talkSeconds: number | undefined;
};

const confirmed = { confirmation: 'line' } as const;

/**
 * The line's own word on a call: it holds even where the browser had told something else, or nothing any more. Undefined
 * where it says nothing new.
 */
export function afterLine(call: CallFacts, fact: LineFact, now: string): Values | undefined {
  const moment = latest(now, call.startedAt, call.ringAt);
  switch (fact.kind) {
    case 'ringing':
      return call.status === 'dialing' ? { ...confirmed, status: 'ringing', ringAt: moment } : undefined;
    case 'answered':
      return lineAnswered(call, moment);
    case 'ended':
      return lineEnded(call, fact, moment);
    case 'rejected':
      if (isSettled(call)) return undefined;
      return {
        ...confirmed,
        ...rejection(call, fact.code, fact.hangupBy),
        answeredAt: null,
        endedAt: call.endedAt ?? moment,
        ...rung(call, moment),
      };
  }
}

/** Whether the line has said how the call ended. */
function isSettled(call: CallFacts): boolean {
  return call.confirmation !== 'pending' && !isOpen(call) && call.status !== 'unconfirmed';
}

function lineAnswered(call: CallFacts, moment: string): Values | undefined {
  if (isSettled(call) || isAnsweredByLine(call)) return undefined;
  const at = typeof call.endedAt === 'string' && call.endedAt < moment ? call.endedAt : moment;
  return { ...confirmed, status: isOpen(call) ? 'talking' : 'unconfirmed', ...taken(call, at), rejectCode: null };
}

/** Whether the line said that the call was taken, and not yet that it ended. */
function isAnsweredByLine({ confirmation, status }: CallFacts): boolean {
  return confirmation !== 'pending' && (status === 'talking' || status === 'unconfirmed');
}

function lineEnded(call: CallFacts, { talkSeconds, hangupBy: by }: LineFact, moment: string): Values | undefined {
  const hangupBy = by ?? partyOf(call) ?? 'system';
  if (talkSeconds !== undefined && talkSeconds > 0) return lasted(call, talkSeconds, hangupBy, moment);
  if (isSettled(call)) return undefined;
  if (talkSeconds === undefined && isAnsweredByLine(call)) {
    const end = latest(moment, call.answeredAt);
    return { ...confirmed, status: 'answered', endedAt: end, talkSeconds: talked(call, end), hangupBy };
  }
  // That it is over says nothing of whether it was taken: the browser's word on that stays a word.
  if (talkSeconds === undefined && call.status === 'talking')
    return { status: 'unconfirmed', endedAt: latest(moment, call.answeredAt), hangupBy };
  if (talkSeconds === undefined && call.status === 'unconfirmed') return undefined;
  return {
    ...confirmed,
    status: unansweredEnd(call, hangupBy),
    answeredAt: null,
    endedAt: call.endedAt ?? moment,
    hangupBy,
    ...rung(call, moment),
  };
}

/** A call by the seconds that the line gave it. */
function lasted(call: CallFacts, talkSeconds: number, hangupBy: HangupBy, moment: string): Values {
  const endedAt = call.endedAt ?? moment;
  const began = new Date(Date.parse(String(endedAt)) - talkSeconds * 1000).toISOString();
  const answeredAt = latest(began, call.startedAt);
  return {
    ...confirmed,
    status: 'answered',
    answeredAt,
    endedAt: latest(endedAt, answeredAt),
    talkSeconds,
    hangupBy,
    rejectCode: null,
  };
}

/** Who hung up, as far as anybody said. */
function partyOf({ hangupBy }: CallFacts): HangupBy | undefined {
  return hangupParties.find((known) => known === hangupBy);
}

/** How a call that nobody took ended: whoever called gave up, or whoever was called did not take it. */
function unansweredEnd(call: CallFacts, hangupBy: HangupBy): string {
  return hangupBy === 'staff' && call.direction === 'out' ? 'cancelled' : 'no_answer';
}

function rejection(call: CallFacts, code: number | null, by: HangupBy | undefined): Values {
  const hangupBy = by ?? (code === 487 || code === 603 ? 'customer' : 'system');
  const status = hangupBy === 'staff' ? unansweredEnd(call, hangupBy) : statusOfCode(code);
  return { status, rejectCode: code, hangupBy };
}

/** When a call was taken. */
function taken(call: CallFacts, moment: string): Values {
  const ringAt = call.ringAt ?? moment;
  return { ringAt, answeredAt: latest(moment, ringAt), ringSeconds: seconds(ringAt, latest(moment, ringAt)) };
}

function talked(call: CallFacts, moment: string): number {
  return Math.max(1, seconds(call.answeredAt, moment));
}

function rung(call: CallFacts, moment: string): Values {
  return typeof call.ringAt === 'string' ? { ringSeconds: seconds(call.ringAt, moment) } : {};
}

function latest(...moments: readonly unknown[]): string {
  const times = moments.flatMap((moment) => (typeof moment === 'string' ? [Date.parse(moment)] : []));
  return new Date(Math.max(...times)).toISOString();
}

function seconds(from: unknown, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(String(from))) / 1000));
}
