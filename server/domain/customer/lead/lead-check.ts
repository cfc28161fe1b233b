import { formatMessage } from '../../../../engine/model/texts/index.ts';
import type { CheckAnswer } from '../../../../engine/model/wire/index.ts';
import { authorOf } from '../../../kernel/caller/caller.ts';
import type { CallContext } from '../../../kernel/operation/context.ts';
import type { RecordStore, StoredRecord } from '../../../kernel/operation/record-store.ts';
import { mayKnowOf } from '../../../records/read/view.ts';
import { SqlRecordStore } from '../../../records/store/sql-record-store.ts';
import { leadText } from '../../../texts/domain/lead-text.ts';
import { type LeadMatch, matchOf } from './lead-match.ts';

/**
 * What a number means while it is being typed: new, or known; and to who may see that customer or lead also whose it is
 * and how far that has come. It tells neither name nor number of the customer, whoever asks.
 */
export async function checkNumber(value: unknown, id: string | undefined, context: CallContext): Promise<CheckAnswer> {
  const { caller, now, documents } = context;
  const records = new SqlRecordStore(context, { staffId: authorOf(caller), now });
  const match = await matchOf(String(value), id, { ...context, records });
  if (match === undefined) return { free: true, message: formatMessage(leadText('lead.check.new')) };
  const titleOf = (dictionary: string, key: unknown) => {
    const value = documents.dictionaries.get(dictionary)?.values.find((entry) => entry.key === key);
    return value === undefined ? '' : { ...value, name: value.key };
  };
  const { customer, lead } = match;
  if (lead?.promoterId === caller.staffId)
    return {
      free: false,
      message: formatMessage(leadText('lead.check.own', { state: titleOf('lead_status', lead.status) })),
    };
  if (!(await isShown(match, context))) return { free: false, message: formatMessage(leadText('lead.check.known')) };
  if (customer?.ownState === 'pooled') return { free: false, message: formatMessage(leadText('lead.check.pooled')) };
  const owner = await nameOf(customer?.ownerId ?? lead?.assigneeId, records);
  if (customer !== undefined)
    return {
      free: false,
      message: formatMessage(
        leadText('lead.check.customer', { owner, state: titleOf('customer_stage', customer.stage) }),
      ),
    };
  return {
    free: false,
    message: formatMessage(leadText('lead.check.lead', { owner, state: titleOf('lead_status', lead?.status) })),
  };
}

/** Whether the caller may see the row that would be told of. */
async function isShown({ customer, lead }: LeadMatch, context: CallContext): Promise<boolean> {
  if (customer !== undefined) return mayKnowOf('customer', customer.id, context);
  return lead !== undefined && mayKnowOf('lead', lead.id, context);
}

async function nameOf(staffId: unknown, records: RecordStore): Promise<string> {
  const staff: StoredRecord | undefined =
    typeof staffId === 'string' ? await records.findOne('staff', { id: staffId }) : undefined;
  return typeof staff?.name === 'string' ? staff.name : formatMessage(leadText('lead.check.unassigned'));
}
