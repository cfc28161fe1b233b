import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudentEvent } from '../../../contract/student-app.ts';
import { type ScheduleDriver, startScheduleDriver } from '../../testing/schedule-driver.ts';
import { codeOf } from '../exam/exam-company.testing.ts';
import { type QaCompany, startQaCompany } from './qa-company.testing.ts';

let company: QaCompany;
let schedules: ScheduleDriver;
let customerId: string;

beforeAll(async () => {
  company = await startQaCompany();
  schedules = startScheduleDriver(company);
  customerId = await company.customer();
  const word = { word: '退钱', category: 'promise', level: 'forbidden', matchMode: 'contain', enabled: true };
  await company.records.insert('forbidden_word', word);
}, 60_000);
afterAll(async () => {
  await schedules.close();
  await company.close();
});

type Comment = Extract<StudentEvent, { readonly kind: 'comment' }>;
const comment = (over: Partial<Comment> = {}) =>
  company.tell({
    ...{
      kind: 'comment',
      studentId: company.studentId,
      targetType: 'teacher',
      targetId: String(company.staff.teacher),
    },
    ...{ score: 5, content: '讲得清楚', tags: ['clear'], ...over },
  });
async function commented(over: Partial<Comment> = {}): Promise<string> {
  const studentId = await company.student({
    supervisorId: company.supervisorId,
    supervisorDeptId: company.ids.group1,
    customerId,
  });
  const answer = await comment({ studentId, ...over });
  if (answer.code !== '0') throw new TypeError(JSON.stringify(answer));
  return String(answer.data.id);
}
const act = (by: string, verb: string, id: string, more = {}) =>
  company.act(by, `/v1/comment/${verb}`, { id, ...more });
const stored = (id: string) => company.stored('comment', id);

describe('a comment', () => {
  it('is taken once of each student about each target, by its name, also at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => comment()));
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
    const rows = await company.records.find('comment', { studentId: company.studentId });
    expect(rows).toMatchObject([{ targetName: 'teacher', score: 5, tags: ['clear'], status: 'pending' }]);
    expect(codeOf(await comment())).toBe('E_COMMENT_TWICE');
  });

  it.each<[string, () => Partial<Comment>, string]>([
    ['about nobody', () => ({ targetId: crypto.randomUUID() }), 'E_NOT_FOUND'],
    ['with a tag there is not', () => ({ targetId: String(company.staff.teacher2), tags: ['best'] }), 'E_COMMENT_TAG'],
    ['with six stars', () => ({ targetId: String(company.staff.teacher2), score: 6 }), 'E_INPUT_INVALID'],
  ])('is refused %s', async (_, over, code) => {
    expect(codeOf(await comment(over()))).toBe(code);
  });

  it('about an answer is the asker’s', async () => {
    const id = await company.answered();
    const [answer] = await company.replies(id);
    const about = { targetType: 'answer', targetId: String(answer?.id) } as const;
    expect(codeOf(await comment(about))).toBe('E_NOT_FOUND');
    const { studentId } = await company.stored('student_question', id);
    expect((await comment({ ...about, studentId: String(studentId) })).code).toBe('0');
  });

  it.each<[string, string, string, boolean]>([
    ['content', 'approve', 'pending', true],
    ['content', 'hide', 'pending', true],
    ['content', 'reply', 'pending', false],
    ['content', 'show', 'pending', false],
    ['content', 'approve', 'visible', false],
    ['content', 'hide', 'visible', true],
    ['content', 'reply', 'visible', true],
    ['content', 'show', 'hidden', true],
    ['content', 'hide', 'hidden', false],
    ['academic', 'approve', 'pending', false],
    ['supervisor', 'hide', 'visible', false],
    ['teacher', 'approve', 'pending', false],
  ])('by %s: %s of a %s one: %s', async (by, verb, status, may) => {
    const id = await commented();
    await company.records.update('comment', id, { status });
    const answer = await act(by, verb, id, { hide: { hideReason: '广告' }, reply: { reply: '谢谢' } }[verb] ?? {});
    expect(answer.code === '0').toBe(may);
  });

  it('with a forbidden word is neither approved nor shown after hiding; nor is such a reply given', async () => {
    const id = await commented({ content: '不行就退钱' });
    expect(codeOf(await act('content', 'approve', id))).toBe('E_QA_WORD');
    expect((await act('content', 'hide', id)).code).not.toBe('0');
    expect((await act('content', 'hide', id, { hideReason: '言辞' })).code).toBe('0');
    expect(codeOf(await act('content', 'show', id))).toBe('E_QA_WORD');
    const fine = await commented();
    await act('content', 'approve', fine);
    expect(codeOf(await act('content', 'reply', fine, { reply: '可以退钱' }))).toBe('E_QA_WORD');
    expect((await act('content', 'reply', fine, { reply: '谢谢' })).code).toBe('0');
    expect(await stored(fine)).toMatchObject({ reply: '谢谢', repliedById: company.staff.content, status: 'visible' });
  });

  it('are approved and hidden many at once, each by itself', async () => {
    const ids = [await commented(), await commented({ content: '退钱' }), await commented()];
    const { data } = await company.act('content', '/v1/comment/approve', { ids });
    expect(data).toMatchObject({ done: 2, failed: 1 });
    const statuses = await Promise.all(ids.map(async (id) => (await stored(id)).status));
    expect(statuses).toEqual(['visible', 'pending', 'visible']);
  });

  it('of two stars about a teacher or supervisor is called back once, not seen by whom it is about', async () => {
    const low = await commented({ score: 2 });
    const fine = await commented({ score: 3 });
    const course = await commented({ score: 1, targetType: 'supervisor', targetId: company.supervisorId });
    for (const minutes of [6, 12]) await schedules.at(new Date(Date.now() + minutes * 60_000));
    const made = async (id: string) => {
      const { studentId } = await stored(id);
      return company.records.find('work_order', { studentId });
    };
    expect(await made(low)).toMatchObject([
      {
        type: 'call_back',
        source: 'system',
        customerId,
        liableStaffId: company.staff.teacher,
        assigneeDeptId: company.ids.group1,
      },
    ]);
    expect(await made(fine)).toEqual([]);
    expect(await made(course)).toMatchObject([{ liableStaffId: company.supervisorId }]);
    await act('content', 'approve', low);
    await schedules.at(new Date(Date.now() + 18 * 60_000));
    expect(await made(low)).toHaveLength(1);
  });

  it('is seen by the supervisor of its student, not by others', async () => {
    const own = await commented();
    const foreign = await commented({ studentId: await company.student() });
    const codes = await Promise.all(
      [own, foreign].map(async (id) => (await act('supervisor', 'view', id, { fields: ['score'] })).code),
    );
    expect(codes[0]).toBe('0');
    expect(codes[1]).not.toBe('0');
  });
});
