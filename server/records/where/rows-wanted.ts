import { type RawBuilder, sql } from 'kysely';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { lookUp } from '../lookup/lookup.ts';
import { every } from '../plan/conditions.ts';
import type { SelectPlan } from '../plan/select-plan.ts';
import { rowPolicy, rowPolicyParts } from '../policy/row-policy.ts';
import type { Way } from './referred-keyword.ts';
import { compileWhere } from './where.ts';

/** How rows are wanted beside their filter. */
export type Wanting = {
  /** Named scopes that a transition adds to how far the caller reaches. */
  readonly scopes?: readonly string[] | undefined;
  /** The filter was asked, and what it looks up counted, when the work began: a job that goes on with it. */
  readonly isAsked?: true;
};

/** Rows within reach, and what a filter wants of them. */
export type ReachedAndWanted = {
  readonly scope: RawBuilder<unknown>;
  readonly filter: RawBuilder<unknown> | undefined;
};

/**
 * The rows of an entity that a call may touch and a filter wants: the one door of all filters of requests. A whole value
 * of a masked field is a lookup: counted and written down before anything is answered; refused beyond the quota. What
 * is planned with one knows the database, so that no plan that is kept skips it.
 */
export async function rowsWanted(
  where: unknown,
  plan: SelectPlan,
  context: CallContext,
  wanting: Wanting = {},
): Promise<RawBuilder<unknown>> {
  const { scope, filter } = await reachedAndWanted(where, plan, context, wanting);
  return filter === undefined ? scope : every([scope, filter]);
}

/** The same, with what the filter wants apart from what is within reach; what it looks up is counted alike. */
export async function reachedAndWanted(
  where: unknown,
  plan: SelectPlan,
  context: CallContext,
  { scopes, isAsked, way = 'sought' }: Wanting & { readonly way?: Way } = {},
): Promise<ReachedAndWanted> {
  const scope = await rowPolicy(plan, context, scopes === undefined ? undefined : { scopes });
  if (where === undefined || where === null) return { scope, filter: undefined };
  const { condition, sought } = compileWhere(where, plan, context, way);
  if (sought !== undefined && isAsked !== true)
    await lookUp(sought.lookup, context, async () => {
      const { rows } = await sql`select 1 ${plan.from()} where ${every([scope, sought.sql])} limit 1`.execute(
        context.db,
      );
      return { answer: undefined, isHit: rows.length > 0 };
    });
  return { scope, filter: condition };
}

/**
 * The rows that `rowsWanted` answers in parts, each of which an index may give in its order; none where there are no
 * such parts, or where rows are asked of one of the records that tell whose they are: those are few. A row may lie in several parts. What the filter looks
 * up is counted there.
 */
export async function wantedParts(
  where: unknown,
  plan: SelectPlan,
  context: CallContext,
): Promise<readonly RawBuilder<unknown>[]> {
  const parts = isOfOne(where, plan.entity) ? [] : await rowPolicyParts(plan, context);
  if (parts.length === 0 || where === undefined || where === null) return parts;
  const { condition } = compileWhere(where, plan, context);
  return parts.map((part) => every([part, condition]));
}

/** Whether a filter takes the rows of one record alone, of those that tell whose the rows are. */
function isOfOne(where: unknown, entity: EntityModel): boolean {
  if (typeof where !== 'object' || where === null) return false;
  if ('and' in where && Array.isArray(where.and)) return where.and.some((one) => isOfOne(one, entity));
  if (!('op' in where) || where.op !== 'eq' || !('field' in where)) return false;
  const { owner = [], department = [] } = entity.document.access ?? {};
  return [...owner, ...department].some((path) => {
    const [relation = '', ...further] = path.split('.');
    return further.length > 0 && entity.relations.get(relation)?.field.key === where.field;
  });
}
