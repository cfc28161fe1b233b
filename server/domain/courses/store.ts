import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** Videos that wait to be made ready, in the order of their ids after the given one. */
export async function videosInProcess(db: Db, after: string | null, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select id from video where status = 'transcoding' and deleted_at is null
    and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The name of a course on sale that shows a video; undefined where there is none. */
export async function courseOnSaleWith(db: Db, videoId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select c.name from course_chapter l join course c on c.id = l.course_id
    where l.video_id = ${videoId}::uuid and l.deleted_at is null and c.deleted_at is null and c.status = 'on' limit 1`.execute(
    db,
  );
  return rows[0]?.name;
}
