import { maskPolicies, maskPolicyOf } from '../../../engine/model/documents/index.ts';
import { clearnessOf } from '../../access/masks-in-force.ts';
import { lookupLimitsOf, maskModeOf, revealLimitOf } from '../../kernel/caller/caller.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { refusePermission } from '../errors/errors.ts';

/** Nobody gives a clearer view, or more reveals or lookups, than he has himself. */
export function refuseClearer(policy: Values, { caller, documents }: Pick<RuleContext, 'caller' | 'documents'>): void {
  const mask = maskPolicies(documents).find((one) => maskPolicyOf(one) === policy.field);
  // Who may do everything is not locked out by a policy about himself.
  if (mask === undefined || caller.grants.has('*')) return;
  const own = maskModeOf(caller, mask);
  if (own === 'plain') return;
  const isBeyond = clearnessOf(policy.mode) > clearnessOf(own);
  const revealsMore = policy.callOnly !== true && Number(policy.revealDailyLimit ?? 0) > revealLimitOf(caller, mask);
  const { minute, day } = lookupLimitsOf(caller, mask);
  const looksUpMore = Number(policy.lookupMinuteLimit ?? 0) > minute || Number(policy.lookupDailyLimit ?? 0) > day;
  if (isBeyond || revealsMore || looksUpMore) {
    const words = documents.dictionaries.get('mask_kind')?.values.find(({ key }) => key === policy.field)?.title;
    throw refusePermission('E_MASK_ESCALATION', { field: words ?? maskPolicyOf(mask) });
  }
}
