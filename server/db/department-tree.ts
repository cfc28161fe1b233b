import { type RawBuilder, sql } from 'kysely';

/** The ids of a department and of all below it, as a subquery. */
export function departmentTree(departmentId: string): RawBuilder<unknown> {
  return sql`(select below.id from department top join department below
    on below.deleted_at is null and (below.id = top.id or below.path like top.path || '%') where top.id = ${departmentId}::uuid)`;
}
