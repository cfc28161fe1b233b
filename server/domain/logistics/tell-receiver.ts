import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import type { Piece, Schedule } from '../../kernel/operation/schedule.ts';
import { type NoticeOutcome, sendNotice, templateFor } from '../sms/index.ts';
import { nextToTell } from './store.ts';

const onTheWay: readonly unknown[] = ['shipped', 'in_transit'];

/** Has a shipment that is sent just now tell its receiver; nothing where no template for it was approved. */
export async function messageDue(context: RuleContext): Promise<Values> {
  const template = await templateFor('shipped', context);
  return template === undefined ? {} : { smsStatus: 'queued', smsAt: context.now, smsAttempts: 0 };
}

/** What people call a courier. */
export function courierName(courier: unknown, { documents }: RuleContext): string {
  const values = documents.dictionaries.get('courier')?.values ?? [];
  return values.find(({ key }) => key === courier)?.title ?? String(courier);
}

/** Tells receivers by message that their textbooks were sent, one shipment a piece: once each, under the id of the shipment. */
export const shippedMessages: Schedule = {
  key: 'shipment.messages',
  title: '发货短信',
  entity: 'shipment',
  timing: { every: 10_000 },
  async piece(_, context): Promise<Piece> {
    const id = await nextToTell(context.db, context.now);
    if (id === undefined) return { done: 0, next: null };
    const shipment = await context.records.lockOne('shipment', id, { smsStatus: 'queued' });
    if (shipment !== undefined) await context.records.update('shipment', id, await tell(shipment, context));
    return { done: 1, next: id };
  },
};

/** Hands the message over; answers what the shipment says of it. */
async function tell(shipment: StoredRecord, context: RuleContext): Promise<Values> {
  const attempts = Number(shipment.smsAttempts ?? 0);
  // What came back, was lost or has arrived meanwhile is told of no more.
  const outcome: NoticeOutcome = onTheWay.includes(shipment.status)
    ? await sendNotice(
        {
          ...{ key: shipment.id, usage: 'shipped', attempts, mobile: String(shipment.receiverMobile) },
          values: {
            ...{ name: shipment.receiverName, trackingNo: shipment.trackingNo, count: shipment.bookCount },
            courier: courierName(shipment.courier, context),
          },
        },
        context,
      )
    : { kind: 'skipped', problem: '已不在途中' };
  const tried = { smsAttempts: attempts + 1, smsProblem: 'problem' in outcome ? outcome.problem : null };
  if (outcome.kind === 'later') return { ...tried, smsAt: outcome.at };
  const smsSentAt = outcome.kind === 'sent' ? context.now : null;
  return { ...tried, smsStatus: outcome.kind, smsAt: null, smsSentAt };
}
