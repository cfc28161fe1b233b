import { type RawBuilder, sql } from 'kysely';

/** The ids of a department and of all below it, as a subquery. */
export function departmentTree(departmentId: string): RawBuilder<unknown> {
  return sql`(select below.id from department top join department below
    on below.deleted_at is null and (below.id = top.id or below.path like top.path || '%') where top.id = ${departmentId}::uuid)`;
}

/** The ids of all who work in a department or in one below it, whether they still do or have left, as a subquery. */
export function departmentStaff(departmentId: string): RawBuilder<unknown> {
  return sql`(select member.id from staff member where member.department_id in ${departmentTree(departmentId)})`;
}

/** The ids of a department and of all above it, as a subquery. */
export function departmentsAbove(departmentId: string): RawBuilder<unknown> {
  return sql`(select above.id from department own join department above
    on above.deleted_at is null and (above.id = own.id or own.path like above.path || '%') where own.id = ${departmentId}::uuid)`;
}
