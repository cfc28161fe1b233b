import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** Ids of who holds a role by its code and is at work, in one of these departments; anywhere where none are named. */
export async function activeHolders(
  db: Db,
  role: string,
  departmentIds: readonly string[] | undefined,
): Promise<readonly string[]> {
  const within = departmentIds === undefined ? sql`true` : sql`s.department_id = any(${[...departmentIds]}::uuid[])`;
  const { rows } = await sql<{ id: string }>`select s.id from staff s join role r on r.id = any(s.role_ids)
    where r.code = ${role} and s.status = 'active' and s.deleted_at is null and ${within} order by s.id`.execute(db);
  return rows.map(({ id }) => id);
}
