import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';
import { departmentTree } from './department-tree.ts';

/** A person of each kind there is at work in a department or below it: of those who hold and see the same, one. */
export async function kindsOfPeopleBelow(db: Db, departmentId: string): Promise<readonly string[]> {
  const found = await sql<{
    id: string;
  }>`select distinct on (p.department_id, p.role_ids, p.data_scope, p.custom_department_ids, own.policies) p.id
    from staff p left join lateral (select array_agg(m.id order by m.id) as policies from masking_policy m
      where m.staff_id = p.id and m.enabled and m.deleted_at is null) own on true
    where p.deleted_at is null and p.status in ('active', 'leaving') and p.department_id in ${departmentTree(departmentId)}`.execute(
    db,
  );
  return found.rows.map(({ id }) => id);
}
