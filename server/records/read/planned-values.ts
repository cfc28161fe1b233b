import { sql } from 'kysely';
import type { SelectPlan } from '../plan/select-plan.ts';
import { putAt } from './put-at.ts';

type Row = Readonly<Record<string, unknown>>;

/** The columns of paths, and the values of a row nested as expressions read them. */
export function plannedValues(plan: SelectPlan, paths: readonly string[]) {
  const columns = paths.flatMap((path, index) => {
    const column = plan.fact(path);
    return column === undefined ? [] : [sql`${column.sql} as ${sql.ref(`c${index}`)}`];
  });
  const nested = (row: Row | undefined): Row => {
    const values: Record<string, unknown> = {};
    for (const [index, path] of paths.entries()) putAt(values, path.split('.'), row?.[`c${index}`] ?? null);
    return values;
  };
  return { columns: sql.join(columns), nested };
}
