import { sql } from 'kysely';
import { isShown } from '../../../engine/model/access/index.ts';
import type { ChildRows } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import type { WireRecord } from '../../../engine/model/wire/index.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { every } from '../plan/conditions.ts';
import { SelectPlan } from '../plan/select-plan.ts';
import { RowReader } from './row-reader.ts';

/** What is asked of child rows: these fields of a row, or all where none are named, and rows of its own. */
type AskedRows = { readonly fields: readonly string[] | undefined; readonly children: AskedChildren };

/** Which child rows a caller asked for, and what of each. */
export type AskedChildren = ReadonlyMap<ChildRows, AskedRows>;

/** Parts the fields of a request into the entity's own and those of its child rows (`items`, `items.name`), and of theirs. */
export function askedFields(
  entity: EntityModel,
  fields: unknown,
  context: CallContext,
): { readonly own: unknown; readonly children: AskedChildren } {
  if (!Array.isArray(fields)) return { own: fields, children: new Map() };
  const list: readonly unknown[] = fields;
  const own = list.filter((path) => typeof path !== 'string' || listAt(entity, path, context) === undefined);
  return {
    own,
    children: askedChildren(
      entity,
      list.filter((path) => typeof path === 'string'),
      context,
    ),
  };
}

function askedChildren(entity: EntityModel, paths: readonly string[], context: CallContext): AskedChildren {
  const below = new Map<ChildRows, string[]>();
  for (const path of paths) {
    const rows = listAt(entity, path, context);
    if (rows !== undefined) below.set(rows, [...(below.get(rows) ?? []), path.slice(rows.key.length + 1)]);
  }
  return new Map(
    [...below].map(([rows, asked]) => {
      const child = modelOf(context.documents, rows.entity);
      const isWhole = asked.includes('');
      const own = asked.filter((path) => path !== '' && listAt(child, path, context) === undefined);
      return [rows, { fields: isWhole ? undefined : own, children: askedChildren(child, asked, context) }];
    }),
  );
}

/** The list of child rows a path leads into, where the caller is shown it; undefined for any other. */
function listAt(entity: EntityModel, path: string, { caller }: CallContext): ChildRows | undefined {
  const rows = entity.children.get(path.split('.', 1)[0] ?? '');
  return rows !== undefined && isShown(entity.document, rows.key, caller.grants) ? rows : undefined;
}

/** The child rows of a record in their order. They belong to it: who may see it may see them, masks put on. */
export async function viewChildren(
  rows: ChildRows,
  parentId: string,
  asked: AskedRows,
  context: CallContext,
): Promise<readonly WireRecord[]> {
  return (await rowsOfParents(rows, [parentId], asked, context)).get(parentId) ?? [];
}

/** The same of several records at once, by the id of each. */
async function rowsOfParents(
  rows: ChildRows,
  parents: readonly string[],
  { fields, children }: AskedRows,
  context: CallContext,
): Promise<ReadonlyMap<string, readonly WireRecord[]>> {
  const plan = new SelectPlan(context, modelOf(context.documents, rows.entity));
  const reader = await RowReader.of(plan, context, fields);
  const order = [...(rows.order === undefined ? [] : [rows.order]), 'createdAt', 'id'].map((key) => plan.own(key));
  const columns = reader.columns();
  const found = await sql<Record<string, unknown>>`select ${columns}, ${plan.own(rows.by)} as ${sql.ref(parentColumn)}
    ${plan.from()} where ${every([sql`${plan.own(rows.by)} = any(${[...parents]}::uuid[])`, plan.live()])}
    order by ${sql.join(order)}`.execute(context.db);
  const below = await Promise.all(
    [...children].map(async ([list, asked]) => {
      const ids = found.rows.map(({ id }) => String(id));
      return [list.key, await rowsOfParents(list, ids, asked, context)] as const;
    }),
  );
  const grouped = new Map<string, WireRecord[]>();
  for (const { [parentColumn]: parent, ...row } of found.rows) {
    const record = reader.record(row);
    const own = Object.fromEntries(below.map(([key, lists]) => [key, lists.get(record.id) ?? []]));
    grouped.set(String(parent), [...(grouped.get(String(parent)) ?? []), { ...record, ...own }]);
  }
  return grouped;
}

/** Names the parent beside the columns of a row. */
const parentColumn = '_parent';

/** The child rows of a record as a caller asks for them by paths of a row. */
export function viewChildRows(
  rows: ChildRows,
  parentId: string,
  paths: readonly string[],
  context: CallContext,
): Promise<readonly WireRecord[]> {
  const child = modelOf(context.documents, rows.entity);
  const fields = paths.filter((path) => listAt(child, path, context) === undefined);
  return viewChildren(rows, parentId, { fields, children: askedChildren(child, paths, context) }, context);
}
