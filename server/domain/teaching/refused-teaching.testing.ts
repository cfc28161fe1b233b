import { expect, it } from 'vitest';
import { addDays, dayOf } from '../../../engine/model/time/index.ts';
import { type Office, type OfficeAnswer, refusalOf } from '../../testing/office.ts';

type Body = Readonly<Record<string, unknown>>;

/** Teachers and students of the company, and how they are brought together. */
export type Teaching = {
  readonly company: Office;
  readonly classTypeId: string;
  readonly student: () => Promise<string>;
  readonly teacher: (over?: Body) => Promise<string>;
  readonly assign: (teacherId: string, studentId: string, over?: Body) => Promise<OfficeAnswer>;
};

/** A day of the company's, from today. */
const dayIn = (days: number) => addDays(dayOf(Date.now()), days);

/** What the academic asks for of teachers. */
function asked({ company, assign, student }: Teaching) {
  const act = (path: string, body: Body) => company.act('academic', `/v1/teacher/${path}`, body);
  return {
    act,
    said: async (path: string, body: Body) => (await act(path, body)).message,
    modify: (entity: string, id: string, values: Body, by = 'academic') => company.modify(by, entity, id, values),
    assigned: async (teacherId: string, over: Body = {}) =>
      String((await assign(teacherId, await student(), over)).data.id),
  };
}

/** What is refused of trainees. */
export function isTaughtFromDayToDay(of: () => Teaching): void {
  it('goes over to another teacher with a reason, once it began; ends on a day, and is then a record', async () => {
    const { company, teacher, student } = of();
    const { act, said, modify, assigned } = asked(of());
    const [one, other] = [await teacher(), await teacher()];
    const id = await assigned(one);
    const move = { id, toTeacherId: other, endReason: '换人' };
    expect(await said('trainee/transfer', { ...move, toTeacherId: one })).toBe('接手的就是现在的教师');
    expect(refusalOf(await act('trainee/transfer', { id, toTeacherId: other }))).toBe('E_INPUT_INVALID');
    const later = await assigned(one, { startOn: dayIn(9) });
    expect(await said('trainee/transfer', { ...move, id: later })).toBe('还没有开始带，请删除后重新分配');
    for (const values of [{ studentId: await student() }, { teacherId: other }])
      expect(refusalOf(await modify('teacher_trainee', id, values))).toBe('E_NOT_EDITABLE');
    for (const wrong of [{ endOn: null, endReason: '结课' }, { endOn: dayIn(0) }])
      expect(refusalOf(await act('trainee/end', { id, ...wrong }))).toBe('E_INPUT_INVALID');
    expect((await act('trainee/transfer', move)).code).toBe('0');
    expect(await company.stored('teacher_trainee', id)).toMatchObject({ status: 'ended', endOn: dayIn(0) });
    expect(refusalOf(await modify('teacher_trainee', id, { startOn: dayIn(-9) }))).toBe('E_NOT_EDITABLE');
    expect(await said('trainee/delete', { id })).toContain('留作记录');
    // One without a day of his is taken back, unless something was done together.
    expect((await act('trainee/delete', { id: later })).code).toBe('0');
    const worked = await assigned(one);
    const note = { traineeId: worked, kind: 'guidance', content: '讲了作业' };
    expect((await act('interaction/create', note)).code).toBe('0');
    expect(await said('trainee/delete', { id: worked })).toContain('留作记录');
  });
}

/** What is refused of who leaves. */
export function isHandedOver(of: () => Teaching): void {
  it('is handed over to somebody else, where there is somebody to hand over, with a reason and after a look', async () => {
    const { company, teacher } = of();
    const { act, said, modify, assigned } = asked(of());
    const [leaver, next] = [await teacher(), await teacher()];
    const over = { id: leaver, toTeacherId: next, endReason: '离职' };
    expect(await said('hand/over', { ...over, preview: true })).toBe('没有在带的学员');
    expect(await said('hand/over/sessions', { id: leaver, toTeacherId: next, preview: true })).toBe('没有未上的课次');
    const [former, present] = [await assigned(leaver), await assigned(leaver)];
    expect((await act('trainee/end', { id: former, endOn: dayIn(0), endReason: '结课' })).code).toBe('0');
    const session = await company.done('academic', '/v1/class/session/create', {
      ...{ title: '一讲', classTypeId: of().classTypeId, teacherId: leaver },
      ...{ startAt: `${dayIn(200)}T01:00:00Z`, endAt: `${dayIn(200)}T02:00:00Z` },
    });
    const self = { ...over, toTeacherId: leaver };
    expect(await said('hand/over', { ...self, preview: true })).toBe('接手的不能是本人');
    expect(await said('hand/over/sessions', { id: leaver, toTeacherId: leaver, preview: true })).toBe(
      '接手的不能是本人',
    );
    expect(refusalOf(await act('hand/over', { ...over, endReason: null, preview: true }))).toBe('E_INPUT_INVALID');
    for (const [path, body] of [
      ['hand/over', over],
      ['hand/over/sessions', { id: leaver, toTeacherId: next }],
    ] as const)
      expect([path, refusalOf(await act(path, body))]).toEqual([path, 'E_PREVIEW']);
    const seen = await act('hand/over', { ...over, preview: true });
    expect(seen.data).toMatchObject({ preview: { total: 1 } });
    const { digest } = Object(seen.data.preview);
    expect((await act('hand/over', { ...over, previewed: digest })).code).toBe('0');
    expect(await company.stored('teacher_trainee', former)).toMatchObject({ endReason: '结课' });
    expect(await company.stored('teacher_trainee', present)).toMatchObject({ endReason: '离职' });
    await company.done('academic', '/v1/class/session/cancel', { id: session, cancelReason: '停课' });
    expect(refusalOf(await act('leave', { id: leaver }))).toBe('E_INPUT_INVALID');
    expect((await act('leave', { id: leaver, leftOn: dayIn(0) })).code).toBe('0');
    expect(refusalOf(await modify('teacher', leaver, { title: '讲师' }))).toBe('E_NOT_EDITABLE');
    expect((await act('rejoin', { id: leaver })).code).toBe('0');
    expect(await company.stored('teacher', leaver)).toMatchObject({ status: 'active', leftOn: null });
    // Who taught is a record, at work or not.
    expect(await said('delete', { id: leaver })).toContain('带过学员的教师留作记录');
    expect((await act('delete', { id: await teacher() })).code).toBe('0');
  });
}

/** What is refused of what was done together. */
export function isWrittenDown(of: () => Teaching): void {
  it('is written down by who did it, who alone changes it, and read by no colleague', async () => {
    const { company, teacher } = of();
    const { modify, assigned } = asked(of());
    const staffId = await company.hire('mentor', 'teacher');
    const other = await company.hire('mate', 'teacher');
    const [mine] = [await teacher({ staffId }), await teacher({ staffId: other })];
    const note = { traineeId: await assigned(mine), kind: 'guidance', content: '讲了作业' };
    const id = await company.done('mentor', '/v1/teacher/interaction/create', note);
    const byAcademic = await company.done('academic', '/v1/teacher/interaction/create', note);
    expect((await modify('teacher_interaction', byAcademic, { content: '改' }, 'mentor')).message).toBe(
      '只有登记人或教务可以修改',
    );
    expect((await modify('teacher_interaction', id, { content: '改' }, 'mentor')).code).toBe('0');
    expect((await modify('teacher_interaction', id, { content: '再改' })).code).toBe('0');
    const late = { occurredAt: new Date(Date.now() + 3_600_000).toISOString() };
    expect((await modify('teacher_interaction', id, late)).message).toBe('互动时间不能晚于现在');
    const seen = async (by: string) => {
      const { data } = await company.act(by, '/v1/teacher/interaction/query', { fields: ['content'] });
      return (data.list as readonly object[]).length;
    };
    expect([await seen('mentor'), await seen('mate')]).toEqual([2, 0]);
  });
}
