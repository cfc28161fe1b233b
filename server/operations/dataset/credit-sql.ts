import { type RawBuilder, sql } from 'kysely';
import type { RowsOfDataset } from '../../../engine/model/dataset/index.ts';
import { rowPolicyOf } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { some } from '../../records/plan/conditions.ts';
import type { SelectPlan } from '../../records/plan/select-plan.ts';

/**
 * Rows credited to the caller, or to the people and departments within his reach. The row scope holds beside this:
 * one may see a row because its customer is one's own, and it is still a colleague's work.
 */
export function creditSql(
  credit: NonNullable<RowsOfDataset['credit']>,
  plan: SelectPlan,
  { caller, page }: CallContext,
): RawBuilder<unknown> {
  const own = sql`${columnOf(plan, credit.owner)} = ${caller.staffId}::uuid`;
  const scope = page !== undefined && 'scope' in page ? page.scope : undefined;
  const { dataScope, departmentIds } = rowPolicyOf(caller, plan.entity.document.name);
  if (scope === 'mine' || dataScope === 'self') return own;
  if (dataScope === 'all' && scope !== 'department') return sql`true`;
  const departments = dataScope === 'all' ? [caller.departmentId] : [...departmentIds];
  return some([own, sql`${columnOf(plan, credit.department)} = any(${departments}::uuid[])`]);
}

function columnOf(plan: SelectPlan, path: string): RawBuilder<unknown> {
  const column = plan.fact(path);
  if (column === undefined) throw refuse('E_SERVER', { got: path });
  return column.sql;
}
