import type { EventOf } from '../../../contract/student-app.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { refuseInStudy } from './errors.ts';

/** What students learn from: a video, or a session of a class; how long it is, and what its record refers to. */
export type Lesson = {
  readonly kind: string;
  readonly lessonNo: string;
  readonly title: string;
  readonly seconds: number;
  readonly refers: Values;
};

/** The lesson a stretch belongs to that began at a moment. */
export async function lessonOf(
  event: EventOf<'watch' | 'attend'>,
  startedAt: string,
  { records }: Pick<RuleContext, 'records'>,
): Promise<Lesson> {
  const [entity, id] =
    event.kind === 'watch' ? (['video', event.videoId] as const) : (['class_session', event.sessionId] as const);
  const found = await records.findOne(entity, { id });
  if (found === undefined) throw refuse('E_NOT_FOUND');
  if (event.kind === 'attend') return sessionLesson(found, event.lessonKind ?? 'live', startedAt);
  const { courseId = null } = event;
  if (courseId !== null && (await records.findOne('course', { id: courseId })) === undefined)
    throw refuse('E_NOT_FOUND');
  return {
    kind: event.lessonKind ?? 'video',
    ...{ lessonNo: String(found.videoNo), title: String(found.title), seconds: Number(found.durationSeconds) },
    refers: { videoId: found.id, courseId, projectId: found.projectId },
  };
}

/** A session is as long as it was planned; nobody was at one that is called off, or had not begun. */
function sessionLesson(session: StoredRecord, kind: string, startedAt: string): Lesson {
  const [startAt, endAt] = [Date.parse(String(session.startAt)), Date.parse(String(session.endAt))];
  if (session.status === 'cancelled' || Date.parse(startedAt) < startAt) throw refuseInStudy('E_WATCH_SPAN');
  const { id, courseId, projectId } = session;
  return {
    kind,
    // A session has no number of its own: its id is one, and as long as a number may be.
    ...{
      lessonNo: id.replaceAll('-', ''),
      title: String(session.title),
      seconds: Math.floor((endAt - startAt) / 1000),
    },
    refers: { sessionId: id, courseId, projectId },
  };
}
