import type { EventOf, StudentEventAnswer } from '../../../contract/student-app.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { refuseInStudy } from './errors.ts';
import { holdSupervision } from './hold-supervision.ts';
import { logDeed } from './log.ts';
import { toldMoment } from './moment.ts';
import { watchedSeconds } from './store.ts';

/** A lesson is learnt when this much of it was watched. */
const learntShare = 0.9;

/** Takes a stretch of a video that a student watched: its lesson counts each second once. */
export async function takeWatched(event: EventOf<'watch'>, context: RuleContext): Promise<StudentEventAnswer> {
  const { records, now } = context;
  const { studentId, videoId, courseId, fromSecond, toSecond, terminal } = event;
  await holdSupervision(studentId, context);
  const student = await records.findOne('student', { id: studentId });
  const video = await records.findOne('video', { id: videoId });
  const course = courseId === undefined ? undefined : await records.findOne('course', { id: courseId });
  if (student === undefined || video === undefined || (courseId !== undefined && course === undefined))
    throw refuse('E_NOT_FOUND');
  if (fromSecond >= toSecond || toSecond > Number(video.durationSeconds)) throw refuseInStudy('E_WATCH_SPAN');
  const startedAt = toldMoment(event.startedAt, now);
  const lessonNo = String(video.videoNo);
  // Two stretches told at the same moment belong to one lesson.
  await records.hold(`lesson ${studentId} ${lessonNo}`);
  const kind = event.lessonKind ?? 'video';
  const known = await records.findOne('lesson_record', { studentId, kind, lessonNo });
  const id = known?.id ?? (await newLesson({ student, video, courseId, kind, startedAt }, context));
  const place = (await records.count('lesson_segment', { lessonRecordId: id })) + 1;
  await records.insert('lesson_segment', { lessonRecordId: id, place, startedAt, fromSecond, toSecond, terminal });
  const seconds = toSecond - fromSecond;
  const lastAt = new Date(Date.parse(startedAt) + seconds * 1000).toISOString();
  await records.update('lesson_record', id, {
    ...(await progress(id, known, lastAt, event, video, context)),
    terminal,
  });
  await records.increase('student', studentId, 'studySeconds', seconds);
  const object = String(video.title);
  await logDeed(
    { studentId, event: 'watch', object, terminal, occurredAt: startedAt, durationSeconds: seconds },
    context,
  );
  return { id, status: null };
}

type NewLesson = {
  readonly student: StoredRecord;
  readonly video: StoredRecord;
  readonly courseId: string | undefined;
  readonly kind: string;
  readonly startedAt: string;
};

function newLesson(
  { student, video, courseId, kind, startedAt }: NewLesson,
  { records }: RuleContext,
): Promise<string> {
  return records.insert('lesson_record', {
    ...{ studentId: student.id, customerId: student.customerId, videoId: video.id, courseId: courseId ?? null, kind },
    ...{ supervisorId: student.supervisorId, supervisorDeptId: student.supervisorDeptId, projectId: video.projectId },
    ...{ lessonNo: video.videoNo, title: video.title, totalSeconds: video.durationSeconds, watchedSeconds: 0 },
    ...{ playCount: 0, firstAt: startedAt },
  });
}

/** How far a lesson is after a further stretch. */
async function progress(
  id: string,
  known: StoredRecord | undefined,
  lastAt: string,
  { toSecond }: EventOf<'watch'>,
  video: StoredRecord,
  { db }: RuleContext,
): Promise<Values> {
  const total = Number(video.durationSeconds);
  const watched = Math.min(await watchedSeconds(db, id), total);
  const isLearnt = watched >= total * learntShare;
  const before = String(known?.lastAt ?? '');
  return {
    ...{ watchedSeconds: watched, maxPosition: Math.max(Number(known?.maxPosition ?? 0), toSecond) },
    ...{ playCount: Number(known?.playCount ?? 0) + 1, lastAt: before > lastAt ? before : lastAt },
    learntAt: known?.learntAt ?? (isLearnt ? lastAt : null),
  };
}
