import type { CheckAnswer } from '../../../engine/model/index.ts';
import { authorOf } from '../../access/caller.ts';
import { RateLimit } from '../../http/rate-limit.ts';
import type { CallContext } from '../../operations/context.ts';
import { RecordStore, type StoredRecord } from '../../operations/record-store.ts';
import { matchOf } from './lead-match.ts';

/** Numbers one person may ask about in a minute: more than anybody types, far fewer than a list of numbers has. */
const mostAMinute = 30;
const limit = new RateLimit(mostAMinute);

/**
 * What a number means while it is being typed: new, or whose it is and how far that has come. It tells neither name nor
 * number of the customer, whoever asks.
 */
export async function checkNumber(value: unknown, id: string | undefined, context: CallContext): Promise<CheckAnswer> {
  const { caller, now, documents } = context;
  limit.take(caller.staffId, Date.parse(now));
  const records = new RecordStore(context, { staffId: authorOf(caller), now });
  const match = await matchOf(String(value), id, { ...context, records });
  if (match === undefined) return { free: true, message: '未找到，可以登记' };
  const titleOf = (dictionary: string, key: unknown) =>
    documents.dictionaries.get(dictionary)?.values.find((entry) => entry.key === key)?.title ?? '';
  const { customer, lead } = match;
  if (lead?.promoterId === caller.staffId)
    return { free: false, message: `您已登记过：${titleOf('lead_status', lead.status)}` };
  if (customer?.ownState === 'pooled') return { free: false, message: '已是客户，在公海，登记后重新分配' };
  const owner = await nameOf(customer?.ownerId ?? lead?.assigneeId, records);
  if (customer !== undefined)
    return { free: false, message: `已是客户，归属：${owner}（${titleOf('customer_stage', customer.stage)}）` };
  return { free: false, message: `已是线索，承接：${owner}（${titleOf('lead_status', lead?.status)}）` };
}

async function nameOf(staffId: unknown, records: RecordStore): Promise<string> {
  const staff: StoredRecord | undefined =
    typeof staffId === 'string' ? await records.findOne('staff', { id: staffId }) : undefined;
  return typeof staff?.name === 'string' ? staff.name : '待分配';
}
