import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';
import type { SelectPlan } from './select-plan.ts';

/** Which of several conditions of a plan one row satisfies, in their order. */
export async function evaluateConditions(
  plan: SelectPlan,
  conditions: readonly RawBuilder<unknown>[],
  id: string,
  db: Db,
): Promise<readonly boolean[]> {
  if (conditions.length === 0) return [];
  const columns = conditions.map((condition, index) => sql`(${condition}) as ${sql.ref(`c${index}`)}`);
  const found = await sql<
    Record<string, unknown>
  >`select ${sql.join(columns)} ${plan.from()} where ${plan.own('id')} = ${id}`.execute(db);
  return conditions.map((_, index) => found.rows[0]?.[`c${index}`] === true);
}

/** Paths of a row behind a relation that the caller of the plan does not reach, though there is a value. */
export async function unreachedPaths(
  plan: SelectPlan,
  paths: readonly string[],
  id: string,
  db: Db,
): Promise<ReadonlySet<string>> {
  const related = paths.flatMap((path) => {
    const [all, reached] = path.includes('.') ? [plan.fact(path), plan.reached(path)] : [];
    if (all === undefined || reached === undefined) return [];
    return [{ path, sql: sql`${all.sql} is not null and ${reached.sql} is null` }];
  });
  const conditions = related.map(({ sql: condition }) => condition);
  const held = await evaluateConditions(plan, conditions, id, db);
  return new Set(related.filter((_, index) => held[index] === true).map(({ path }) => path));
}
