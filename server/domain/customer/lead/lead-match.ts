import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import { maxFound, type StoredRecord } from '../../../kernel/operation/record-store.ts';
import { customersByPhone } from '../contact/phones.ts';

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
  return (await matchesOf([mobile], context, self)).get(mobile);
}

/** What numbers of new leads are known as, by number; those that are new are left out. */
export async function matchesOf(
  mobiles: readonly string[],
  context: RuleContext,
  self?: string,
): Promise<ReadonlyMap<string, LeadMatch>> {
  const { records, now } = context;
  const since = new Date(Date.parse(now) - duplicateDays * dayMs).toISOString();
  const customers = await customersByPhone(mobiles, context);
  const leads = await records.find('lead', { mobile: mobiles, status: liveLeads }, maxFound);
  const known = new Map<string, LeadMatch>([...customers].map(([mobile, customer]) => [mobile, { customer }]));
  for (const lead of leads) {
    const mobile = String(lead.mobile);
    const match = known.get(mobile);
    // The newest comes first.
    if (match?.lead === undefined && lead.id !== self && String(lead.createdAt) >= since)
      known.set(mobile, { ...match, lead });
  }
  return known;
}

/** Whether a match is free to be worked on again: his customer is in the pool, and no other lead waits for the same. */
export function isFree({ customer, lead }: LeadMatch): boolean {
  return customer?.ownState === 'pooled' && lead?.status !== 'valid';
}
