import { expect, it } from 'vitest';
import { copyRow } from '../../testing/copied-rows.ts';
import { type Office, refusalOf } from '../../testing/office.ts';

type Body = Readonly<Record<string, unknown>>;

/** The timetable of the company: who and what is in it, and how a session is made on a day at an hour. */
export type Timetable = {
  readonly company: Office;
  readonly id: (key: string) => string;
  readonly at: (day: number, hour: number) => string;
  readonly dayOn: (day: number) => string;
  readonly schedule: (title: string, day: number, from: number, over?: Body) => Promise<string>;
  readonly form: (title: string, day: number, from: number, over?: Body) => Body;
  readonly serve: (count: number, over?: Body) => Promise<void>;
};

const path = '/v1/class/session';

/** What is refused of one session, once it began too, and who is told. */
export function isHeldToItsHour(of: () => Timetable): void {
  it('is of a course of its project, in a room that is in use', async () => {
    const { company, id, schedule, form } = of();
    const { itemTypeId } = await company.stored('project', String(company.ids.project));
    const foreign = await company.records.insert('project', { code: 'cs', name: '外', itemTypeId, enabled: true });
    const course = async (projectId: unknown) => {
      const type = { name: `录播${String(projectId).slice(-4)}`, projectId, enabled: true };
      const courseTypeId = await company.records.insert('course_type', type);
      const values = { courseNo: `KC-S${String(projectId).slice(-4)}`, name: '课', kind: 'live', free: true };
      return company.records.insert('course', { ...values, projectId, courseTypeId, status: 'draft' });
    };
    const [own, other] = [await course(company.ids.project), await course(foreign)];
    const tried = await company.act('academic', `${path}/create`, form('外课', 200, 9, { courseId: other }));
    expect(JSON.stringify(tried)).toContain('课程是另一个项目的');
    await schedule('本课', 200, 9, { courseId: own });
    const closed = await company.records.insert('classroom', { name: '停用室', seats: 9, enabled: false });
    const inClosed = await company.act('academic', `${path}/create`, form('停用', 200, 12, { classroomId: closed }));
    expect(refusalOf(inClosed)).toBe('E_INPUT_INVALID');
    expect(await company.records.count('class_session', { classroomId: closed })).toBe(0);
    expect(id('li')).not.toBe('');
  });

  it('is asked leave of with a reason and given to another before it begins; who was there first stays named', async () => {
    const { company, id, schedule } = of();
    const session = await schedule('换两次', 201, 9);
    const third = await company.records.insert('teacher', {
      ...{ name: '赵老师', projectIds: [company.ids.project], employment: 'full', status: 'active' },
      staffId: await company.hire('third', 'teacher'),
    });
    const titled = async (staff: string) => {
      const [row] = await company.records.find('staff', { account: staff });
      const told = await company.records.find('notification', { receiverId: row?.id, title: '课次代课' });
      return told.map(({ content }) => String(content)).filter((content) => content.includes('换两次'));
    };
    expect(refusalOf(await company.act('lecturer', `${path}/leave`, { id: session }))).toBe('E_INPUT_INVALID');
    const foreign = await company.act('academic', `${path}/substitute`, { id: session, teacherId: id('other') });
    expect(foreign.message).toContain('教师不教这个项目');
    for (const teacherId of [id('wang'), third, third])
      await company.done('academic', `${path}/substitute`, { id: session, teacherId });
    expect(await company.stored('class_session', session)).toMatchObject({
      ...{ teacherId: third, originalTeacherId: id('li') },
    });
    // The last one was no change.
    expect(await titled('third')).toHaveLength(1);
    expect((await titled('third'))[0]).toContain('由您代课');
    await company.database.rows(
      "update class_session set start_at = now() - interval '1 hour', end_at = now() + interval '1 hour' where id = $1",
      [session],
    );
    const begun = (verb: string, more: Body) => company.act('academic', `${path}/${verb}`, { id: session, ...more });
    expect((await begun('leave', { leaveReason: '生病' })).message).toBe('已经开始的课次不能请假');
    expect((await begun('substitute', { teacherId: id('wang') })).message).toBe('已经开始的课次不能换人');
  });
}

/** What becomes of one that is over, and of its seats. */
export function isOverOnce(of: () => Timetable): void {
  const modify = (id: string, values: Body) => of().company.modify('academic', 'class_session', id, values);

  it('is changed in its remark alone once it is over or cancelled; one asked leave of is not over by itself', async () => {
    const { company, schedule } = of();
    const [over, away] = [await schedule('过了的', 202, 9), await schedule('请了假的', 202, 12)];
    await company.done('lecturer', `${path}/leave`, { id: away, leaveReason: '生病' });
    await company.database.rows(
      `update class_session set start_at = start_at - interval '210 days', end_at = end_at - interval '210 days'
       where id = any($1::uuid[])`,
      [[over, away]],
    );
    await company.run('class_session.finish');
    expect(await company.stored('class_session', over)).toMatchObject({ status: 'finished' });
    expect(await company.stored('class_session', away)).toMatchObject({ status: 'scheduled' });
    const cancelled = await schedule('取消了的', 203, 9);
    await company.done('academic', `${path}/cancel`, { id: cancelled, cancelReason: '停电' });
    for (const session of [over, cancelled]) {
      expect(refusalOf(await modify(session, { title: '改' }))).toBe('E_NOT_EDITABLE');
      expect((await modify(session, { remark: '备注' })).code).toBe('0');
    }
  });

  it('has as many seats as students, and counts those who learn just now', async () => {
    const { company, id, schedule, serve } = of();
    const before = Number((await company.stored('class_session', await schedule('数一数', 204, 9))).students);
    await serve(1, { status: 'finished', finishedAt: new Date().toISOString() });
    const again = await company.stored('class_session', await schedule('再数', 204, 12));
    expect(again).toMatchObject({ students: before });
    const room = await company.records.insert('classroom', { name: '刚好', seats: before, enabled: true });
    const tight = await schedule('刚好', 204, 15, { classroomId: room });
    expect(await company.stored('class_session', tight)).toMatchObject({ seatNote: null });
    expect(id('full')).not.toBe('');
  });
}

/** What is refused of sessions that are made together. */
export function areMadeTogether(of: () => Timetable): void {
  const act = (verb: string, body: Body, by = 'academic') => of().company.act(by, `${path}/${verb}`, body);
  const series = (title: string, day: number, over: Body = {}) => ({
    ...of().form(title, day, 7, { classTypeId: of().id('short'), teacherId: of().id('wang'), classroomId: null }),
    ...{ weekdays: ['1', '2'], untilOn: of().dayOn(day + 6), ...over },
  });

  it('are made by who makes sessions, refer to what there is, say where seats lack, and are written down', async () => {
    const { company, at, id } = of();
    expect(refusalOf(await act('series', series('讲师的', 210), 'lecturer'))).toBe('E_NO_PERMISSION');
    const copy = { fromOn: of().dayOn(210), toOn: of().dayOn(217) };
    expect(refusalOf(await act('copy/week', copy, 'lecturer'))).toBe('E_NO_PERMISSION');
    const nobody = series('没有人', 210, { teacherId: company.ids.sales });
    expect(refusalOf(await act('series', nobody))).toBe('E_INPUT_INVALID');
    const crowded = series('挤满', 210, { classTypeId: id('full'), classroomId: id('乙') });
    expect((await act('series', crowded)).data).toMatchObject({ count: 2 });
    const rows = await company.records.find('class_session', { title: '挤满' });
    expect(rows.map(({ startAt }) => String(startAt)).sort()).toEqual([at(210, 7), at(211, 7)]);
    for (const { id: entityId, seatNote } of rows) {
      expect(seatNote).toContain('教室 1 座');
      expect(await company.records.count('operation_log', { entityId, action: 'class_session.series' })).toBe(1);
    }
  });

  it('are of one room where that is said, without what was cancelled, which takes nobody’s time either', async () => {
    const { company, dayOn, schedule, id, at } = of();
    const gone = await schedule('取消的', 218, 9);
    await company.done('academic', `${path}/cancel`, { id: gone, cancelReason: '停电' });
    await schedule('在甲', 218, 12);
    await schedule('在乙', 219, 12, { classroomId: id('乙') });
    const week = { fromOn: dayOn(217), toOn: dayOn(224) };
    expect((await act('copy/week', { ...week, onlyRoomId: id('乙') })).data).toMatchObject({ count: 1 });
    expect(await company.records.count('class_session', { startAt: at(226, 12) })).toBe(1);
    expect((await act('copy/week', { ...week, toOn: dayOn(231) })).data).toMatchObject({ count: 2 });
    const again = series('补上', 218, { ...of().form('补上', 218, 9), weekdays: ['2'] });
    expect((await act('series', again)).data).toMatchObject({ count: 1 });
  });

  it('are two hundred at most, and of a year at most', async () => {
    const { company, at, dayOn, schedule } = of();
    const one = await schedule('许多', 238, 0);
    const half = 1_800_000;
    const from = Date.parse(at(238, 2));
    const moment = (place: number) => new Date(from + place * half).toISOString();
    await copyRow(
      company.database,
      'class_session',
      one,
      Array.from({ length: 200 }, (_, place) => ({ start_at: moment(place), end_at: moment(place + 1) })),
    );
    const many = await act('copy/week', { fromOn: dayOn(238), toOn: dayOn(252) });
    expect(refusalOf(many)).toBe('E_TIMETABLE_MANY');
    const far = series('很久', 259, { weekdays: ['1'], untilOn: '2099-12-31' });
    expect((await act('series', far)).data).toMatchObject({ count: 53 });
  });
}

/** What is refused of an academic task, and to whom. */
export function isOfItsOwner(of: () => Timetable): void {
  it('is changed by its owner while it goes on, and is not overdue before its time', async () => {
    const { company, at } = of();
    const task = (over: Body = {}) =>
      company.done('academic', '/v1/academic/task/create', {
        ...{ title: '排课', kind: 'schedule', projectId: company.ids.project, dueAt: at(3, 18), ...over },
      });
    const act = (verb: string, id: string, by: string, more: Body = {}) =>
      company.act(by, `/v1/academic/task/${verb}`, { id, ...more });
    const role = await company.records.findOne('role', { code: 'manager' });
    const kept = Array.isArray(role?.permissions) ? role.permissions : [];
    const more = ['start', 'finish', 'edit', 'query', 'get'].map((verb) => `academic_task:${verb}`);
    await company.records.update('role', role?.id ?? '', {
      permissions: [...kept.filter((key) => key !== 'academic_task:add'), ...more],
    });
    const one = await task({ progress: 100 });
    expect((await act('start', one, 'manager')).message).toBe('只有负责人可以开始');
    await company.done('academic', '/v1/academic/task/start', { id: one });
    expect((await act('finish', one, 'manager')).message).toBe('只有负责人可以完成');
    expect((await company.modify('manager', 'academic_task', one, { title: '改' })).message).toBe(
      '别人负责的任务由他自己或教务主管改',
    );
    await company.records.update('role', role?.id ?? '', { permissions: kept });
    await company.database.rows("update schedule_state set due_at = now() where key = 'academic_task.due'");
    await company.run('academic_task.due');
    expect(await company.stored('academic_task', one)).toMatchObject({ status: 'doing' });
    await company.done('academic', '/v1/academic/task/finish', { id: one });
    const [late, gone] = [await task(), await task()];
    await company.database.rows(
      "update academic_task set start_at = now() - interval '2 day', due_at = now() - interval '1 hour' where id = $1",
      [late],
    );
    await company.run('academic_task.due');
    await company.done('academic', '/v1/academic/task/cancel', { id: gone, cancelReason: '不开班了' });
    for (const [id, values] of [
      [one, { title: '改' }],
      [late, { title: '改' }],
      [gone, { title: '改' }],
    ] as const)
      expect(refusalOf(await company.modify('academic', 'academic_task', id, values))).toBe('E_NOT_EDITABLE');
    expect((await company.modify('academic', 'academic_task', late, { dueAt: at(9, 18) })).code).toBe('0');
  });
}
