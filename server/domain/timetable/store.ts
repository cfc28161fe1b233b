import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** How many students a class type teaches just now. */
export async function studentsOf(db: Db, classTypeId: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*)::text as count from study_service
    where class_type_id = ${classTypeId}::uuid and status not in ('finished', 'terminated') and deleted_at is null`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Who looks after the students of a class type, and how many each of them. */
export async function supervisorsOf(
  db: Db,
  classTypeId: string,
): Promise<readonly { readonly staffId: string; readonly students: number }[]> {
  const { rows } = await sql<{ staffId: string; students: string }>`select supervisor_id as "staffId",
      count(*)::text as students from study_service
    where class_type_id = ${classTypeId}::uuid and supervisor_id is not null
      and status not in ('finished', 'terminated') and deleted_at is null group by supervisor_id order by supervisor_id`.execute(
    db,
  );
  return rows.map(({ staffId, students }) => ({ staffId, students: Number(students) }));
}

/** The students of a class type nobody looks after: how many, and the names of the first. */
export async function unsupervisedOf(
  db: Db,
  classTypeId: string,
  most: number,
): Promise<{ readonly students: number; readonly names: readonly string[] }> {
  const { rows } = await sql<{ name: string; students: string }>`select student_name as name,
      (count(*) over ())::text as students from study_service
    where class_type_id = ${classTypeId}::uuid and supervisor_id is null
      and status not in ('finished', 'terminated') and deleted_at is null order by service_no limit ${most}`.execute(
    db,
  );
  return { students: Number(rows[0]?.students ?? 0), names: rows.map(({ name }) => name) };
}

/** A session as it is copied to another week. */
export type WeekSession = {
  readonly title: string;
  readonly classTypeId: string;
  readonly courseId: string | null;
  readonly teacherId: string;
  readonly classroomId: string | null;
  readonly startAt: string;
  readonly endAt: string;
  readonly lessonUnits: number;
};

/** The sessions that begin between two moments and were not cancelled, of one teacher or room where that is said. */
export async function sessionsBetween(
  db: Db,
  span: { readonly from: string; readonly to: string },
  { teacherId, classroomId }: { readonly teacherId: string | null; readonly classroomId: string | null },
  limit: number,
): Promise<readonly WeekSession[]> {
  const { rows } = await sql<Omit<WeekSession, 'startAt' | 'endAt'> & { startAt: Date; endAt: Date }>`select title,
      class_type_id as "classTypeId", course_id as "courseId", teacher_id as "teacherId", classroom_id as "classroomId",
      start_at as "startAt", end_at as "endAt", lesson_units as "lessonUnits" from class_session
    where start_at >= ${span.from}::timestamptz and start_at < ${span.to}::timestamptz and status <> 'cancelled'
      and (${teacherId}::uuid is null or teacher_id = ${teacherId}::uuid)
      and (${classroomId}::uuid is null or classroom_id = ${classroomId}::uuid) and deleted_at is null
    order by start_at, id limit ${limit}`.execute(db);
  return rows.map(({ startAt, endAt, lessonUnits, ...row }) => ({
    ...row,
    startAt: new Date(startAt).toISOString(),
    endAt: new Date(endAt).toISOString(),
    lessonUnits: Number(lessonUnits),
  }));
}

/** What takes up the time of a session: whose it is, and its title. */
export async function sessionInTheWay(
  db: Db,
  { startAt, endAt, teacherId, classroomId, classTypeId }: Omit<WeekSession, 'title' | 'courseId' | 'lessonUnits'>,
): Promise<{ readonly what: 'teacher' | 'classroom' | 'classType'; readonly title: string } | undefined> {
  const { rows } = await sql<{ what: 'teacher' | 'classroom' | 'classType'; title: string }>`select title,
      case when teacher_id = ${teacherId}::uuid then 'teacher' when classroom_id = ${classroomId}::uuid then 'classroom'
        else 'classType' end as what
    from class_session where status <> 'cancelled' and deleted_at is null
      and tstzrange(start_at, end_at) && tstzrange(${startAt}::timestamptz, ${endAt}::timestamptz)
      and (teacher_id = ${teacherId}::uuid or classroom_id = ${classroomId}::uuid or class_type_id = ${classTypeId}::uuid)
    order by start_at limit 1`.execute(db);
  return rows[0];
}
