import { type RawBuilder, sql } from 'kysely';
import { rowPolicyOf } from '../../kernel/caller/caller.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { some } from '../plan/conditions.ts';

/** Who did some work, and for which department, as columns of its rows. */
export type WorkColumns = { readonly owner: RawBuilder<unknown>; readonly department: RawBuilder<unknown> };

/**
 * Work of the caller, or of the departments he reaches. The row scope holds beside this: one may see a row because its
 * customer is one's own, and it is still a colleague's work.
 */
export function withinPolicy(
  { owner, department }: WorkColumns,
  entity: string,
  { caller, page }: CallContext,
): RawBuilder<unknown> {
  const own = sql`${owner} = ${caller.staffId}::uuid`;
  const scope = page !== undefined && 'scope' in page ? page.scope : undefined;
  const { dataScope, departmentIds } = rowPolicyOf(caller, entity);
  if (scope === 'mine' || dataScope === 'self') return own;
  if (dataScope === 'all' && scope !== 'department') return sql`true`;
  const departments = dataScope === 'all' ? [caller.departmentId] : [...departmentIds];
  return some([own, sql`${department} = any(${departments}::uuid[])`]);
}
