import { afterAll, beforeAll, expect, it } from 'vitest';
import { lessonVideo } from '../../demo/crm/project/lesson-video.ts';
import { type Some, some } from '../../demo/crm/values/random.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { send } from '../../testing/multipart.ts';
import { type Office, startOffice } from '../../testing/office.ts';
import { type TransitionTable, testTransitions } from '../../testing/transition-table.ts';
import { brokenTeaching, RandomActs, type RandomPool } from './random-actions.testing.ts';

/**
 * Who may do what in which state to courses and videos, teachers and their trainees, tasks and sessions, laws, and the
 * accounts of students. `teacher` is the one whom rows are about, `colleague` another; `academic` applied, `second` is
 * another of the same role; students are the supervisor's.
 */
const people = [
  ...(['admin', 'academic', 'second', 'teacher', 'colleague'] as const),
  ...(['supervisor', 'manager', 'content', 'sales'] as const),
];
type Person = (typeof people)[number];

/** What the academics and administrators may. */
const academics = (letters: string) => ({ admin: letters, academic: letters, second: letters });
/** Who is not to do it is told so before the state is looked at. */
const never = '!!!!!';
/** What the system alone does: an administrator, who holds every key, is told so. */
const system = (words: string) => ({ who: { admin: never }, words });

const tables: readonly TransitionTable<Person>[] = [
  {
    entity: 'course',
    states: ['draft', 'on', 'off'],
    actions: { publish: { who: academics('y.y') }, unpublish: { who: academics('.y.') } },
  },
  {
    entity: 'video',
    states: ['uploading', 'transcoding', 'ready', 'failed', 'off'],
    actions: {
      process: system('由系统处理'),
      ready: system('由系统处理'),
      fail: system('由系统处理'),
      retry: { who: academics('...y.') },
      disable: { who: academics('..y..') },
      enable: { who: academics('....y') },
    },
  },
  {
    entity: 'teacher',
    states: ['active', 'left'],
    actions: {
      leave: { who: academics('y.') },
      handOver: { who: academics('y.') },
      handOverSessions: { who: academics('y.') },
      rejoin: { who: academics('.y') },
    },
  },
  {
    entity: 'teacher_trainee',
    states: ['active', 'ended'],
    actions: { end: { who: academics('y.') }, transfer: { who: academics('y.') } },
  },
  {
    entity: 'academic_task',
    states: ['todo', 'doing', 'overdue', 'done', 'cancelled'],
    actions: {
      start: { who: academics('y....') },
      finish: { who: academics('.yy..') },
      cancel: { who: { ...academics('yyy..'), manager: 'yyy..' } },
      due: system('由系统执行'),
    },
  },
  {
    entity: 'class_session',
    states: ['scheduled', 'finished', 'cancelled'],
    actions: {
      finish: { who: { ...academics('y..'), teacher: 'y..', colleague: '???' } },
      cancel: { who: academics('y..') },
      leave: { who: { ...academics('y..'), teacher: 'y..', colleague: '???' }, repeats: true },
      substitute: { who: academics('y..'), repeats: true },
    },
  },
  {
    entity: 'law_regulation',
    states: ['pending', 'valid', 'revised', 'repealed'],
    actions: {
      takeEffect: system('到施行日期由系统执行'),
      revise: { who: { ...academics('.yy.'), content: '.yy.' }, repeats: true },
      repeal: { who: { ...academics('yyy.'), content: 'yyy.' } },
    },
  },
  {
    entity: 'student_account_op',
    states: ['pending', 'approved', 'rejected', 'done', 'cancelled'],
    actions: {
      approve: { who: { ...academics('y....'), academic: never }, words: '申请人不能审核自己的申请' },
      reject: { who: { ...academics('y....'), academic: never }, words: '申请人不能审核自己的申请' },
      cancel: {
        who: { admin: never, academic: 'y....', second: never, supervisor: '?????' },
        words: '只有申请人可以取消',
      },
      execute: system('通过之后由系统执行'),
      revoke: { who: academics('...y.') },
    },
  },
  {
    entity: 'student',
    states: ['active', 'frozen', 'cancelling', 'cancelled'],
    actions: {
      freeze: { who: { admin: 'y...' } },
      unfreeze: { who: { admin: '.y..' } },
      applyCancel: system('注销经申请与审核'),
      revokeCancel: system('在注销的申请里撤销'),
      completeCancel: system('冷静期满由系统执行'),
    },
  },
];

let company: Office;
let serial = 0;
const made = new Map<string, string>();
const id = (key: string) => String(made.get(key) ?? company.ids[key]);
const day = 86_400_000;
const moment = (days: number) => new Date(Date.now() + days * day).toISOString();
const dateOf = (days: number) => moment(days).slice(0, 10);

beforeAll(async () => {
  company = await startOffice();
  for (const [account, role] of [
    ...([
      ['academic', 'academic'],
      ['second', 'academic'],
      ['teacher', 'teacher'],
      ['colleague', 'teacher'],
    ] as const),
    ...([
      ['supervisor', 'supervisor'],
      ['content', 'content_ops'],
    ] as const),
  ])
    made.set(account, await company.hire(account, role));
  made.set('own', await teacher({ staffId: id('teacher') }));
  made.set('next', await teacher());
  made.set(
    'classType',
    await company.records.insert('class_type', {
      ...{ code: 'full', name: '全程班', projectId: id('project'), listPrice: 100, floorPrice: 80, status: 'on' },
      ...{ serviceDays: 365, hasSupervisor: true, guarantee: false },
    }),
  );
  made.set(
    'courseType',
    await company.records.insert('course_type', {
      ...{ name: '录播', projectId: id('project'), enabled: true },
    }),
  );
}, 60_000);
afterAll(() => company.close());

function teacher(over: Values = {}): Promise<string> {
  serial += 1;
  const row = { name: `教师${serial}`, projectIds: [id('project')], employment: 'full', status: 'active', ...over };
  return company.records.insert('teacher', row);
}

function student(over: Values = {}): Promise<string> {
  serial += 1;
  return company.records.insert('student', {
    ...{ studentNo: `XY${serial}`, realName: `学员${serial}`, mobile: `1390000${1000 + serial}`, status: 'active' },
    ...{ registeredAt: '2026-01-01T00:00:00Z', supervisorId: id('supervisor'), ...over },
  });
}

async function film(): Promise<string> {
  const content = Buffer.from(lessonVideo);
  return String((await send(company, 'academic', '/v1/file/upload?kinds=video', '讲.mp4', content)).json().data.id);
}

/** A session of its own hour: ahead, or over by now. */
function session(teacherId: string, status: string, isOver: boolean): Promise<string> {
  serial += 1;
  const days = (isOver ? -1 : 1) * (2 + serial);
  return company.records.insert('class_session', {
    ...{ title: `课次${serial}`, classTypeId: id('classType'), projectId: id('project'), teacherId, status },
    ...{ startAt: moment(days), endAt: moment(days + 0.05), lessonUnits: 1, students: 0 },
    cancelReason: status === 'cancelled' ? '停电' : null,
  });
}

const trainee = async (teacherId: string, status: string) =>
  company.records.insert('teacher_trainee', {
    ...{ teacherId, studentId: await student(), studentName: '学员', classTypeId: id('classType'), status },
    ...{ source: 'assign', startOn: dateOf(-3), endOn: status === 'ended' ? dateOf(-1) : null },
  });

/** How a row of each entity is made in a state. */
const makers: Readonly<Record<string, (status: string, action: string) => Promise<string>>> = {
  async course(status) {
    const own = { projectId: id('project'), courseTypeId: id('courseType'), kind: 'live', free: true };
    const courseId = await company.records.insert('course', {
      ...{ ...own, courseNo: `KC-T${serial++}`, name: '课程', status },
    });
    const chapter = { courseId, free: false };
    const parentId = await company.records.insert('course_chapter', { ...chapter, title: '章', kind: 'chapter' });
    const lesson = { ...chapter, parentId, title: '节', kind: 'lesson', liveAt: moment(3) };
    await company.records.insert('course_chapter', lesson);
    return courseId;
  },
  async video(status) {
    const isFailed = status === 'failed';
    return company.records.insert('video', {
      ...{ videoNo: `VD-T${serial++}`, title: '视频', projectId: id('project'), file: isFailed ? await film() : null },
      ...{ durationSeconds: 3, playCount: 0, failReason: isFailed ? '文件不完整' : null, status },
    });
  },
  async teacher(status, action) {
    const teacherId = await teacher({ status, leftOn: status === 'left' ? dateOf(-1) : null });
    if (action === 'handOver' && status === 'active') await trainee(teacherId, 'active');
    if (action === 'handOverSessions' && status === 'active') await session(teacherId, 'scheduled', false);
    return teacherId;
  },
  teacher_trainee: (status) => trainee(id('own'), status),
  academic_task: (status) =>
    company.records.insert('academic_task', {
      ...{ taskNo: `JW-T${serial++}`, kind: 'other', title: '任务', projectId: id('project'), status, progress: 100 },
      ...{ ownerId: id('academic'), departmentId: id('group1'), startAt: moment(-3), dueAt: moment(-1) },
    }),
  class_session: (status, action) => session(id('own'), status, action === 'finish'),
  law_regulation: (validity) =>
    company.records.insert('law_regulation', {
      ...{ title: `条例${serial++}`, category: 'law', content: '<p>第一条</p>', validity, enabled: true },
      ...{ publishOn: '2020-01-01', effectiveOn: validity === 'pending' ? dateOf(9) : '2020-03-01' },
    }),
  async student_account_op(status, action) {
    const isCancel = action === 'revoke';
    const studentId = await student(isCancel ? { status: 'cancelling', cancelDueAt: moment(5) } : {});
    return company.records.insert('student_account_op', {
      ...{
        opNo: `ZH-T${serial++}`,
        studentId,
        studentName: '学员',
        op: isCancel ? 'cancel_account' : 'reset_password',
      },
      ...{ reason: '本人要求', operatorId: id('academic'), status },
    });
  },
  student: (status) =>
    student({
      status,
      cancelDueAt: status === 'cancelling' ? moment(-1) : null,
      frozenReason: status === 'frozen' ? '共享' : null,
    }),
};

function input(entity: string, action: string): Values {
  const byAction: Readonly<Record<string, Values>> = {
    'teacher leave': { leftOn: dateOf(0) },
    'teacher handOver': { toTeacherId: id('next'), endReason: '离职' },
    'teacher handOverSessions': { toTeacherId: id('next') },
    'teacher_trainee end': { endOn: dateOf(0), endReason: '结课' },
    'teacher_trainee transfer': { toTeacherId: id('next'), endReason: '换人' },
    'academic_task cancel': { cancelReason: '不开班了' },
    'class_session cancel': { cancelReason: '停电' },
    'class_session leave': { leaveReason: '生病' },
    'class_session substitute': { teacherId: id('next') },
    'law_regulation revise': { revisedOn: '2024-01-01' },
    'law_regulation repeal': { repealedOn: '2024-01-01' },
    'student_account_op reject': { reviewComment: '证件不清' },
    'student freeze': { frozenReason: '共享账号' },
    'video ready': { durationSeconds: 3 },
    'video fail': { failReason: '文件不完整' },
  };
  return byAction[`${entity} ${action}`] ?? {};
}

/** So many rows, made one after the other. */
async function several(count: number, make: (place: number) => Promise<string>): Promise<Some<string>> {
  const ids: string[] = [];
  for (let place = 0; place < count; place++) ids.push(await make(place));
  return some(ids);
}

async function randomPool(): Promise<RandomPool> {
  const projectId = id('project');
  const classType = (place: number) =>
    company.records.insert('class_type', {
      ...{ code: `r${place}`, name: `班${place}`, projectId, listPrice: 100, floorPrice: 80, status: 'on' },
      ...{ serviceDays: 365, hasSupervisor: true, guarantee: false },
    });
  return {
    teachers: await several(4, () => teacher()),
    classTypes: await several(3, classType),
    rooms: await several(2, (place) =>
      company.records.insert('classroom', { name: `${place} 室`, seats: 9, enabled: true }),
    ),
    students: await several(6, () => student()),
    courses: await several(2, () => makers.course?.('draft', '') ?? Promise.resolve('')),
    videos: await several(3, () => makers.video?.('ready', '') ?? Promise.resolve('')),
  };
}

const isDeep = process.env.TEST_DEPTH === 'deep';

it(
  'holds what must hold through random acts, alone and two at the same moment',
  async () => {
    const acts = new RandomActs(company, await randomPool());
    const steps = isDeep ? 10_000 : 300;
    let done = 0;
    for (let step = 0; step < steps; step++) done += await acts.step();
    expect(done).toBeGreaterThan(steps / 5);
    for (const [what, query] of Object.entries(brokenTeaching))
      expect(await company.database.rows(query), what).toEqual([]);
  },
  isDeep ? 10_800_000 : 300_000,
);

testTransitions(people, tables, () => ({
  ...company,
  rowIn: async (entity, state, action) => (await makers[entity]?.(state, action)) ?? '',
  input,
}));
