import { sql } from 'kysely';
import { toColumn } from '../../../engine/model/naming/index.ts';
import type { Db } from '../../kernel/database/db.ts';

type Day = { readonly day: string; readonly from: string; readonly to: string };

/**
 * Writes anew what the students did on a day, from their lessons, attempts and log; answers how many rows changed. Rows
 * that come out as they are stay untouched, those that nothing stands for any more go.
 */
export async function rebuildDay(db: Db, { day, from, to }: Day, now: string): Promise<number> {
  const { rows } = await sql<{ changed: number }>`with done as (
      select r.student_id, coalesce(c.project_id, v.project_id, k.project_id, s.project_ids[1]) as project_id,
        g.to_second - g.from_second as seconds, 0 as lessons, 0 as questions, 0 as correct, 0 as papers,
        g.started_at + make_interval(secs => g.to_second - g.from_second) as at
      from lesson_segment g join lesson_record r on r.id = g.lesson_record_id join student s on s.id = r.student_id
        left join course c on c.id = r.course_id left join video v on v.id = r.video_id
        left join class_session k on k.id = r.session_id
      where g.started_at >= ${from} and g.started_at < ${to} and g.deleted_at is null and r.deleted_at is null
    union all select r.student_id, coalesce(c.project_id, v.project_id, k.project_id, s.project_ids[1]), 0, 1, 0, 0, 0, r.learnt_at
      from lesson_record r join student s on s.id = r.student_id
        left join course c on c.id = r.course_id left join video v on v.id = r.video_id
        left join class_session k on k.id = r.session_id
      where r.learnt_at >= ${from} and r.learnt_at < ${to} and r.deleted_at is null
    union all select a.student_id, a.project_id, 0, 0, count(w.id)::int, (count(w.id) filter (where w.correct))::int, 1,
        a.submitted_at
      from exam_attempt a left join attempt_answer w on w.attempt_id = a.id and w.deleted_at is null
      where a.submitted_at >= ${from} and a.submitted_at < ${to} and a.status <> 'void' and a.deleted_at is null
      group by a.id
    ), signed as (select student_id, min(occurred_at) as at from user_log
      where event = 'login' and occurred_at >= ${from} and occurred_at < ${to} group by student_id
    ), summed as (select student_id, project_id, sum(seconds)::int as seconds, sum(lessons)::int as lessons,
        sum(questions)::int as questions, sum(correct)::int as correct, sum(papers)::int as papers, max(at) as at
      from done group by student_id, project_id
      union all select student_id, null, 0, 0, 0, 0, 0, at from signed
        where not exists (select 1 from done where done.student_id = signed.student_id)
    ), fresh as (select f.student_id, f.project_id, f.seconds, f.lessons, f.questions, f.correct, f.papers, f.at,
        exists (select 1 from signed where signed.student_id = f.student_id) as signed,
        round(f.seconds / 60.0 + f.lessons * 10 + f.questions * 0.5 + f.correct * 0.5, 2) as score,
        bought.class_type_id, p.supervisor_id, p.supervisor_dept_id, floor(extract(epoch from f.at) / 60)::int as minute
      from summed f join student p on p.id = f.student_id left join lateral (select i.class_type_id from sales_order o join order_item i on i.order_id = o.id
          and i.deleted_at is null
        where o.student_id = f.student_id and o.project_id = f.project_id and o.paid_at < ${to} and o.deleted_at is null
        order by o.paid_at desc, i.place limit 1) bought on true
    ), gone as (delete from study_daily_stat t where t.stat_date = ${day}::date and not exists (select 1 from fresh f
        where f.student_id = t.student_id and f.project_id is not distinct from t.project_id) returning 1
    ), changed as (update study_daily_stat t set class_type_id = f.class_type_id, supervisor_id = f.supervisor_id,
        supervisor_dept_id = f.supervisor_dept_id, study_seconds = f.seconds,
        lesson_finished = f.lessons, question_done = f.questions, question_correct = f.correct, paper_done = f.papers,
        sign_in = f.signed, score = f.score, reached_at = f.at, reached_minute = f.minute, updated_at = ${now},
        version = t.version + 1
      from fresh f where t.stat_date = ${day}::date and t.student_id = f.student_id
        and t.project_id is not distinct from f.project_id
        and (t.class_type_id, t.study_seconds, t.lesson_finished, t.question_done, t.question_correct, t.paper_done,
          t.sign_in, t.score, t.reached_at, t.supervisor_id, t.supervisor_dept_id) is distinct from (f.class_type_id, f.seconds, f.lessons, f.questions,
          f.correct, f.papers, f.signed, f.score, f.at, f.supervisor_id, f.supervisor_dept_id) returning 1
    ), added as (insert into study_daily_stat (id, created_at, updated_at, version, stat_date, student_id, project_id,
        class_type_id, study_seconds, lesson_finished, question_done, question_correct, paper_done, sign_in, score,
        reached_at, reached_minute, supervisor_id, supervisor_dept_id)
      select gen_random_uuid(), ${now}, ${now}, 1, ${day}::date, f.student_id, f.project_id, f.class_type_id, f.seconds,
        f.lessons, f.questions, f.correct, f.papers, f.signed, f.score, f.at, f.minute, f.supervisor_id, f.supervisor_dept_id
      from fresh f where not exists (select 1 from study_daily_stat t where t.stat_date = ${day}::date
        and t.student_id = f.student_id and t.project_id is not distinct from f.project_id) returning 1)
    select (select count(*) from gone) + (select count(*) from changed) + (select count(*) from added) as changed`.execute(
    db,
  );
  return Number(rows[0]?.changed ?? 0);
}

/** The seconds of a lesson that were watched, each counted once however often it was played. */
export async function watchedSeconds(db: Db, lessonRecordId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`select coalesce(sum(upper(part) - lower(part)), 0)::int as seconds
    from (select unnest(range_agg(int4range(from_second, to_second))) as part from lesson_segment
      where lesson_record_id = ${lessonRecordId}::uuid and deleted_at is null) parts`.execute(db);
  return rows[0]?.seconds ?? 0;
}

/** Values that rows carry of what they refer to, by their own fields, and by which field they refer to it. */
export type Carried = {
  readonly entity: string;
  readonly by: string;
  readonly values: Readonly<Record<string, unknown>>;
};

/** Puts what rows carry of a student, or of an order, where it stands otherwise. Nobody changed them: their versions stay. */
export async function carry(db: Db, id: string, { entity, by, values }: Carried): Promise<void> {
  const entries = Object.entries(values);
  const own = entries.map(([key]) => sql.ref(toColumn(key)));
  const given = entries.map(([, value]) => sql`${value}::uuid`);
  const set = own.map((column, at) => sql`${column} = ${given[at]}`);
  await sql`update ${sql.table(entity)} set ${sql.join(set)} where ${sql.ref(toColumn(by))} = ${id}::uuid
    and (${sql.join(own)}) is distinct from (${sql.join(given)})`.execute(db);
}
