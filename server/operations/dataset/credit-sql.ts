import type { RawBuilder } from 'kysely';
import type { RowsOfDataset } from '../../../engine/model/dataset/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { SelectPlan } from '../../records/plan/select-plan.ts';
import { withinPolicy } from '../../records/where/within-policy.ts';

/** Rows credited to the caller, or to the people and departments within his reach. */
export function creditSql(
  credit: NonNullable<RowsOfDataset['credit']>,
  plan: SelectPlan,
  context: CallContext,
): RawBuilder<unknown> {
  const columns = { owner: columnOf(plan, credit.owner), department: columnOf(plan, credit.department) };
  return withinPolicy(columns, plan.entity.document.name, context);
}

function columnOf(plan: SelectPlan, path: string): RawBuilder<unknown> {
  const column = plan.fact(path);
  if (column === undefined) throw refuse('E_SERVER', { got: path });
  return column.sql;
}
