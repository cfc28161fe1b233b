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
 * one transaction: whoever dies before is told the same events again, and they count once. Nobody waits for a courier: the
 * shipment is held once he has answered, and his answer is dropped where it has moved on meanwhile.
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
      await track(id, rules, context);
      return { done: 1, next: id };
    },
  };
}

/** What a courier answered: the events since, or why there is nothing to tell and when he is asked again. */
type Told = { readonly events: readonly CourierEvent[] } | { readonly problem: string; readonly isRefused: boolean };

async function track(id: string, rules: RuleBook, context: RuleContext): Promise<void> {
  const { records, now } = context;
  const asked = await records.findOne('shipment', { id });
  if (asked === undefined) return;
  const told = await ask(asked, context);
  const { courier, trackingNo, trackedTo } = asked;
  const unmoved = { status: onTheWay, courier, trackingNo, trackedTo: textOf(trackedTo) };
  const shipment = await records.lockOne('shipment', id, unmoved);
  if (shipment === undefined) return;
  const note = (values: Values) => records.update('shipment', id, values);
  const inWhile = (wait: number) => new Date(Date.parse(now) + wait).toISOString();
  if ('problem' in told) {
    const trackAttempts = Number(shipment.trackAttempts ?? 0) + 1;
    const wait = Math.min(firstRetry * 2 ** (trackAttempts - 1), maxRetryWait);
    // A number nobody knows is for people to look at.
    await note({ trackProblem: told.problem, trackAttempts, trackAt: told.isRefused ? null : inWhile(wait) });
    return;
  }
  for (const event of told.events) {
    await follow(id, event, rules, context);
    if (event.kind === 'signed') break;
  }
  const isOver = told.events.some(({ kind }) => kind === 'signed');
  await note({ trackProblem: null, trackAttempts: 0, trackAt: isOver ? null : inWhile(usualWait) });
}

async function ask(shipment: StoredRecord, { services }: RuleContext): Promise<Told> {
  const parcel = {
    ...{ courier: String(shipment.courier), trackingNo: String(shipment.trackingNo) },
    ...{ mobileTail: String(shipment.receiverMobile).slice(-4), after: textOf(shipment.trackedTo) },
  };
  try {
    return { events: (await services.couriers?.track(parcel, AbortSignal.timeout(patience))) ?? [] };
  } catch (error) {
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    return { problem, isRefused: error instanceof CourierRefused };
  }
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
