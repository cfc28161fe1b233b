import { hasAdministrator } from '../../db/people/administrators.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { refusePermission } from '../errors/errors.ts';

/** Refuses a change, made already in this transaction, that leaves nobody active, besides one perhaps, who holds every permission. */
export async function keepAnAdministrator(
  { db, records }: Pick<RuleContext, 'db' | 'records'>,
  besides: string | null = null,
): Promise<void> {
  await records.settle();
  if (!(await hasAdministrator(db, besides))) throw refusePermission('E_LAST_ADMINISTRATOR');
}
