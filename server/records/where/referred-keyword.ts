import { type RawBuilder, sql } from 'kysely';
import { isShown } from '../../../engine/model/access/index.ts';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { keywordSql } from '../../db/search/keyword.ts';
import { searchColumn, searchedFields, searchedReferences } from '../../db/spec/search-column.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { every, some } from '../plan/conditions.ts';
import { ownRowPolicy } from '../plan/row-policy-conditions.ts';
import { SelectPlan } from '../plan/select-plan.ts';

/**
 * How rows are found that a filter wants: `sought` among all there are, by the indexes that know them; `walked` where
 * few are looked at one after another, each of which is asked whether it is wanted.
 */
export type Way = 'sought' | 'walked';

/**
 * The rows that a keyword finds by themselves or by what they refer to, as a condition on their id: one part for each
 * way, so that each takes its own index however many rows there are. What a reference leads to is found where the caller
 * reaches it, as he sees it in the row. `own` is undefined where no text of the rows themselves is searched. Rows that
 * are walked are asked each for itself: the others that hold the keyword, which may be very many, are not looked up.
 */
export function withReferred(
  own: RawBuilder<unknown> | undefined,
  keyword: string,
  plan: SelectPlan,
  context: CallContext,
  way: Way,
): RawBuilder<unknown> | undefined {
  const { document } = plan.entity;
  const parts = searchedReferences(document).flatMap((field) => {
    if (!isShown(document, field.key, context.caller.grants)) return [];
    plan.cost.add('rollup');
    const found = referredRows(field, keyword, context);
    if (found === undefined) return [];
    const named = sql.ref(`${plan.alias}.${toColumn(field.key)}`);
    const { id, from, condition } = found;
    return way === 'walked'
      ? [sql`(select ${condition} ${from} where ${id} = ${named})`]
      : [sql`${named} in (select ${id} ${from} where ${condition})`];
  });
  if (parts.length === 0) return own;
  if (way === 'walked') return some([...(own === undefined ? [] : [own]), ...parts]);
  const table = sql`${sql.table(plan.entity.document.name)} as ${sql.ref(plan.alias)}`;
  const ways = [...(own === undefined ? [] : [own]), ...parts].map(
    (part) => sql`select ${plan.own('id')} from ${table} where ${part}`,
  );
  return sql`${plan.own('id')} in (${sql.join(ways, sql` union `)})`;
}

/** The rows of the other entity that hold the keyword. */
function referredRows({ key, ref = '' }: EntityField, keyword: string, context: CallContext) {
  const target = new SelectPlan(context, modelOf(context.documents, ref), `k_${toColumn(key)}`);
  const { document } = target.entity;
  // The text that only fields made in the app have is found by them alone.
  if (searchedFields(document).length === 0) return undefined;
  const texts = keywordSql(sql.ref(`${target.alias}.${searchColumn}`), keyword);
  if (texts === undefined) return undefined;
  const policy = ownRowPolicy(document, context.caller, (path) => target.fact(path));
  const conditions = every([target.live(), sql`(${texts})`, ...policy]);
  return { id: target.own('id'), from: target.from(), condition: conditions };
}
