import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { refuseClearer } from './mask-author.ts';

/**
 * Refuses placing people below other departments where that shows them more than the caller sees: for them it is as if
 * the policies of the departments they come to were written, and those of the ones they leave deleted. The lists are
 * departments with all those above them; what is in both changes nothing.
 */
export async function checkMasksOfPlace(
  { from, to }: { readonly from: readonly string[]; readonly to: readonly string[] },
  context: RuleContext,
): Promise<void> {
  for (const policy of await policiesOf(without(to, from), context)) refuseClearer(policy, context);
  // Without a policy what is less specific holds, which may be clearer.
  for (const policy of await policiesOf(without(from, to), context))
    if (policy.mode !== 'plain') refuseClearer({ ...policy, mode: 'plain', callOnly: true }, context);
}

const maxPolicies = 10_000;

/** Whether any policy is about a department that is in one of the lists only. */
export async function isOtherPlace(
  { from, to }: { readonly from: readonly string[]; readonly to: readonly string[] },
  context: RuleContext,
): Promise<boolean> {
  return (await policiesOf([...without(to, from), ...without(from, to)], context)).length > 0;
}

function without(ids: readonly string[], others: readonly string[]): readonly string[] {
  return ids.filter((id) => !others.includes(id));
}

async function policiesOf(
  departmentIds: readonly string[],
  { records, now }: RuleContext,
): Promise<readonly StoredRecord[]> {
  if (departmentIds.length === 0) return [];
  const found = await records.find('masking_policy', { departmentId: departmentIds, enabled: true }, maxPolicies);
  return found.filter(
    ({ effectiveTo }) => typeof effectiveTo !== 'string' || Date.parse(effectiveTo) > Date.parse(now),
  );
}
