import type { EventOf, StudentEventAnswer } from '../../../contract/student-app.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { refuseInStudy } from './errors.ts';
import { holdSupervision } from './hold-supervision.ts';
import { type Lesson, lessonOf } from './lesson.ts';
import { logDeed } from './log.ts';
import { toldMoment } from './moment.ts';
import { watchedSeconds } from './store.ts';

/** A lesson is learnt when this much of it was watched. */
const learntShare = 0.9;

/** Takes a stretch of a video or a session that a student watched: its lesson counts each second once. */
export async function takeWatched(
  event: EventOf<'watch' | 'attend'>,
  context: RuleContext,
): Promise<StudentEventAnswer> {
  const { records, now } = context;
  const { studentId, fromSecond, toSecond, terminal } = event;
  // Two stretches told at the same moment belong to one lesson: one comes after the other.
  await holdSupervision(studentId, context);
  const student = await records.findOne('student', { id: studentId });
  if (student === undefined) throw refuse('E_NOT_FOUND');
  const startedAt = toldMoment(event.startedAt, now);
  const lesson = await lessonOf(event, startedAt, context);
  const { kind, lessonNo, title: object } = lesson;
  if (fromSecond >= toSecond || toSecond > lesson.seconds) throw refuseInStudy('E_WATCH_SPAN');
  const known = await records.findOne('lesson_record', { studentId, kind, lessonNo });
  const id = known?.id ?? (await newLesson(student, lesson, startedAt, context));
  const place = (await records.count('lesson_segment', { lessonRecordId: id })) + 1;
  await records.insert('lesson_segment', { lessonRecordId: id, place, startedAt, fromSecond, toSecond, terminal });
  const seconds = toSecond - fromSecond;
  const lastAt = watchedUntil(startedAt, seconds, now);
  await records.update('lesson_record', id, {
    ...(await progress(id, known, lastAt, toSecond, lesson.seconds, context)),
    terminal,
  });
  await records.increase('student', studentId, 'studySeconds', seconds);
  await logDeed(
    { studentId, event: 'watch', object, terminal, occurredAt: startedAt, durationSeconds: seconds },
    context,
  );
  return { id, status: null };
}

/** When a stretch was watched to its end: never later than now, however fast it was played or late its beginning is told. */
const watchedUntil = (startedAt: string, seconds: number, now: string) =>
  new Date(Math.min(Date.parse(startedAt) + seconds * 1000, Date.parse(now))).toISOString();

function newLesson(
  student: StoredRecord,
  { kind, lessonNo, title, seconds, refers }: Lesson,
  startedAt: string,
  { records }: RuleContext,
): Promise<string> {
  return records.insert('lesson_record', {
    ...{ studentId: student.id, customerId: student.customerId, kind, lessonNo, title },
    ...{ supervisorId: student.supervisorId, supervisorDeptId: student.supervisorDeptId },
    ...{ totalSeconds: seconds, watchedSeconds: 0, playCount: 0, firstAt: startedAt },
    ...refers,
  });
}

/** How far a lesson is after a further stretch. */
async function progress(
  id: string,
  known: StoredRecord | undefined,
  lastAt: string,
  reached: number,
  total: number,
  { db }: RuleContext,
): Promise<Values> {
  const watched = Math.min(await watchedSeconds(db, id), total);
  const isLearnt = watched >= total * learntShare;
  const before = String(known?.lastAt ?? '');
  return {
    ...{ watchedSeconds: watched, maxPosition: Math.max(Number(known?.maxPosition ?? 0), reached) },
    ...{ playCount: Number(known?.playCount ?? 0) + 1, lastAt: before > lastAt ? before : lastAt },
    learntAt: known?.learntAt ?? (isLearnt ? lastAt : null),
  };
}
