import type { CallEvent } from '../../engine/model/index.ts';
import type { Values } from '../operations/record-store.ts';

/** What of a call decides how it goes on. */
export type CallFacts = Readonly<Record<string, unknown>>;

const open: ReadonlySet<unknown> = new Set(['dialing', 'ringing', 'talking']);
const unanswered: ReadonlySet<unknown> = new Set(['dialing', 'ringing']);

/** Whether a call is still going on. */
export function isOpen(call: CallFacts): boolean {
  return open.has(call.status);
}

/** The status of a call that was not answered, by the line's code. */
export function statusOfCode(code: number | null): string {
  if (code === null || code === 408) return 'no_answer';
  if (code === 486 || code === 600) return 'busy';
  if (code === 487 || code === 603) return 'rejected';
  return 'failed';
}

/**
 * What an event changes about a call; undefined where it comes late or again. A call only goes forward: from dialling
 * over ringing and talking to its end.
 */
export function afterEvent(call: CallFacts, event: CallEvent, now: string): Values | undefined {
  const moment = latest(now, call.startedAt, call.ringAt, call.answeredAt);
  switch (event.kind) {
    case 'ringing':
      return call.status === 'dialing' ? { status: 'ringing', ringAt: moment } : undefined;
    case 'answered': {
      if (!unanswered.has(call.status)) return undefined;
      const ringAt = call.ringAt ?? moment;
      return { status: 'talking', ringAt, answeredAt: moment, ringSeconds: seconds(ringAt, moment) };
    }
    case 'ended': {
      const { hangupBy } = event;
      if (call.status === 'talking')
        return {
          status: 'answered',
          endedAt: moment,
          hangupBy,
          talkSeconds: Math.max(1, seconds(call.answeredAt, moment)),
        };
      return unanswered.has(call.status)
        ? { status: 'no_answer', endedAt: moment, hangupBy, ...rung(call, moment) }
        : undefined;
    }
    case 'rejected': {
      if (!unanswered.has(call.status)) return undefined;
      const hangupBy = event.code === 487 || event.code === 603 ? 'customer' : 'system';
      const status = statusOfCode(event.code);
      return { status, rejectCode: event.code, endedAt: moment, hangupBy, ...rung(call, moment) };
    }
  }
}

/**
 * The line's own word on a call that was answered: how long it lasted. It holds even where the browser had told
 * something else, or nothing any more.
 */
export function afterLineEnd(call: CallFacts, talkSeconds: number, hangupBy: string, now: string): Values {
  const endedAt = call.endedAt ?? latest(now, call.startedAt);
  const began = new Date(Date.parse(String(endedAt)) - talkSeconds * 1000).toISOString();
  const answeredAt = call.answeredAt ?? latest(began, call.startedAt);
  return {
    status: 'answered',
    answeredAt,
    endedAt: latest(String(endedAt), answeredAt),
    talkSeconds,
    hangupBy: call.hangupBy ?? hangupBy,
  };
}

function rung(call: CallFacts, moment: string): Values {
  return typeof call.ringAt === 'string' ? { ringSeconds: seconds(call.ringAt, moment) } : {};
}

function latest(...moments: readonly unknown[]): string {
  const times = moments.flatMap((moment) => (typeof moment === 'string' ? [Date.parse(moment)] : []));
  return new Date(Math.max(...times)).toISOString();
}

function seconds(from: unknown, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(String(from))) / 1000);
}
