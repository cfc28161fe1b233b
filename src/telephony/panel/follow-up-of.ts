import type { Call } from '../phone/phone-state.ts';

/** What a follow-up is about. */
export type FollowedUp = { readonly bizType: string; readonly bizId: string };

const followed: ReadonlySet<string> = new Set(['customer', 'lead', 'opportunity', 'social_lead', 'study_service']);

/** Results after which one has to say when to go on, and those after which nothing goes on: as the form of follow-ups has it. */
export const goesOnAfter: ReadonlySet<string> = new Set(['appointment', 'interested']);
export const endsAfter: ReadonlySet<string> = new Set(['refused', 'not_interested']);

/**
 * What may be followed up after a call: the record its number stood with, else the customer, else each of those it may
 * have been that called.
 */
export function followedUp({ from, customerId, matches = [] }: Call): readonly FollowedUp[] {
  if (from !== undefined && followed.has(from.entity)) return [{ bizType: from.entity, bizId: from.id }];
  if (customerId !== null) return [{ bizType: 'customer', bizId: customerId }];
  return matches.map(({ entity, id }) => ({ bizType: entity, bizId: id }));
}
