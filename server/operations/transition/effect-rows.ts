import { type RawBuilder, sql } from 'kysely';
import type { EffectRows, TransitionEffect } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { parseExpression, type Scope } from '../../../engine/model/expression/index.ts';
import { conditionSql } from '../../db/expression/expression-sql.ts';
import { rebased } from '../../db/expression/rebased.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { every } from '../../records/plan/conditions.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { reachedValues } from '../../records/read/reached-values.ts';

const defaultMax = 200;
/** Items of a list that stand for one new record each. */
const maxItems = 1000;

/**
 * The ids of the rows an effect is about, in its order. They are held for the rest of the transaction, in one order for
 * everybody; what waited for another change is looked at again.
 */
export async function lockedRows(rows: EffectRows, scope: Scope, context: RuleContext): Promise<readonly string[]> {
  const found = await matching(rows, scope, context);
  for (const id of found.toSorted()) await context.records.lock(rows.entity, id);
  const held = new Set(found);
  return found.length === 0 ? [] : (await matching(rows, scope, context)).filter((id) => held.has(id));
}

async function matching(rows: EffectRows, scope: Scope, context: RuleContext): Promise<readonly string[]> {
  const { entity: name, order, max = defaultMax } = rows;
  const entity = modelOf(context.documents, name);
  const plan = new SelectPlan(context, entity);
  // First: what they read through references is joined.
  const [condition, sorted] = [referring(plan, rows, scope), inOrder(plan, order)];
  const found = await sql<{ readonly id: string }>`select ${plan.own('id')} as id ${plan.from()}
    where ${condition} order by ${sorted} limit ${max + 1}`.execute(context.db);
  if (found.rows.length > max) throw refuse('E_EFFECT_ROWS', { expected: entity.document.title, got: max });
  return found.rows.map(({ id }) => id);
}

/** Live rows that refer to the record of the scope and satisfy the condition, in which they are `row`. */
export function referring(
  plan: SelectPlan,
  { by, where }: Pick<EffectRows, 'by' | 'where'>,
  { record, ...others }: Scope,
): RawBuilder<unknown> {
  const conditions = [sql`${plan.own(by)} = ${record?.id}`, plan.live()];
  const parsed = where === undefined ? undefined : parseExpression(where);
  if (parsed?.ok === true)
    // `record` of the effect is known; what is read of the database is `row`.
    conditions.push(
      conditionSql(rebased(parsed.expression, { row: 'record', record: 'old' }), {
        column: (path) => plan.fact(path.join('.')),
        scope: { ...others, ...(record === undefined ? {} : { old: record }) },
      }),
    );
  return every(conditions);
}

/** The declared order, and where that leaves rows alike the order in which they came. */
export function inOrder(plan: SelectPlan, order: readonly string[] = []): RawBuilder<unknown> {
  const sorted = order.map((key) => {
    const column = plan.fact(key.replace(/^-/, ''))?.sql;
    return key.startsWith('-') ? sql`${column} desc nulls last` : sql`${column} asc nulls last`;
  });
  return sql.join([...sorted, plan.own('createdAt'), plan.own('id')]);
}

/** The items of a list of the record, as `row` of what is made for each: child rows, or what it refers to, in their order. */
export async function itemsOf(
  list: string,
  entity: EntityModel,
  record: StoredRecord,
  sources: readonly string[],
  context: RuleContext,
): Promise<readonly Values[]> {
  const children = entity.children.get(list);
  const relation = entity.relations.get(list);
  const name = children?.entity ?? relation?.entity;
  if (name === undefined) throw refuse('E_SERVER', { got: list });
  const found =
    children === undefined
      ? await referred(record[relation?.field.key ?? ''], name, context)
      : await context.records.find(name, { [children.by]: record.id });
  const order = children?.order;
  const rows = order === undefined ? found : found.toSorted((a, b) => Number(a[order]) - Number(b[order]));
  const item = modelOf(context.documents, name);
  if (rows.length > maxItems) throw refuse('E_EFFECT_ROWS', { expected: item.document.title, got: maxItems });
  const values: Values[] = [];
  for (const row of rows) values.push(await withReached(row, item, sources, context));
  return values;
}

async function referred(ids: unknown, name: string, context: RuleContext): Promise<readonly StoredRecord[]> {
  const list: readonly unknown[] = Array.isArray(ids) ? ids : [];
  const rows: StoredRecord[] = [];
  for (const id of list) {
    const row = typeof id === 'string' ? await context.records.findOne(name, { id }) : undefined;
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/** A row with what expressions read of it through its relations. */
export async function withReached(
  row: StoredRecord,
  entity: EntityModel,
  sources: readonly (string | undefined)[],
  context: RuleContext,
): Promise<Values> {
  return { ...row, ...(await reachedValues(entity, row.id, sources, context, 'row')) };
}

/** Every expression an effect writes values by. */
export function valueSources({ input, set, values }: TransitionEffect): readonly string[] {
  return [input, set, values].flatMap((part) => Object.values(part ?? {}));
}
