import { sql } from 'kysely';
import type { ChildRows, EntityModel, WireRecord } from '../../../engine/model/index.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { every } from '../plan/conditions.ts';
import { SelectPlan } from '../plan/select-plan.ts';
import { RowReader } from './row-reader.ts';

/** Which child rows a caller asked for, and of each which fields; undefined for all. */
export type AskedChildren = ReadonlyMap<ChildRows, readonly string[] | undefined>;

/** Parts the fields of a request into the entity's own and those of its child rows (`items`, `items.name`). */
export function askedFields(
  entity: EntityModel,
  fields: unknown,
): { readonly own: unknown; readonly children: AskedChildren } {
  const children = new Map<ChildRows, readonly string[] | undefined>();
  if (!Array.isArray(fields)) return { own: fields, children };
  const own = fields.filter((path: unknown) => {
    const [key = '', ...rest] = typeof path === 'string' ? path.split('.') : [];
    const rows = entity.children.get(key);
    if (rows === undefined) return true;
    const known = children.has(rows) ? children.get(rows) : [];
    children.set(rows, rest.length === 0 || known === undefined ? undefined : [...known, rest.join('.')]);
    return false;
  });
  return { own, children };
}

/** The child rows of a record in their order. They belong to it: who may see it may see them, masks put on. */
export async function viewChildren(
  rows: ChildRows,
  parentId: string,
  fields: readonly string[] | undefined,
  context: CallContext,
): Promise<readonly WireRecord[]> {
  const plan = new SelectPlan(context, modelOf(context.documents, rows.entity));
  const reader = await RowReader.of(plan, context, fields);
  const order = [...(rows.order === undefined ? [] : [rows.order]), 'createdAt', 'id'].map((key) => plan.own(key));
  const columns = reader.columns();
  const found = await sql<Record<string, unknown>>`select ${columns} ${plan.from()}
    where ${every([sql`${plan.own(rows.by)} = ${parentId}`, plan.live()])} order by ${sql.join(order)}`.execute(
    context.db,
  );
  return found.rows.map((row) => reader.record(row));
}
