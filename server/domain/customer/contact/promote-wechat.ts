import type { DomainRules, RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { Values } from '../../../kernel/operation/record-store.ts';

/** Rules of promotion accounts: each belongs to the department of whoever uses it. */
export const promoteWechatRules: DomainRules = {
  entity: 'promote_wechat',
  beforeCreate: (values, context) => departmentOf(values, context),
  beforeModify: async (_, changes, context) => (changes.holderId === undefined ? {} : departmentOf(changes, context)),
};

async function departmentOf({ holderId }: Values, { records }: RuleContext): Promise<Values> {
  const holder = await records.findOne('staff', { id: holderId });
  return { departmentId: holder?.departmentId ?? null };
}
