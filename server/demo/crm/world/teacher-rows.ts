import { day, hour, isoDay } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';
import type { KeptStudent } from './kept-students.ts';
import type { World } from './world.ts';

type Plan = {
  readonly name: string;
  readonly title: string;
  readonly subjects: readonly string[];
  readonly account?: string;
  readonly hasLeft?: true;
};
type Teacher = { readonly id: string; readonly projectIds: readonly string[]; readonly staffId: string | null };

/** The first two are those the demo accounts of teachers belong to. */
const plans: readonly Plan[] = [
  { name: '周明远', title: '教授', subjects: ['民法', '商法'], account: 'teacher' },
  { name: '沈知秋', title: '副教授', subjects: ['刑法', '英语'], account: 'teacher2' },
  { name: '顾长卿', title: '讲师', subjects: ['行政法'] },
  { name: '林若溪', title: '高级讲师', subjects: ['英语阅读', '写作'] },
  { name: '何立新', title: '一级建造师', subjects: ['实务', '案例'] },
  { name: '唐书意', title: '讲师', subjects: ['理论法'], hasLeft: true },
];
const talks = [
  ['guidance', '梳理错题，定了本周的复习顺序。', 40],
  ['homework', '点评两篇主观题作业，论证要先写结论。', null],
  ['message', '提醒明晚的直播，发了预习讲义。', null],
  ['group', '群里答疑半小时，讲了诉讼时效的起算。', 30],
] as const;
const trainees = 36;

/** Writes the teachers, whom they teach in which class, and what they did with each; answers those who are still there. */
export function addTeaching(world: World, classes: ReadonlyMap<string, string>): readonly Teacher[] {
  const random = new Random(2906);
  const teachers = plans.map((plan, place) => addTeacher(plan, place, world, random));
  const atWork = teachers.slice(0, -1);
  for (const [place, student] of world.students.slice(0, trainees).entries()) {
    const fitting = atWork.filter(({ projectIds }) => projectIds.includes(student.projectId));
    const teacher = fitting[place % Math.max(1, fitting.length)];
    const classTypeId = classes.get(student.projectId) ?? null;
    if (teacher !== undefined) addTrainee({ student, teacher, classTypeId, place }, world, random);
  }
  return atWork;
}

function addTeacher({ name, title, subjects, account, hasLeft }: Plan, place: number, world: World, random: Random) {
  const { organisation, now, add, newMobile, seal } = world;
  const codes = ['law_exam', 'law_master', 'postgraduate', 'constructor', 'pharmacist'] as const;
  const taught = place < 2 ? codes : [codes[(place + 2) % codes.length], codes[(place + 3) % codes.length]];
  const projectIds = taught.flatMap((code) => (code === undefined ? [] : [organisation.projectId(code)]));
  const createdAt = now - 100 * day;
  const staffId = account === undefined ? null : organisation.byAccount(account).id;
  const row = { id: demoId(createdAt, random), createdAt, createdBy: organisation.byAccount('academic').id };
  add('teacher', {
    ...{ ...row, name, title, staffId, projectIds, mobile: seal(newMobile()), hourFee: (300 + place * 50) * 100 },
    ...{
      subjects: JSON.stringify(subjects.map((subject) => ({ name: subject }))),
      employment: place % 3 === 2 ? 'part' : 'full',
    },
    intro: `<p>从教多年，主讲${subjects.join('、')}。</p>`,
    ...(hasLeft === true ? { status: 'left', leftOn: isoDay(now - 12 * day) } : { status: 'active' }),
  });
  return { id: row.id, projectIds, staffId };
}

type Taught = {
  readonly student: KeptStudent;
  readonly teacher: Teacher;
  readonly classTypeId: string | null;
  readonly place: number;
};

function addTrainee({ student, teacher, classTypeId, place }: Taught, world: World, random: Random): void {
  const { organisation, now, add } = world;
  const createdAt = Math.max(student.registeredAt, now - (20 + place) * day);
  const hasEnded = place % 6 === 5;
  const { id: createdBy } = organisation.byAccount('academic');
  const row = { id: demoId(createdAt, random), createdAt, createdBy };
  const about = { teacherId: teacher.id, studentId: student.id, studentName: student.realName };
  add('teacher_trainee', {
    ...{ ...row, ...about, classTypeId, source: place % 4 === 0 ? 'order' : 'assign', startOn: isoDay(createdAt) },
    ...(hasEnded
      ? { status: 'ended', endOn: isoDay(now - 2 * day), endReason: '课程结束' }
      : { status: 'active', endOn: null, endReason: null }),
  });
  for (const [turn, [kind, content, minutes]] of talks.entries()) {
    const occurredAt = now - (turn * 4 + (place % 4)) * day - (2 + turn) * hour;
    if ((place + turn) % 3 === 0 || occurredAt < createdAt) continue;
    add('teacher_interaction', {
      ...{ id: demoId(occurredAt, random), createdAt: occurredAt, createdBy: teacher.staffId ?? createdBy },
      ...{ ...about, traineeId: row.id, kind, content, minutes, occurredAt },
      score: (place + turn) % 2 === 0 ? 4 + (place % 2) : null,
    });
  }
}
