import { day, hour, minute } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import { Random, type Weighted } from '../values/random.ts';
import type { KeptStudent } from '../world/kept-students.ts';
import type { World } from '../world/world.ts';
import type { Draft } from './customer-draft.ts';

const sources: Weighted<string> = [
  ['app', 50],
  ['mini', 25],
  ['staff', 15],
  ['h5', 10],
];
const terminals: Weighted<string> = [
  ['ios', 35],
  ['android', 45],
  ['pc', 12],
  ['mini', 8],
];
const kinds: Weighted<string> = [
  ['video', 6],
  ['live', 3],
  ['replay', 1],
];
const educations: Weighted<string> = [
  ['bachelor', 6],
  ['college', 3],
  ['master', 1],
];
const parts = ['导学', '基础精讲', '重点突破', '真题解析', '专题训练', '冲刺串讲', '考前点睛'] as const;

/** The student a customer becomes with the first order, and the lessons he has listened to since. */
export function addStudent(draft: Draft, paidAt: number, world: World): void {
  const { add, now, numbers, organisation } = world;
  // Its own sequence: what is studied changes nothing about who the customers are.
  const random = Random.of(draft.id);
  const registeredAt = paidAt + random.int(2, 40) * minute;
  if (registeredAt > now) return;
  const id = demoId(registeredAt, random);
  const lessons = lessonsOf(registeredAt, now, random);
  const supervisor = world.supervisorOf(draft.id, paidAt);
  const supervision = { supervisorId: supervisor?.id ?? null, supervisorDeptId: supervisor?.departmentId ?? null };
  let watched = 0;
  for (const [place, startedAt] of lessons.entries())
    watched += addLesson({ draft, studentId: id, supervision, place, startedAt }, random, world);
  add('student', {
    id,
    createdAt: registeredAt,
    createdBy: null,
    updatedAt: lessons.at(-1) ?? registeredAt,
    studentNo: numbers.student.next(registeredAt),
    customerId: draft.id,
    ...supervision,
    nickname: draft.who.name.slice(0, 1) + random.pick(['同学', '学习中', '上岸']),
    realName: draft.who.name,
    mobile: draft.mobile,
    province: draft.where.province,
    city: draft.where.city,
    education: random.weighted(educations),
    examYear: draft.subject.examYear,
    projectIds: [organisation.projectId(draft.subject.project.code)],
    registerSource: random.weighted(sources),
    registeredAt,
    lastLoginAt: lessons.at(-1) ?? registeredAt,
    studySeconds: watched,
    questionDone: lessons.length * random.int(0, 30),
  });
}

/** When lessons were begun: an evening every few days until now, at most eight. */
function lessonsOf(registeredAt: number, now: number, random: Random): readonly number[] {
  const moments: number[] = [];
  let at = registeredAt + random.int(1, 30) * hour;
  while (at < now - 2 * hour && moments.length < 8) {
    moments.push(at);
    at += random.int(1, 5) * day + random.int(-90, 90) * minute;
  }
  return moments;
}

type Lesson = {
  readonly draft: Draft;
  readonly studentId: string;
  readonly supervision: KeptStudent['supervision'];
  readonly place: number;
  readonly startedAt: number;
};

/** Writes a lesson with the stretches that were watched, one after the other; answers the seconds. */
function addLesson(lesson: Lesson, random: Random, { add, now, organisation }: World): number {
  const { draft, studentId, supervision, place, startedAt } = lesson;
  const id = demoId(startedAt, random);
  const totalSeconds = random.int(25, 70) * 60;
  const wanted = random.chance(0.7) ? totalSeconds : Math.floor(totalSeconds * random.between(0.1, 0.85));
  const terminal = random.weighted(terminals);
  const sittings = random.int(1, 3);
  let position = 0;
  let [lastAt, played] = [startedAt, 0];
  for (let sitting = 0; sitting < sittings && position < wanted; sitting++) {
    const at = startedAt + sitting * random.int(3, 20) * hour;
    const until = sitting === sittings - 1 ? wanted : Math.min(wanted, position + Math.ceil(wanted / sittings));
    if (at + (until - position) * 1000 > now) break;
    add('lesson_segment', {
      id: demoId(at, random),
      createdAt: at,
      createdBy: null,
      lessonRecordId: id,
      place: sitting + 1,
      startedAt: at,
      fromSecond: position,
      toSecond: until,
      terminal,
    });
    lastAt = at + (until - position) * 1000;
    position = until;
    played += 1;
  }
  if (played === 0) return 0;
  const { project } = draft.subject;
  add('lesson_record', {
    id,
    createdAt: startedAt,
    createdBy: null,
    updatedAt: lastAt,
    studentId,
    customerId: draft.id,
    ...supervision,
    projectId: organisation.projectId(project.code),
    lessonNo: `${project.code}-${String(place + 1).padStart(3, '0')}`,
    kind: random.weighted(kinds),
    title: `${project.short}${parts[Math.min(place, parts.length - 1)]}第${place + 1}讲`,
    totalSeconds,
    watchedSeconds: position,
    maxPosition: position,
    playCount: played,
    terminal,
    firstAt: startedAt,
    lastAt,
    learntAt: position * 10 >= totalSeconds * 9 ? lastAt : null,
  });
  return position;
}

/** The id of the account a customer who paid gets; undefined where he has none by now. */
export function studentOf(draft: Draft, paidAt: number, { now }: World): string | undefined {
  const random = Random.of(draft.id);
  const registeredAt = paidAt + random.int(2, 40) * minute;
  return registeredAt > now ? undefined : demoId(registeredAt, random);
}
