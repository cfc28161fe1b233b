import type { Sealed } from '../../../db/load/table-writer.ts';
import type { Colleague } from '../company/colleagues.ts';
import { minute } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import type { Weighted } from '../values/random.ts';
import type { World } from '../world/world.ts';
import type { Contact } from './contacts.ts';
import type { Episode } from './ownership-plan.ts';

const providers: Weighted<string> = [
  ['hl', 45],
  ['dlsw', 20],
  ['xzj', 15],
  ['webphone', 18],
  ['manual', 2],
];
const unanswered: Weighted<{ readonly status: string; readonly rejectCode: number | null; readonly hangupBy: string }> =
  [
    [{ status: 'no_answer', rejectCode: null, hangupBy: 'system' }, 50],
    [{ status: 'no_answer', rejectCode: 408, hangupBy: 'system' }, 12],
    [{ status: 'busy', rejectCode: 486, hangupBy: 'system' }, 16],
    [{ status: 'rejected', rejectCode: 487, hangupBy: 'customer' }, 14],
    [{ status: 'unreachable', rejectCode: 480, hangupBy: 'system' }, 4],
    [{ status: 'failed', rejectCode: 484, hangupBy: 'system' }, 4],
  ];

const unheard = { transcript: null, recordingId: null, forbiddenHitCount: 0, qaStatus: 'none' } as const;

/** What a customer's calls amount to. */
export type CallSummary = { count: number; firstAt: number | null; isAnswered: boolean };

/** Who is called. */
export type Called = { readonly customerId: string; readonly mobile: Sealed; readonly summary: CallSummary };

/** Writes the call behind a contact by telephone, and now and then one before it that nobody took; answers its id. */
export function addCalls(contact: Contact, episode: Episode, called: Called, world: World): string | null {
  if (contact.method !== 'call') return null;
  const { random } = world;
  const isAnswered = contact.result !== 'no_answer';
  const talkSeconds = isAnswered ? talkTime(contact, world) : 0;
  const startedAt = Math.max(contact.at - talkSeconds * 1000 - random.int(60, 240) * 1000, episode.start + 1000);
  const earlier = startedAt - random.int(4, 50) * minute;
  if (random.chance(0.32) && earlier > episode.start) addCall(contact.staff, earlier, 0, called, world);
  return addCall(contact.staff, startedAt, talkSeconds, called, world);
}

function talkTime({ situation }: Contact, { random }: World): number {
  if (situation === 'refused') return random.int(6, 40);
  const usual = situation === 'interested' || situation === 'deal' || situation === 'firstTalk' ? 260 : 130;
  return Math.max(8, Math.round(usual * Math.exp((random.next() + random.next() + random.next() - 1.5) * 1.3)));
}

function countCall(summary: Called['summary'], startedAt: number, isAnswered: boolean): void {
  summary.count += 1;
  summary.isAnswered ||= isAnswered;
  if (summary.firstAt === null || startedAt < summary.firstAt) summary.firstAt = startedAt;
}

/** What a quality inspector said of the call; most are not listened to. */
function sampledBy(random: World['random']): 'pass' | 'fail' | undefined {
  if (!random.chance(0.06)) return undefined;
  return random.chance(0.9) ? 'pass' : 'fail';
}

function addCall(staff: Colleague, startedAt: number, talkSeconds: number, called: Called, world: World): string {
  const { random, numbers, add } = world;
  const ringSeconds = random.int(4, 28);
  const ringAt = startedAt + random.int(500, 2500);
  const isAnswered = talkSeconds > 0;
  const answeredAt = isAnswered ? ringAt + ringSeconds * 1000 : null;
  const endedAt = (answeredAt ?? ringAt + ringSeconds * 1000) + talkSeconds * 1000;
  const miss = isAnswered ? undefined : random.weighted(unanswered);
  const id = demoId(startedAt, random);
  const callNo = numbers.call.next(startedAt);
  countCall(called.summary, startedAt, isAnswered);
  // Chances are taken in this order, whatever becomes of them.
  const provider = random.weighted(providers);
  const direction = isAnswered && random.chance(0.05) ? 'in' : 'out';
  const hangupBy = miss?.hangupBy ?? (random.chance(0.6) ? 'customer' : 'staff');
  const sampled = isAnswered ? sampledBy(random) : undefined;
  const taken = { id, callNo, staff, customerId: called.customerId, startedAt, endedAt, talkSeconds, sampled } as const;
  add('call_record', {
    id,
    createdAt: startedAt,
    createdBy: staff.id,
    updatedAt: endedAt,
    callNo,
    provider,
    providerCallId: callNo.slice(2),
    direction,
    staffId: staff.id,
    departmentId: staff.departmentId,
    seatCode: staff.seatCode,
    ...sides(direction, world.sealedSeat(staff.seatCode), called.mobile),
    customerId: called.customerId,
    bizType: 'customer',
    bizId: called.customerId,
    startedAt,
    ringAt,
    answeredAt,
    endedAt,
    ringSeconds,
    talkSeconds,
    status: miss?.status ?? 'answered',
    confirmation: provider === 'manual' ? 'manual' : 'line',
    rejectCode: miss?.rejectCode ?? null,
    hangupBy,
    ...(isAnswered ? world.quality.hear(taken) : unheard),
  });
  return id;
}

/** Who called whom: a customer who calls in is the caller. */
function sides<Number>(direction: 'in' | 'out', ours: Number, theirs: Number) {
  return direction === 'in' ? { caller: theirs, callee: ours } : { caller: ours, callee: theirs };
}
