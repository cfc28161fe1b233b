import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

const answering = 'student_question:answer';

/** Whether somebody is at work, holds a project and answers questions. */
export async function answersIn(db: Db, staffId: string, projectId: unknown): Promise<boolean> {
  const { rows } = await sql`select 1 from staff s where s.id = ${staffId}::uuid and ${teaches(projectId)}`.execute(db);
  return rows.length > 0;
}

/** The teacher of a project who has the fewest questions to answer, the one who was given none for longest first. */
export async function leastLoaded(db: Db, projectId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select s.id from staff s
    left join lateral (select count(*) as open, max(q.created_at) as latest from student_question q
      where q.answerer_id = s.id and q.status in ('pending', 'claimed', 'follow_up') and q.deleted_at is null) load on true
    where ${teaches(projectId)} order by load.open, load.latest nulls first, s.id limit 1`.execute(db);
  return rows[0]?.id;
}

function teaches(projectId: unknown) {
  return sql`s.status = 'active' and s.deleted_at is null and s.project_ids @> array[${projectId}::uuid]
    and exists (select 1 from role r where r.id = any(s.role_ids) and r.enabled and r.deleted_at is null
      and r.permissions @> ${JSON.stringify([answering])}::jsonb)`;
}
