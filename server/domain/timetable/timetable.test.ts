import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf, mondayOf, startOfDay } from '../../../engine/model/time/index.ts';
import { type Office, refusalOf, startOffice } from '../../testing/office.ts';
import {
  areMadeTogether,
  isHeldToItsHour,
  isOfItsOwner,
  isOverOnce,
  type Timetable,
} from './refused-sessions.testing.ts';

let company: Office;
let teacherStaff: string;
let supervisor: string;
const made = new Map<string, string>();
beforeAll(async () => {
  company = await startOffice();
  await company.hire('academic', 'academic', 'group1');
  teacherStaff = await company.hire('lecturer', 'teacher');
  await company.hire('colleague', 'teacher');
  supervisor = await company.hire('minder', 'supervisor');
  const { project, otherProject = await company.records.insert('project', await anotherProject()) } = company.ids;
  const teacher = (name: string, projectId: unknown, over = {}) =>
    company.records.insert('teacher', { name, projectIds: [projectId], employment: 'full', status: 'active', ...over });
  made.set('li', await teacher('李老师', project, { staffId: teacherStaff }));
  made.set('wang', await teacher('王老师', project));
  made.set('other', await teacher('外项目老师', otherProject));
  made.set('left', await teacher('已离职', project, { status: 'left' }));
  for (const [name, seats] of [
    ['甲', 30],
    ['乙', 1],
  ] as const)
    made.set(name, await company.records.insert('classroom', { name: `${name}教室`, seats, enabled: true }));
  for (const code of ['full', 'short'])
    made.set(
      code,
      await company.records.insert('class_type', {
        ...{ code, name: code, projectId: project, listPrice: 100, floorPrice: 80, status: 'on' },
        ...{ serviceDays: 365, hasSupervisor: true, guarantee: false },
      }),
    );
}, 60_000);
afterAll(() => company.close());

async function anotherProject() {
  const [type] = await company.database.rows('select item_type_id as id from project limit 1');
  return { code: 'other', name: '另一个项目', itemTypeId: type?.id, enabled: true };
}

type Body = Readonly<Record<string, unknown>>;
const id = (key: string) => String(made.get(key));
const act = (path: string, body: Body, by = 'academic') => company.act(by, path, body);
const said = async (path: string, body: Body, by = 'academic') => {
  const answer = await act(path, body, by);
  return `${answer.message} ${JSON.stringify(answer.data)}`;
};
const next = addDays(mondayOf(dayOf(Date.now())), 7);
/** A moment of a day of next week, from Monday as 0. */
const at = (day: number, hour: number) => new Date(startOfDay(addDays(next, day)) + hour * 3_600_000).toISOString();
const form = (title: string, day: number, from: number, over: Body = {}) => ({
  ...{ title, classTypeId: id('full'), teacherId: id('li'), classroomId: id('甲') },
  ...{ startAt: at(day, from), endAt: at(day, from + 1.5) },
  ...over,
});
const create = '/v1/class/session/create';
const schedule = (title: string, day: number, from: number, over: Body = {}) =>
  company.done('academic', create, form(title, day, from, over));
const notices = (receiverId: string) => company.records.find('notification', { receiverId });

describe('a session', () => {
  it('begins before it ends, lies ahead, and is taught by whom its project has, who is still there', async () => {
    expect(await said(create, form('倒着', 0, 9, { endAt: at(0, 8) }))).toContain('不能早于');
    expect(await said(create, form('没有长短', 0, 9, { endAt: at(0, 9) }))).toContain('结束时间要晚于开始时间');
    const past = { startAt: '2020-01-01T01:00:00Z', endAt: '2020-01-01T02:00:00Z' };
    expect(await said(create, form('过去', 0, 9, past))).toContain('课次要安排在以后');
    expect(await said(create, form('外人', 0, 9, { teacherId: id('other') }))).toContain('教师不教这个项目');
    expect(refusalOf(await act(create, form('离职', 0, 9, { teacherId: id('left') })))).toBe('E_INPUT_INVALID');
    const session = await schedule('第一讲', 0, 9);
    expect(await company.stored('class_session', session)).toMatchObject({
      projectId: company.ids.project,
      status: 'scheduled',
      seatNote: null,
    });
    const back = await company.modify('academic', 'class_session', session, { startAt: '2020-01-01T01:00:00Z' });
    expect(JSON.stringify(back)).toContain('课次要安排在以后');
  });

  it('keeps its teacher, room and class to itself, however it is made, and is named to who comes across it', async () => {
    await schedule('占着的课', 1, 9);
    const other = { classTypeId: id('short'), teacherId: id('wang'), classroomId: null };
    for (const [over, words] of [
      [{ ...other, teacherId: id('li') }, '教师这段时间另有课（占着的课）'],
      [{ ...other, classroomId: id('甲') }, '教室这段时间已有课（占着的课）'],
      [{ ...other, classTypeId: id('full') }, '班型这段时间另有课（占着的课）'],
    ] as const)
      expect(await said(create, form('撞上', 1, 10, over))).toContain(words);
    // One after the other is none.
    const after = await schedule('接着的课', 1, 10.5);
    const moved = await company.modify('academic', 'class_session', after, { startAt: at(1, 10) });
    expect(JSON.stringify(moved)).toContain('占着的课');
    expect(JSON.stringify(await act('/v1/class/session/substitute', { id: after, teacherId: id('left') }))).toContain(
      'E_INPUT',
    );
    await schedule('同时别处', 1, 9, other);
  });

  let day = 70;
  it.each([
    ['teacher_id', (n: number) => ({ classroomId: null, classTypeId: id(n === 0 ? 'full' : 'short') })],
    [
      'classroom_id',
      (n: number) => ({ classTypeId: id(n === 0 ? 'full' : 'short'), teacherId: id(n === 0 ? 'li' : 'wang') }),
    ],
    ['class_type_id', (n: number) => ({ classroomId: null, teacherId: id(n === 0 ? 'li' : 'wang') })],
  ] as const)(
    'has its %s to itself: of fifty at once one is made, and two where nothing kept them apart',
    async (column, over) => {
      const made = async (count: number) => {
        day += 1;
        const some = Array.from({ length: count }, (_, n) => act(create, form(`抢 ${n}`, day, 9, over(n % 2))));
        const done = (await Promise.all(some)).filter(({ code }) => code === '0').length;
        expect(await company.records.count('class_session', { startAt: at(day, 9) })).toBe(done);
        return done;
      };
      expect(await made(50)).toBe(1);
      const [kept] = await company.database.rows(
        `select conname as name, pg_get_constraintdef(oid) as told from pg_constraint
        where conrelid = 'class_session'::regclass and contype = 'x' and pg_get_constraintdef(oid) like $1`,
        [`%${column} WITH =%`],
      );
      await company.database.rows(`alter table class_session drop constraint "${String(kept?.name)}"`);
      expect(await made(10)).toBe(2);
      await company.database.rows('delete from class_session where start_at = $1', [at(day, 9)]);
      await company.database.rows(
        `alter table class_session add constraint "${String(kept?.name)}" ${String(kept?.told)}`,
      );
    },
  );

  it('says where the students are more than the seats, and is made all the same', async () => {
    await serve(2);
    const session = await schedule('挤', 3, 9, { classroomId: id('乙') });
    expect(await company.stored('class_session', session)).toMatchObject({
      students: 2,
      seatNote: '学员 2 人，教室 1 座',
    });
    await company.modify('academic', 'class_session', session, { classroomId: id('甲') });
    expect(await company.stored('class_session', session)).toMatchObject({ seatNote: null });
  });

  it('is cancelled with a reason: its teacher is told, and who looks after its students; the hour is free again', async () => {
    const session = await schedule('要取消的', 3, 14);
    expect(refusalOf(await act('/v1/class/session/cancel', { id: session }))).toBe('E_INPUT_INVALID');
    await serve(1, { supervisorId: null, ownState: 'frozen', studentName: '没有督学的' });
    const cancelled = await act('/v1/class/session/cancel', { id: session, cancelReason: '停电' });
    expect(cancelled).toMatchObject({ code: '0', data: { once: [{ value: '没有督学的' }] } });
    const [told] = await notices(teacherStaff);
    expect(told?.content).toContain('要取消的');
    expect(told?.content).toContain('停电');
    expect((await notices(supervisor))[0]?.content).toContain('请转告您的 2 名学员');
    await schedule('补上', 3, 14);
    expect(refusalOf(await company.modify('academic', 'class_session', session, { title: '改' }))).not.toBe('0');
  });

  it('is asked leave of by its own teacher, and taught by another one', async () => {
    const session = await schedule('请假的', 4, 9);
    const leave = { id: session, leaveReason: '生病' };
    expect(refusalOf(await act('/v1/class/session/leave', leave, 'colleague'))).not.toBe('0');
    await company.done('lecturer', '/v1/class/session/leave', leave);
    expect(await company.stored('class_session', session)).toMatchObject({ leaveReason: '生病' });
    await company.done('academic', '/v1/class/session/substitute', { id: session, teacherId: id('wang') });
    expect(await company.stored('class_session', session)).toMatchObject({
      ...{ teacherId: id('wang'), originalTeacherId: id('li'), leaveAt: null, leaveReason: null },
    });
    expect((await notices(teacherStaff)).map(({ content }) => content).join()).toContain('已安排他人代课');
  });

  it('is seen by its own teacher and by no other, whatever he asks for', async () => {
    const seen = async (by: string) => {
      const { data } = await company.call<{ list: readonly Body[] }>(by, '/v1/class/session/query', { size: 100 });
      return data.list.length;
    };
    expect(await seen('lecturer')).toBeGreaterThan(0);
    expect(await seen('colleague')).toBe(0);
  });

  it('is over when its time is, by hand or the day after by itself', async () => {
    const session = await schedule('会上完的', 5, 9);
    expect(await said('/v1/class/session/finish', { id: session })).toContain('课还没有上完');
    const past = (hours: number) =>
      company.database.rows(
        `update class_session set start_at = now() - interval '1 hour' * $2, end_at = now() - interval '1 hour' * $3 where id = $1`,
        [session, hours, hours - 1],
      );
    await past(10);
    await company.run('class_session.finish');
    expect(await company.stored('class_session', session)).toMatchObject({ status: 'scheduled' });
    await past(26);
    await company.run('class_session.finish');
    expect(await company.stored('class_session', session)).toMatchObject({ status: 'finished' });
  });
});

let students = 0;
/** Gives the full class so many students more, looked after by one person. */
async function serve(count: number, over: Body = {}): Promise<void> {
  const { ids, records } = company;
  const { project: projectId, channel: channelId } = ids;
  for (const last = students + count; students < last; students += 1) {
    const n = students;
    const customerId = await company.done('sales', '/v1/customer/create', {
      ...{ name: '学员', mobile: `1388000000${n}`, intentionProjectIds: [projectId], channelId },
    });
    const orderId = await records.insert('sales_order', {
      ...{ orderNo: `DDT${n}`, kind: 'new', customerId, projectId, sellerId: ids.sales, sellerDeptId: ids.group1 },
      ...{ listTotal: 0, discountTotal: 0, payableTotal: 0, paidTotal: 0, refundedTotal: 0, payMode: 'full' },
      ...{ status: 'in_service', refundFlag: 'none' },
    });
    await records.insert('study_service', {
      ...{ serviceNo: `DXT${n}`, orderId, customerId, studentName: '学员', projectId, classTypeId: id('full') },
      ...{ supervisorId: supervisor, ownState: 'assigned', status: 'serving', pauseCount: 0, riskLevel: 'none' },
      ...over,
    });
  }
}

describe('sessions made together', () => {
  const series = '/v1/class/session/series';
  const form2 = (over: Body = {}) => ({
    ...form('晨读', 14, 7, { classTypeId: id('short'), teacherId: id('wang'), classroomId: id('乙') }),
    ...{ weekdays: ['1', '4'], untilOn: addDays(next, 34), ...over },
  });

  it('are on every Monday and Thursday until a day, at the same hours; or none, and what is in the way is named', async () => {
    expect((await act(series, form2())).data).toMatchObject({ count: 6 });
    const rows = await company.records.find('class_session', { title: '晨读' });
    expect(rows.map(({ startAt }) => String(startAt)).sort()).toEqual(
      [14, 17, 21, 24, 28, 31].map((day) => at(day, 7)),
    );
    const again = await act(
      series,
      form2({ title: '夜读', weekdays: ['1', '2'], startAt: at(13, 7), endAt: at(13, 8) }),
    );
    expect(refusalOf(again)).toBe('E_TIMETABLE_CLASH');
    expect(again.message).toContain('“晨读”');
    expect(await company.records.count('class_session', { title: '夜读' })).toBe(0);
    expect(refusalOf(await act(series, form2({ untilOn: addDays(next, 10) })))).toBe('E_TIMETABLE_NONE');
    const daily = { weekdays: ['1', '2', '3', '4', '5', '6', '7'], untilOn: addDays(next, 300) };
    expect(refusalOf(await act(series, form2({ ...daily, startAt: at(42, 7), endAt: at(42, 8) })))).toBe(
      'E_TIMETABLE_MANY',
    );
    const foreign = { teacherId: id('other'), startAt: at(42, 7), endAt: at(42, 8), untilOn: addDays(next, 50) };
    expect(await said(series, form2(foreign))).toContain('教师不教这个项目');
  });

  it('are those of one week again in another one, of one teacher where that is said', async () => {
    const copy = (over: Body = {}) =>
      act('/v1/class/session/copy/week', { fromOn: addDays(next, 16), toOn: addDays(next, 49), ...over });
    const same = await copy({ toOn: addDays(next, 14) });
    expect(JSON.stringify(same)).toContain('E_TIMETABLE_SAME_WEEK');
    expect(refusalOf(await copy({ onlyTeacherId: id('li') }))).toBe('E_TIMETABLE_NONE');
    expect((await copy({ onlyTeacherId: id('wang') })).data).toMatchObject({ count: 2 });
    expect(await company.records.count('class_session', { startAt: at(49, 7) })).toBe(1);
    expect(refusalOf(await copy())).toBe('E_TIMETABLE_CLASH');
    expect(await company.records.count('class_session', { title: '晨读' })).toBe(8);
  });
});

describe('an academic task', () => {
  const path = '/v1/academic/task';
  const task = (over: Body = {}) =>
    company.done('academic', `${path}/create`, {
      ...{ title: '排下月的课', kind: 'schedule', projectId: company.ids.project, dueAt: at(3, 18), ...over },
    });

  it('is finished at a hundred percent, and cancelled with a reason', async () => {
    const one = await task();
    expect(
      await said(`${path}/create`, {
        title: '倒着',
        kind: 'other',
        projectId: company.ids.project,
        startAt: at(3, 9),
        dueAt: at(2, 9),
      }),
    ).toContain('截止时间要晚于开始时间');
    await company.done('academic', `${path}/start`, { id: one });
    expect(await said(`${path}/finish`, { id: one })).toContain('进度到 100% 才能完成');
    expect(refusalOf(await company.modify('academic', 'academic_task', one, { progress: 101 }))).toBe(
      'E_INPUT_INVALID',
    );
    await company.modify('academic', 'academic_task', one, { progress: 100 });
    await company.done('academic', `${path}/finish`, { id: one });
    const two = await task();
    expect(refusalOf(await act(`${path}/cancel`, { id: two }))).toBe('E_INPUT_INVALID');
    await company.done('manager', `${path}/cancel`, { id: two, cancelReason: '不开班了' });
    expect(refusalOf(await act(`${path}/start`, { id: two }))).not.toBe('0');
  });

  it('is overdue once, by itself, and its owner is told once', async () => {
    const one = await task();
    const owner = String((await company.stored('academic_task', one)).ownerId);
    await company.database.rows(
      "update academic_task set start_at = now() - interval '2 day', due_at = now() - interval '1 hour' where id = $1",
      [one],
    );
    await company.run('academic_task.due');
    await company.run('academic_task.due');
    expect(await company.stored('academic_task', one)).toMatchObject({ status: 'overdue' });
    const told = (await notices(owner)).filter(({ title }) => title === '教务任务逾期');
    expect(told).toHaveLength(1);
    expect(refusalOf(await act(`${path}/due`, { id: one }))).not.toBe('0');
  });
});

const timetable = (): Timetable => ({ company, id, at, dayOn: (day) => addDays(next, day), schedule, form, serve });
describe('a session and its hour', () => isHeldToItsHour(timetable));
describe('a session once it is over', () => isOverOnce(timetable));
describe('sessions and how they are made together', () => areMadeTogether(timetable));
describe('a task and its owner', () => isOfItsOwner(timetable));
