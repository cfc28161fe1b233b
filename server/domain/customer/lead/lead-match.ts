import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../../kernel/operation/record-store.ts';
import { customerByPhone } from '../contact/phones.ts';

const duplicateDays = 90;
const dayMs = 86_400_000;
/** States in which a lead stands for its number. */
export const liveLeads = ['valid', 'assigned', 'following', 'converted', 'invalid_pending'] as const;

/** Whom a number belongs to already: a customer, else a lead that is alive. */
export type LeadMatch = { readonly customer?: StoredRecord; readonly lead?: StoredRecord };

/** What the number of a new lead is known as; undefined where it is new. `self` is a lead that does not count. */
export async function matchOf(
  mobile: string,
  self: string | undefined,
  context: RuleContext,
): Promise<LeadMatch | undefined> {
  const { records, now } = context;
  const since = new Date(Date.parse(now) - duplicateDays * dayMs).toISOString();
  const customer = await customerByPhone(mobile, context);
  const leads = await records.find('lead', { mobile, status: liveLeads }, 20);
  const lead = leads.find(({ id, createdAt }) => id !== self && String(createdAt) >= since);
  if (customer === undefined && lead === undefined) return undefined;
  return { ...(customer === undefined ? {} : { customer }), ...(lead === undefined ? {} : { lead }) };
}

/** Whether a match is free to be worked on again: his customer is in the pool, and no other lead waits for the same. */
export function isFree({ customer, lead }: LeadMatch): boolean {
  return customer?.ownState === 'pooled' && lead?.status !== 'valid';
}
