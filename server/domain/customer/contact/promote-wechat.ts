import type { DomainRules, RuleContext } from '../../../kernel/operation/domain-rules.ts';
import { prepareEach } from '../../../kernel/operation/prepare-rows.ts';
import { maxFound, type Values } from '../../../kernel/operation/record-store.ts';

/** Rules of promotion accounts: each belongs to the department of whoever uses it. */
export const promoteWechatRules: DomainRules = {
  entity: 'promote_wechat',
  async prepareMany(rows, context) {
    const departments = await departmentsOf(rows, context);
    return prepareEach(rows, ({ holderId }) => ({ departmentId: departments.get(holderId) ?? null }));
  },
  async beforeModify(_, changes, context) {
    if (changes.holderId === undefined) return {};
    return { departmentId: (await departmentsOf([changes], context)).get(changes.holderId) ?? null };
  },
};

/** The departments of those who use accounts, by their ids. */
async function departmentsOf(
  rows: readonly Values[],
  { records }: RuleContext,
): Promise<ReadonlyMap<unknown, unknown>> {
  const ids = [...new Set(rows.map(({ holderId }) => holderId).filter((id) => typeof id === 'string'))];
  const holders = await records.find('staff', { id: ids }, maxFound);
  return new Map(holders.map(({ id, departmentId }) => [id, departmentId]));
}
