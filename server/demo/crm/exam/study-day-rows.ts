import { day, hour, minute, startOfDay } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';
import type { World } from '../world/world.ts';

const maxStudents = 40;
/** How far back the students study day by day. */
export const studyDays = 60;

/** Writes what forty students watched in the last sixty days; the statistics of the days are built of it. */
export function addStudyDays({ add, students, courses, now }: World): void {
  // Its own sequence: what is studied changes nothing else.
  const random = new Random(2802);
  for (const [place, student] of students.slice(0, maxStudents).entries()) {
    const { id: studentId, customerId, registeredAt, supervision, projectId } = student;
    for (let back = studyDays - 1; back >= 0; back--) {
      const startedAt = startOfDay(now) - back * day + (19 + (place % 3)) * hour + random.int(0, 59) * minute;
      const seconds = random.int(20, 55) * 60;
      const isStudying = random.chance(0.45 + (place % 5) / 10);
      if (!isStudying || startedAt < registeredAt || startedAt + seconds * 1000 > now) continue;
      const totalSeconds = Math.max(seconds, random.int(30, 60) * 60);
      const lastAt = startedAt + seconds * 1000;
      const row = (at: number) => ({ id: demoId(at, random), createdAt: at, createdBy: null });
      const lesson = row(startedAt);
      const isFinished = seconds * 10 >= totalSeconds * 9;
      const title = `每日一讲第 ${studyDays - back} 讲`;
      const courseId = courses.find((course) => course.projectId === projectId)?.id ?? null;
      add('lesson_record', {
        ...{
          ...lesson,
          studentId,
          customerId,
          courseId,
          lessonNo: `D-${studyDays - back}`,
          kind: 'video',
          title,
          totalSeconds,
        },
        ...{ watchedSeconds: seconds, maxPosition: seconds, playCount: 1, terminal: 'ios', firstAt: startedAt, lastAt },
        ...{ ...supervision, projectId, learntAt: isFinished ? lastAt : null },
      });
      const span = { startedAt, fromSecond: 0, toSecond: seconds, terminal: 'ios' };
      add('lesson_segment', { ...row(startedAt), lessonRecordId: lesson.id, place: 1, ...span });
      const told = { studentId, terminal: 'ios' };
      add('user_log', { ...row(startedAt), ...told, event: 'login', occurredAt: startedAt - minute });
      add('user_log', {
        ...row(lastAt),
        ...told,
        event: 'watch',
        objectName: title,
        occurredAt: startedAt,
        durationSeconds: seconds,
      });
    }
  }
}
