import { sql } from 'kysely';
import type { ChildRows } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import {
  type ChildRowsRead,
  childRowsRead,
  parseExpression,
  pathsRead,
} from '../../../engine/model/expression/index.ts';
import { prepared } from '../../db/connection/prepared.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { every } from '../plan/conditions.ts';
import { SelectPlan } from '../plan/select-plan.ts';
import { plannedValues } from './planned-values.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * What expressions read of a stored record besides its own values: through its relations (`customer.ownerId`), nested as
 * they read it, and of its child rows, whoever calls. Absent expressions read nothing; `root` is what they call the record.
 */
export async function reachedValues(
  entity: EntityModel,
  id: string,
  sources: readonly (string | undefined)[],
  context: CallContext,
  root: 'record' | 'row' = 'record',
): Promise<Values> {
  const read = readBy(sources, root);
  if (read === undefined) return {};
  const reached: Record<string, unknown> = { ...(await relatedValues(entity, id, read.paths, context)) };
  for (const [key, paths] of read.childRows) {
    const rows = entity.children.get(key);
    if (rows !== undefined) reached[key] = await childValues(rows, id, [...paths], context);
  }
  return reached;
}

type Reads = { readonly paths: readonly string[]; readonly childRows: ChildRowsRead };

/** What expressions read beyond a record's own values; undefined where that is nothing. */
function readBy(sources: readonly (string | undefined)[], root: 'record' | 'row'): Reads | undefined {
  const paths = new Set<string>();
  const childRows = new Map<string, ReadonlySet<string>>();
  for (const expression of parsed(sources)) {
    for (const path of pathsRead(expression, root)) if (path.includes('.')) paths.add(path);
    for (const [key, read] of root === 'row' ? [] : childRowsRead(expression, root))
      childRows.set(key, new Set([...(childRows.get(key) ?? []), ...read]));
  }
  return paths.size + childRows.size === 0 ? undefined : { paths: [...paths], childRows };
}

/** The expressions among some texts; what is none reads nothing. */
function parsed(sources: readonly (string | undefined)[]) {
  return sources.flatMap((source) => {
    const outcome = source === undefined ? undefined : parseExpression(source);
    return outcome?.ok === true ? [outcome.expression] : [];
  });
}

/** Values reached through relations, nested as expressions read them. */
export async function relatedValues(
  entity: EntityModel,
  id: string,
  paths: readonly string[],
  context: CallContext,
): Promise<Values> {
  if (paths.length === 0) return {};
  const plan = new SelectPlan(context, entity);
  const { columns, nested } = plannedValues(plan, paths);
  const result = await sql<Values>`${prepared}select ${columns} ${plan.from()} where ${plan.own('id')} = ${id}`.execute(
    context.db,
  );
  return nested(result.rows[0]);
}

/** The living child rows of a record with what is read of each. */
async function childValues(
  rows: ChildRows,
  parentId: string,
  paths: readonly string[],
  context: CallContext,
): Promise<readonly Values[]> {
  const plan = new SelectPlan(context, modelOf(context.documents, rows.entity));
  const { columns, nested } = plannedValues(plan, ['id', ...paths]);
  const found = await sql<Values>`${prepared}select ${columns} ${plan.from()}
    where ${every([sql`${plan.own(rows.by)} = ${parentId}`, plan.live()])}`.execute(context.db);
  return found.rows.map(nested);
}
