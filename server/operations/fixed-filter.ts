import { type RawBuilder, sql } from 'kysely';
import type { FixedFilter } from '../../engine/model/index.ts';
import type { Caller } from '../access/caller.ts';
import { refuse } from '../http/app-error.ts';
import { every, type SelectPlan } from './select-plan.ts';

/** A page's fixed filter as SQL: a value equals, a list holds one of, null is empty, `"@me"` is the caller. */
export function fixedFilter(filter: FixedFilter | undefined, plan: SelectPlan, caller: Caller): RawBuilder<unknown> {
  const conditions = Object.entries(filter ?? {}).map(([path, value]) => {
    const column = plan.fact(path);
    if (column === undefined) throw refuse('E_SERVER', { got: path });
    if (value === null) return sql`${column.sql} is null`;
    const values = (Array.isArray(value) ? value : [value]).map((item) => (item === '@me' ? caller.staffId : item));
    return sql`${column.sql} in (${sql.join(values)})`;
  });
  return every(conditions);
}
