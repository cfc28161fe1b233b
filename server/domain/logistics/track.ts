import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import type { Piece, Schedule } from '../../kernel/operation/schedule.ts';
import { type CourierEvent, CourierRefused } from '../../kernel/services/courier-service.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { nextToTrack } from './store.ts';

/** Milliseconds a courier may take over one parcel. */
const patience = 5000;
const minute = 60_000;
/** How long until a parcel on its way is asked for again. */
const usualWait = 120 * minute;
const firstRetry = 10 * minute;
/** However often nobody answered, a parcel is asked for once a day. */
const maxRetryWait = 1440 * minute;
const onTheWay = ['shipped', 'in_transit'];

/**
 * Asks the couriers where what was sent is, one shipment a piece. What came of it is noted with the last event known, in
 * one transaction: whoever dies before is told the same events again, and they count once.
 */
export function trackingSchedule(rules: RuleBook): Schedule {
  return {
    key: 'shipment.tracking',
    title: '物流轨迹',
    entity: 'shipment',
    timing: { every: 5 * minute },
    async piece(_, context): Promise<Piece> {
      if (context.services.couriers === undefined) return { done: 0, next: null };
      const id = await nextToTrack(context.db, context.now);
      if (id === undefined) return { done: 0, next: null };
      const shipment = await context.records.lockOne('shipment', id, { status: onTheWay });
      if (shipment !== undefined) await track(shipment, rules, context);
      return { done: 1, next: id };
    },
  };
}

async function track(shipment: StoredRecord, rules: RuleBook, context: RuleContext): Promise<void> {
  const { records, services, now } = context;
  const note = (values: Values) => records.update('shipment', shipment.id, values);
  const inWhile = (wait: number) => new Date(Date.parse(now) + wait).toISOString();
  let events: readonly CourierEvent[];
  try {
    const parcel = {
      ...{ courier: String(shipment.courier), trackingNo: String(shipment.trackingNo) },
      ...{ mobileTail: String(shipment.receiverMobile).slice(-4), after: textOf(shipment.trackedTo) },
    };
    events = (await services.couriers?.track(parcel, AbortSignal.timeout(patience))) ?? [];
  } catch (error) {
    const trackProblem = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    const trackAttempts = Number(shipment.trackAttempts ?? 0) + 1;
    const wait = Math.min(firstRetry * 2 ** (trackAttempts - 1), maxRetryWait);
    // A number nobody knows is for people to look at.
    await note({ trackProblem, trackAttempts, trackAt: error instanceof CourierRefused ? null : inWhile(wait) });
    return;
  }
  for (const event of events) {
    await follow(shipment.id, event, rules, context);
    if (event.kind === 'signed') break;
  }
  const isOver = events.some(({ kind }) => kind === 'signed');
  await note({ trackProblem: null, trackAttempts: 0, trackAt: isOver ? null : inWhile(usualWait) });
}

/** Moves a shipment as the courier tells, and dates that as he does. */
async function follow(id: string, event: CourierEvent, rules: RuleBook, context: RuleContext): Promise<void> {
  const { records, now } = context;
  const isSigned = event.kind === 'signed';
  const move = isSigned ? { key: 'sign', input: {} } : { key: 'transit', input: { place: event.text.slice(0, 100) } };
  await records.bySystem(() => applySystemTransition({ entity: 'shipment', id, rules, ...move }, context));
  const told = Date.parse(event.at);
  const at = Number.isNaN(told) || told > Date.parse(now) ? now : new Date(told).toISOString();
  const moved = await records.findOne('shipment', { id });
  const traces = Array.isArray(moved?.traces) ? moved.traces.slice(0, -1) : [];
  await records.update('shipment', id, {
    ...{ traces: [...traces, { at, text: event.text.slice(0, 200) }], trackedTo: event.id.slice(0, 100) },
    ...(isSigned ? { signedAt: at } : {}),
  });
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
