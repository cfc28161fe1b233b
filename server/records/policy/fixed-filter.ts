import { type RawBuilder, sql } from 'kysely';
import type { FixedFilter } from '../../../engine/model/documents/index.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { SelectPlan } from '../plan/select-plan.ts';

/** A page's fixed filter as SQL, path by path: a value equals, a list holds one of, null is empty, `"@me"` is the caller. */
export function fixedConditions(
  filter: FixedFilter | undefined,
  plan: SelectPlan,
  caller: Caller,
): readonly { readonly path: string; readonly sql: RawBuilder<unknown> }[] {
  return Object.entries(filter ?? {}).map(([path, value]) => {
    const column = plan.fact(path);
    if (column === undefined) throw refuse('E_SERVER', { got: path });
    if (value === null) return { path, sql: sql`${column.sql} is null` };
    const values = (Array.isArray(value) ? value : [value]).map((item) => (item === '@me' ? caller.staffId : item));
    return { path, sql: sql`${column.sql} in (${sql.join(values)})` };
  });
}
