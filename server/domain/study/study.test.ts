import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudentEvent } from '../../../contract/student-app.ts';
import { addDays, boundsOfDay, dayOf } from '../../../engine/model/time/index.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { type ScheduleDriver, startScheduleDriver } from '../../testing/schedule-driver.ts';
import { codeOf } from '../exam/exam-company.testing.ts';
import { type QaCompany, startQaCompany } from '../qa/qa-company.testing.ts';
import { rebuildDay } from './store.ts';

let company: QaCompany;
let schedules: ScheduleDriver;
let worker: JobWorker;
let videoId: string;
const day = dayOf(Date.now());

beforeAll(async () => {
  company = await startQaCompany();
  worker = startJobWorker(company.documents, company.database);
  schedules = startScheduleDriver(company);
  videoId = await company.records.insert('video', {
    ...{
      videoNo: 'VD1',
      title: '民法总则',
      projectId: company.ids.project,
      durationSeconds: 600,
      playCount: 0,
      status: 'ready',
    },
  });
}, 60_000);
afterAll(async () => {
  await worker.close();
  await schedules.close();
  await company.close();
});

type Watch = Extract<StudentEvent, { readonly kind: 'watch' }>;
const watch = (studentId: string, fromSecond: number, toSecond: number, over: Partial<Watch> = {}) =>
  company.tell({ kind: 'watch', studentId, videoId, fromSecond, toSecond, terminal: 'ios', ...over });
const log = (studentId: string, event: 'login' | 'practice' = 'login', occurredAt?: string) =>
  company.tell({ kind: 'log', studentId, event, ...(occurredAt === undefined ? {} : { occurredAt }) });
const lesson = (studentId: string) => company.records.findOne('lesson_record', { studentId });
const stats = () => company.database.rows('select * from study_daily_stat order by stat_date, student_id, project_id');

async function rebuild(): Promise<readonly Record<string, unknown>[]> {
  await rebuildDay(worker.platform.db, { day, ...boundsOfDay(day) }, new Date().toISOString());
  return stats();
}

describe('watching', () => {
  it('counts each second once, and the lesson as learnt at nine tenths', async () => {
    const student = await company.student();
    expect((await watch(student, 0, 300)).code).toBe('0');
    await watch(student, 200, 400);
    expect(await lesson(student)).toMatchObject({
      watchedSeconds: 400,
      maxPosition: 400,
      playCount: 2,
      learntAt: null,
    });
    await watch(student, 390, 545);
    const learnt = await lesson(student);
    expect(learnt).toMatchObject({ watchedSeconds: 545, totalSeconds: 600, title: '民法总则', videoId });
    expect(learnt?.learntAt).not.toBeNull();
    await watch(student, 0, 600);
    expect((await lesson(student))?.learntAt).toBe(learnt?.learntAt);
    expect((await company.records.findOne('student', { id: student }))?.studySeconds).toBe(300 + 200 + 155 + 600);
    expect(await company.records.count('user_log', { studentId: student, event: 'watch' })).toBe(4);
  });

  it('told at the same moment is of one lesson', async () => {
    const student = await company.student();
    await Promise.all(Array.from({ length: 8 }, (_, at) => watch(student, at * 50, at * 50 + 50)));
    expect(await company.records.count('lesson_record', { studentId: student })).toBe(1);
    expect(await lesson(student)).toMatchObject({ watchedSeconds: 400, playCount: 8 });
  });

  it('is over by now, however long it is: no lesson is learnt in the future, on another day', async () => {
    const student = await company.student();
    await watch(student, 0, 600);
    const seen = await lesson(student);
    expect(Date.parse(String(seen?.lastAt))).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(String(seen?.learntAt))).toBeLessThanOrEqual(Date.now());
  });

  it.each<[string, [number, number, Partial<Watch>], string]>([
    ['backwards', [300, 200, {}], 'E_WATCH_SPAN'],
    ['beyond the end', [300, 700, {}], 'E_WATCH_SPAN'],
    ['tomorrow', [0, 10, { startedAt: new Date(Date.now() + 86_400_000).toISOString() }], 'E_STUDY_MOMENT'],
    ['last month', [0, 10, { startedAt: new Date(Date.now() - 30 * 86_400_000).toISOString() }], 'E_STUDY_MOMENT'],
    ['of nothing', [0, 10, { videoId: crypto.randomUUID() }], 'E_NOT_FOUND'],
  ])('is refused %s', async (_, [from, to, over], code) => {
    const student = await company.student();
    expect(codeOf(await watch(student, from, to, over))).toBe(code);
    expect(await lesson(student)).toBeUndefined();
  });
});

describe('the statistics of a day', () => {
  it('are what was watched, learnt, answered and signed for; building them again leaves every row as it is', async () => {
    await company.database.rows('delete from lesson_segment');
    await company.database.rows('delete from lesson_record');
    await company.database.rows('delete from user_log');
    const [busy, signed] = [await company.student(), await company.student()];
    await watch(busy, 0, 600);
    await log(busy);
    await log(signed);
    await log(await company.student(), 'practice');
    const first = await rebuild();
    expect(first).toMatchObject(
      [
        ...[
          { student_id: busy, project_id: company.ids.project, study_seconds: 600, lesson_finished: 1, sign_in: true },
        ],
        { student_id: signed, project_id: null, study_seconds: 0, sign_in: true },
      ].toSorted((a, b) => (String(a.student_id) < String(b.student_id) ? -1 : 1)),
    );
    expect(first.map(({ score }) => Number(score)).toSorted((a, b) => a - b)).toEqual([0, 20]);
    expect(await rebuild()).toEqual(first);
    await watch(busy, 0, 60);
    const third = await rebuild();
    expect(third.find(({ student_id }) => student_id === busy)).toMatchObject({ study_seconds: 660, version: 2 });
    expect(third.find(({ student_id }) => student_id === signed)).toEqual(
      first.find(({ student_id }) => student_id === signed),
    );
  });

  it('are built of the days before, too, every night: what was told later counts', async () => {
    const student = await company.student();
    const before = addDays(day, -2);
    const at = new Date(Date.parse(boundsOfDay(before).from) + 3_600_000).toISOString();
    await watch(student, 0, 120, { startedAt: at });
    await schedules.at(new Date());
    // The next night.
    await schedules.at(new Date(Date.parse(boundsOfDay(addDays(day, 1)).from) + 3 * 3_600_000));
    expect((await stats()).filter(({ student_id }) => student_id === student)).toMatchObject([
      { study_seconds: 120, reached_minute: expect.any(Number) },
    ]);
  });

  it('count what was seen of a session for its project', async () => {
    const studentId = await company.student();
    // Its hour is not one of whole seconds.
    const [startAt, endAt] = [7_200_001, 3_600_000].map((ago) => new Date(Date.now() - ago).toISOString());
    const sessionId = await company.held({ projectId: company.ids.otherProject, startAt, endAt });
    const told = await company.tell({ kind: 'attend', studentId, sessionId, fromSecond: 0, toSecond: 3600 });
    expect(told.code).toBe('0');
    const own = (await rebuild()).filter(({ student_id }) => student_id === studentId);
    expect(own).toMatchObject([{ project_id: company.ids.otherProject, study_seconds: 3600, lesson_finished: 1 }]);
  });

  it('carry who supervises the student, who may be another one by the next time they are built', async () => {
    const student = await company.student({ supervisorId: company.supervisorId, supervisorDeptId: company.ids.group1 });
    await watch(student, 0, 60);
    const own = async () => (await rebuild()).find(({ student_id }) => student_id === student);
    expect(await own()).toMatchObject({ supervisor_id: company.supervisorId, supervisor_dept_id: company.ids.group1 });
    await company.records.update('student', student, { supervisorId: null });
    expect(await own()).toMatchObject({ supervisor_id: null, supervisor_dept_id: company.ids.group1 });
  });

  it('lose what nothing stands for any more', async () => {
    const student = await company.student();
    await watch(student, 0, 60);
    expect((await rebuild()).some(({ student_id }) => student_id === student)).toBe(true);
    await company.database.rows(
      'delete from lesson_segment where lesson_record_id in (select id from lesson_record where student_id = $1)',
      [student],
    );
    expect((await rebuild()).some(({ student_id }) => student_id === student)).toBe(false);
  });

  it('are ranked by their sum, the one who got there first before another with as much', async () => {
    await company.database.rows('delete from study_daily_stat');
    const [late, early, little] = [await company.student(), await company.student(), await company.student()];
    const put = (studentId: string, statDate: string, score: number, reachedMinute: number) =>
      company.records.insert('study_daily_stat', {
        ...{ studentId, statDate, score, reachedMinute, projectId: company.ids.project, studySeconds: score * 60 },
        ...{ lessonFinished: 0, questionDone: 0, questionCorrect: 0, paperDone: 0, signIn: false },
      });
    await put(late, day, 30, 900);
    await put(early, day, 30, 800);
    await put(little, day, 29, 100);
    const asked = { dimensions: ['student'], startDate: day, endDate: day };
    const { data } = await company.call('academic', '/v1/report/study/ranking/query', asked);
    const rows = JSON.parse(JSON.stringify(data)).rows.map(
      (row: { keys: Record<string, unknown>; place: unknown; score: unknown }) => [
        row.keys.student,
        row.place,
        row.score,
      ],
    );
    expect(rows).toEqual([
      [early, 1, 30],
      [late, 2, 30],
      [little, 3, 29],
    ]);
    await company.database.rows('update study_daily_stat set supervisor_id = $1 where student_id = $2', [
      company.supervisorId,
      late,
    ]);
    const own = await company.call('supervisor', '/v1/report/study/ranking/query', asked);
    expect(JSON.parse(JSON.stringify(own.data)).rows).toHaveLength(1);
    expect((await company.call('teacher', '/v1/report/study/ranking/query', asked)).code).not.toBe('0');
  });

  it('say how far lessons are, of the students and projects they are asked of', async () => {
    for (const table of ['lesson_segment', 'lesson_record', 'user_log', 'study_daily_stat'])
      await company.database.rows(`delete from ${table}`);
    const supervised = { supervisorId: company.supervisorId, supervisorDeptId: company.ids.group1 };
    const [own, other] = [await company.student(supervised), await company.student()];
    const second = await company.records.insert('video', {
      ...{ videoNo: 'VD2', title: '合同', projectId: company.ids.otherProject, durationSeconds: 1200 },
      ...{ playCount: 0, status: 'ready' },
    });
    // Half of ten minutes, three quarters of twenty; all of ten.
    await watch(own, 0, 300);
    await watch(own, 0, 900, { videoId: second });
    await watch(other, 0, 600);
    await rebuild();
    const ask = async (by: string, over: Record<string, unknown> = {}) => {
      const measures = ['score', 'studySeconds', 'progress'];
      const { data } = await company.call(by, '/v1/report/study/ranking/query', { measures, ...over });
      return JSON.parse(JSON.stringify(data));
    };
    const progress = async (by: string, over: Record<string, unknown>) => {
      const { rows } = await ask(by, over);
      return Object.fromEntries(rows.map((row: Record<string, unknown>) => [row.key, row.progress]));
    };
    const { project, otherProject } = company.ids;
    expect(await progress('academic', {})).toEqual({ [own]: (2 * 100) / 3, [other]: 100 });
    expect(await progress('academic', { projectIds: [project] })).toEqual({ [own]: 50, [other]: 100 });
    expect(await progress('academic', { dimensions: ['project'] })).toEqual({
      [String(project)]: (900 / 1200) * 100,
      [String(otherProject)]: 75,
    });
    expect(await progress('supervisor', {})).toEqual({ [own]: (2 * 100) / 3 });
    // What is known of no class is not told of one.
    expect((await ask('academic', { classTypeIds: [crypto.randomUUID()] })).total).toMatchObject({ progress: null });
    // The ranking is the sum of the rows of days.
    const { total } = await ask('academic');
    const [sum] = await company.database.rows(
      'select sum(score)::float8 as score, sum(study_seconds)::int as seconds from study_daily_stat',
    );
    expect([total.score, total.studySeconds]).toEqual([sum?.score, sum?.seconds]);
  });

  it('tell which students of a place study: within seven days, each once', async () => {
    await company.database.rows('delete from study_daily_stat');
    await company.database.rows("update student set status = 'cancelled' where province is null");
    const from = (province: string, over: Record<string, unknown> = {}) => company.student({ province, ...over });
    const [hunan, away, gone] = [await from('湖南'), await from('湖南'), await from('湖北', { status: 'cancelled' })];
    await from('湖北');
    const studied = (studentId: string, back: number) =>
      company.records.insert('study_daily_stat', {
        ...{ studentId, statDate: addDays(day, -back), score: 1, reachedMinute: 0, studySeconds: 60, signIn: true },
        ...{ projectId: company.ids.project, lessonFinished: 0, questionDone: 0, questionCorrect: 0, paperDone: 0 },
      });
    // Today and six days ago; seven days ago.
    for (const back of [0, 6]) await studied(hunan, back);
    await studied(away, 7);
    await studied(gone, 0);
    const { data } = await company.call('academic', '/v1/report/student/distribution/query', {});
    const { rows, total } = JSON.parse(JSON.stringify(data));
    expect(rows).toMatchObject([
      { key: '湖南', students: 2, active: 1, activeRate: 50, paying: 0 },
      { key: '湖北', students: 1, active: 0 },
    ]);
    expect(total).toMatchObject({ students: 3, active: 1 });
  });

  it('are ranked alike by the database and here, and by the database whatever the number of students', async () => {
    await company.database.rows('delete from study_daily_stat');
    // Who they are does not matter.
    await company.database.rows('alter table study_daily_stat drop constraint study_daily_stat_student_id_fkey');
    const more = (count: number, days: number) =>
      company.database.rows(
        `insert into study_daily_stat (id, stat_date, student_id, project_id, study_seconds, lesson_finished,
            question_done, question_correct, sign_in, score, reached_minute)
          select gen_random_uuid(), $2::date - d, md5('student ' || n)::uuid, $1, n * 7 % 50 * 60, n % 3, n % 20,
            n % 20 / 2, n % 2 = 0, n * 7 % 50, n
          from generate_series(1, ${count}) n, generate_series(0, ${days - 1}) d on conflict do nothing`,
        [company.ids.project, day],
      );
    await more(60, 2);
    // What is counted of other rows is counted of those who lead, too.
    for (const table of ['lesson_segment', 'lesson_record']) await company.database.rows(`delete from ${table}`);
    await company.database.rows('alter table lesson_record drop constraint lesson_record_student_id_fkey');
    await company.database.rows(
      `insert into lesson_record (id, student_id, project_id, lesson_no, kind, title, total_seconds, watched_seconds, last_at)
        select gen_random_uuid(), md5('student ' || n)::uuid, $1, 'L', 'video', '课', 100, n, now() from generate_series(1, 60) n`,
      [company.ids.project],
    );
    const ask = async (over: Record<string, unknown>) => {
      const dates = { startDate: addDays(day, -1), endDate: day };
      const measures = ['place', 'score', 'accuracy', 'signInDays', 'lessons', 'progress'];
      const body = { dimensions: ['student'], measures };
      const { data } = await company.call('academic', '/v1/report/study/ranking/query', { ...body, ...dates, ...over });
      return JSON.parse(JSON.stringify(data));
    };
    // What is compared with another period is put in order here.
    const sorts = [['place'], [], ['-score', 'place'], ['-place'], ['accuracy', '-lessons', '-place']];
    for (const sort of sorts) {
      const [led, all] = [await ask({ sort, top: 25 }), await ask({ sort, top: 25, compare: ['previousPeriod'] })];
      const figures = ({ rows }: typeof led) =>
        rows.map(({ key, score, accuracy, signInDays, lessons, progress }: Record<string, unknown>) => [
          ...(sort.includes('place') ? [key, progress] : []),
          ...[score, accuracy, signInDays, lessons],
        ]);
      expect(led.rows).toHaveLength(25);
      expect(figures(led), String(sort)).toEqual(figures(all));
      expect([led.total, led.truncated]).toEqual([all.total, all.truncated]);
    }
    await more(20_001, 1);
    const { rows, total, truncated } = await ask({ top: 3, measures: ['place', 'score', 'students', 'progress'] });
    // Of those who led over two days: the seventh, the fifty-seventh and the fourteenth.
    expect(rows).toMatchObject([
      { place: 1, score: 98, progress: 7 },
      { place: 2, score: 98, progress: 57 },
      { place: 3, score: 96, progress: 14 },
    ]);
    expect([total.students, total.progress, truncated]).toEqual([20_001, 30.5, true]);
    expect(
      codeOf(
        await company.call('academic', '/v1/report/study/ranking/query', {
          ...{ dimensions: ['student', 'day'], startDate: addDays(day, -1), endDate: day },
        }),
      ),
    ).toBe('E_INPUT_INVALID');
  });
});
