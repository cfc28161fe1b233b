import { formatMessage, type Message } from '../../../engine/model/texts/index.ts';
import type { ConditionCount } from '../../../engine/model/wire/index.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { meantRows } from '../../records/where/conditions-of.ts';
import { countedNow, leftOutTitles } from './left-out.ts';
import { countCustomers, type LeftOut, type MeantCustomers } from './store.ts';

/** How many customers the conditions mean for the caller, and who of them is left out. */
export async function countMeant(where: unknown, context: CallContext): Promise<ConditionCount> {
  const found = await countCustomers(context.db, await meantCustomers(where, context), countedNow(context.now));
  const reasons = Object.entries(leftOutTitles) as readonly (readonly [LeftOut, Message])[];
  return {
    count: found.get('') ?? 0,
    without: reasons.map(([reason, title]) => ({ title: formatMessage(title), count: found.get(reason) ?? 0 })),
  };
}

/** The customers that the conditions of a batch mean for the caller. */
export function meantCustomers(where: unknown, context: CallContext): Promise<MeantCustomers> {
  const field = modelOf(context.documents, 'sms_batch').fields.get('filter');
  if (field === undefined) throw new TypeError('sms_batch has no filter');
  return meantRows(field, where, context);
}
