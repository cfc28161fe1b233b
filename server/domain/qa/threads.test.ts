import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScheduleDriver, startScheduleDriver } from '../../testing/schedule-driver.ts';
import { codeOf } from '../exam/exam-company.testing.ts';
import { type QaCompany, reply, startQaCompany } from './qa-company.testing.ts';

const hour = 3_600_000;

let company: QaCompany;
let schedules: ScheduleDriver;

beforeAll(async () => {
  company = await startQaCompany();
  schedules = startScheduleDriver(company);
}, 60_000);
afterAll(async () => {
  await schedules.close();
  await company.close();
});

const stored = (id: string) => company.stored('student_question', id);
const ofStudent = async (id: string) => String((await stored(id)).studentId);
const askMore = async (id: string, content = '<p>还是不懂</p>') =>
  company.tell({ kind: 'askMore', studentId: await ofStudent(id), questionId: id, content });

describe('asking on', () => {
  it('is taken three times within seven days, by who asked, and is due again', async () => {
    const id = await company.answered();
    expect(
      codeOf(
        await company.tell({ kind: 'askMore', studentId: company.studentId, questionId: id, content: '<p>？</p>' }),
      ),
    ).toBe('E_NOT_FOUND');
    for (let count = 1; count <= 3; count++) {
      expect((await askMore(id)).code).toBe('0');
      expect(await stored(id)).toMatchObject({
        status: 'follow_up',
        followUps: count,
        answererId: company.staff.teacher2,
      });
      expect((await stored(id)).dueAt).not.toBeNull();
      expect((await company.on('teacher3', 'claim', id)).code).not.toBe('0');
      expect((await company.answer('teacher3', id)).code).not.toBe('0');
      expect((await company.answer('teacher2', id)).code).toBe('0');
    }
    expect(JSON.stringify(await askMore(id))).toContain('已追问 3 次');
    expect(await company.replies(id)).toHaveLength(7);
    const late = await company.answered();
    await company.later(late, 'last_answered_at', '8 days');
    expect(JSON.stringify(await askMore(late))).toContain('满 7 天');
  });

  it('has its last answer no earlier than the one before, though that came while this one waited its turn', async () => {
    const id = await company.answered();
    await company.later(id, 'answered_at', '-2 seconds');
    await company.later(id, 'last_answered_at', '-2 seconds');
    const { lastAnsweredAt } = await stored(id);
    expect((await company.answer('teacher2', id)).code).toBe('0');
    expect(await stored(id)).toMatchObject({ answeredAt: lastAnsweredAt, lastAnsweredAt });
  });

  it('ends seven days after the last answer, or when the student closes it', async () => {
    const quiet = await company.answered();
    const fresh = await company.answered();
    await company.later(quiet, 'last_answered_at', '8 days');
    await schedules.at(new Date(Date.now() + 2 * hour));
    expect((await stored(quiet)).status).toBe('closed');
    expect((await stored(fresh)).status).toBe('answered');
    const close = async () =>
      company.tell({ kind: 'closeQuestion', studentId: await ofStudent(fresh), questionId: fresh });
    expect((await close()).data.status).toBe('closed');
    expect((await close()).code).not.toBe('0');
    expect((await company.on('admin', 'close', await company.answered())).code).not.toBe('0');
    const asked = await company.on('admin', 'ask/more', await company.answered(), { reply: '<p>？</p>' });
    expect(asked.message).toBe('由学员追问');
  });

  it('is rated once, when there is an answer', async () => {
    const id = await company.asked();
    const rate = async (satisfaction: number) =>
      company.tell({ kind: 'rateAnswer', studentId: await ofStudent(id), questionId: id, satisfaction });
    expect(codeOf(await rate(5))).toBe('E_QA_RATED');
    await company.on('teacher2', 'claim', id);
    await company.answer('teacher2', id);
    expect((await rate(6)).code).not.toBe('0');
    expect((await rate(4)).code).toBe('0');
    expect(codeOf(await rate(1))).toBe('E_QA_RATED');
    expect((await stored(id)).satisfaction).toBe(4);
  });
});

describe('handing over and hiding', () => {
  it('goes to another teacher of the project, or back to the queue', async () => {
    const { staff } = company;
    const id = await company.asked();
    await company.on('teacher2', 'claim', id);
    for (const staffId of [staff.teacher2, staff.content, company.ids.sales])
      expect(codeOf(await company.on('teacher2', 'transfer', id, { staffId }))).toBe('E_QA_RECEIVER');
    expect((await company.on('teacher3', 'transfer', id, { staffId: staff.teacher3 })).code).not.toBe('0');
    expect((await company.on('teacher2', 'transfer', id, { staffId: staff.teacher3 })).code).toBe('0');
    expect(await stored(id)).toMatchObject({ status: 'pending', answererId: staff.teacher3 });
    expect((await company.on('academic', 'transfer', id)).code).toBe('0');
    expect(await stored(id)).toMatchObject({ status: 'pending', answererId: null });
    const body = { fields: ['from.name', 'to.name', 'givenBy.name'], sort: ['createdAt'] };
    const where = { and: [{ field: 'questionId', op: 'eq', value: id }] };
    const told = await company.call('academic', '/v1/question/transfer/query', { ...body, where });
    expect(told.data).toMatchObject({
      list: [
        { from: { name: 'teacher2' }, to: { name: 'teacher3' }, givenBy: { name: 'teacher2' } },
        { from: { name: 'teacher3' }, to: { name: null }, givenBy: { name: 'academic' } },
      ],
    });
  });

  it('counts with the supervisor whose student asked, once for each time', async () => {
    const transferred = async (by: string) => {
      const { data } = await company.call(by, '/v1/report/supervisor/stat/query', { measures: ['transferred'] });
      const { rows } = JSON.parse(JSON.stringify(data));
      return rows.find((row: Record<string, unknown>) => row.key === company.supervisorId)?.transferred ?? 0;
    };
    const before = await transferred('academic');
    const id = await company.asked();
    await company.on('teacher2', 'claim', id);
    for (const teacher of ['teacher3', 'teacher2', 'teacher3']) {
      const to = { staffId: company.staff[teacher] };
      expect(codeOf(await company.on('academic', 'transfer', id, to)), teacher).toBe('0');
    }
    const foreign = await company.asked({ studentId: await company.student() });
    await company.on('academic', 'transfer', foreign);
    // One that is refused is none.
    expect((await company.on('academic', 'transfer', id, { staffId: company.staff.teacher3 })).code).not.toBe('0');
    expect(await transferred('academic')).toBe(before + 3);
    expect(await transferred('supervisor')).toBe(before + 3);
  });

  it('is hidden with a reason by who looks after contents', async () => {
    const id = await company.answered();
    expect((await company.on('teacher2', 'hide', id, { hideReason: '广告' })).code).not.toBe('0');
    expect((await company.on('content', 'hide', id)).code).not.toBe('0');
    expect((await company.on('content', 'hide', id, { hideReason: '广告' })).code).toBe('0');
    expect((await askMore(id)).code).not.toBe('0');
    const [first] = await company.replies(id);
    expect(
      (
        await company.act('teacher2', '/v1/student/answer/modify', {
          id: first?.id,
          version: first?.version,
          content: '<p>改</p>',
        })
      ).code,
    ).not.toBe('0');
  });
});

describe('who sees what', () => {
  it('is one’s own and what waits in one’s projects; of one’s own students; everything', async () => {
    const { call } = company;
    const own = await company.answered('teacher2');
    const foreign = await company.asked({ projectId: String(company.ids.otherProject) });
    const view = async (by: string, id: string, page?: string) =>
      (
        await call(
          by,
          '/v1/student/question/view',
          { id, fields: ['title', 'student.mobile'] },
          page === undefined ? {} : { 'x-app-page': page },
        )
      ).code;
    expect(await view('teacher2', own)).toBe('0');
    expect(await view('teacher3', own)).not.toBe('0');
    expect(await view('teacher3', own, 'recententryAnswer')).not.toBe('0');
    expect(await view('teacher3', foreign, 'recententryAnswer')).not.toBe('0');
    expect(await view('supervisor', own)).toBe('0');
    const other = await company.asked({ studentId: await company.student() });
    expect(await view('supervisor', other)).not.toBe('0');
    for (const by of ['content', 'academic']) expect(await view(by, foreign)).toBe('0');
    const thread = await call('teacher2', '/v1/student/question/view', {
      id: own,
      fields: ['answers.content', 'answers.authorType'],
    });
    expect(thread.data).toMatchObject({ answers: [{ content: reply, authorType: 'teacher' }] });
  });

  it('has no number of a student for teachers: not shown, not searched for', async () => {
    const mobile = '13712345678';
    const studentId = await company.student({ mobile });
    const id = await company.asked({ studentId });
    await company.on('teacher2', 'claim', id);
    const query = (body: object) =>
      company.call('teacher2', '/v1/student/question/query', { fields: ['title', 'student.mobile'], ...body });
    expect(JSON.stringify(await query({}))).not.toContain('5678');
    const sought = await query({ where: { and: [{ field: 'student.mobile', op: 'eq', value: mobile }] } });
    expect(JSON.stringify(sought.data ?? {})).not.toContain(id);
  });
});
