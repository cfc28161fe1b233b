import { type RawBuilder, sql } from 'kysely';
import type { RowsOfDataset } from '../../../engine/model/dataset/index.ts';
import type { DatasetFilter, EntityField } from '../../../engine/model/documents/index.ts';
import { pointer } from '../../../engine/model/faults/index.ts';
import { isId, kindOfValue } from '../../../engine/model/fields/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import { type CallContext, documentOf } from '../../kernel/operation/context.ts';
import type { SelectPlan } from '../../records/plan/select-plan.ts';
import { datasetText } from '../../texts/dataset-text.ts';
import { openColumn, pathOf } from './strands.ts';

/** Rows with one of the values. */
export function filterSql(
  filter: DatasetFilter,
  values: readonly string[],
  source: RowsOfDataset,
  plan: SelectPlan,
  context: CallContext,
): RawBuilder<unknown> {
  const { sql: column, field } = openColumn(plan, pathOf(filter, source));
  const list = [...values];
  const kind = kindOfValue(field);
  switch (kind) {
    case 'reference':
    case 'references': {
      const wanted = nodesOf(
        filter,
        field,
        list.map((value, index) => idIn(filter, value, index)),
        context,
      );
      return kind === 'references' ? sql`${column} && array(${wanted})` : sql`${column} in (${wanted})`;
    }
    case 'whole':
    case 'fraction':
      return sql`${column} = any(${list.map((value, index) => numberIn(filter, value, index))}::numeric[])`;
    case 'bool':
      return sql`${column} = any(${list.map((value, index) => flagIn(filter, value, index))}::boolean[])`;
    default:
      return sql`${column}::text = any(${list}::text[])`;
  }
}

/** The rows chosen, and of a tree all below them. */
function nodesOf(
  filter: DatasetFilter,
  field: EntityField,
  ids: readonly string[],
  { documents }: CallContext,
): RawBuilder<unknown> {
  const chosen = sql`select unnest(${[...ids]}::uuid[])`;
  const target = field.ref === undefined ? undefined : documentOf(documents, field.ref);
  if (target?.tree === undefined) return chosen;
  const below = sql.ref(`below_${toColumn(filter.key)}`);
  // Without `all`, a row found twice ends the search, so that no circle keeps it going.
  return sql`with recursive ${below} (id) as (
    ${chosen}
    union
    select node.id from ${sql.table(target.name)} as node
    join ${below} on ${sql.ref(`node.${toColumn(target.tree.parent)}`)} = ${below}.id)
    select id from ${below}`;
}

function idIn(filter: DatasetFilter, value: string, index: number): string {
  if (isId(value)) return value;
  throw wrongInput(pointer(filter.key, index), filter.title, datasetText('dataset.id'), value);
}

function numberIn(filter: DatasetFilter, value: string, index: number): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (Number.isFinite(number)) return number;
  throw wrongInput(pointer(filter.key, index), filter.title, datasetText('dataset.number'), value);
}

function flagIn(filter: DatasetFilter, value: string, index: number): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw wrongInput(pointer(filter.key, index), filter.title, datasetText('dataset.flag'), value);
}
