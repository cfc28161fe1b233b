import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudentEventAnswer } from '../../../contract/student-app.ts';
import { Random, some } from '../../demo/crm/values/random.ts';
import { type ScheduleDriver, startScheduleDriver } from '../../testing/schedule-driver.ts';
import { AttemptCompany, type Choose, first } from './attempt-company.testing.ts';
import { codeOf, type ExamCompany } from './exam-company.testing.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';

let exams: AttemptCompany;
let company: ExamCompany;
let schedules: ScheduleDriver;
beforeAll(async () => {
  exams = await AttemptCompany.start();
  company = exams.company;
  schedules = startScheduleDriver(company);
}, 60_000);
afterAll(async () => {
  await schedules.close();
  await company.close();
});

describe('an attempt', () => {
  it('is begun once, tells nothing of the answers, and is handed in with its objective answers scored', async () => {
    const [one, other] = await Promise.all([exams.begin(), exams.begin()]);
    expect(one?.id).toBe(other?.id);
    expect(JSON.stringify(one)).not.toMatch(/correct|accepted|要点|criteria/);
    const id = await exams.handIn();
    expect(id).toBe(one?.id);
    // Single choice right (2), one of two (half of 4), one of two gaps (half of 3).
    expect(await exams.attempt(id)).toMatchObject({ status: 'submitted', objectiveScore: 5.5, totalScore: null });
    const rows = await exams.rowsOf(id);
    expect(rows.filter(({ objective }) => objective === false)).toMatchObject([
      { score: null, studentAnswer: '我的论述', place: 400 },
    ]);
    expect(rows.find(({ kind }) => kind === 'multiple')).toMatchObject({
      studentAnswer: 'A',
      score: 2,
      correct: false,
      modelAnswer: '<p>A、B</p>',
    });
  });

  it('of objective questions alone is marked when it is handed in, and counts in its questions', async () => {
    const before = await company.records.find('question', { kind: 'multiple' });
    const id = await exams.handIn(first, exams.objectiveId);
    expect(await exams.attempt(id)).toMatchObject({
      status: 'marked',
      objectiveScore: 5.5,
      subjectiveScore: 0,
      totalScore: 5.5,
      passed: true,
    });
    const after = await company.records.find('question', { kind: 'multiple' });
    expect(Number(after[0]?.doneCount)).toBe(Number(before[0]?.doneCount) + 1);
  });

  it('keeps what is written meanwhile, and takes nothing when its time is over', async () => {
    const student = await company.student();
    const { id, questions = [] } = await exams.begin(exams.paperId, student);
    const answers = questions.map((question) => ({ answerId: question.answerId, ...first(question) }));
    expect((await company.tell({ kind: 'keepAnswers', studentId: student, attemptId: id, answers })).data.status).toBe(
      'doing',
    );
    await company.database.rows(`update exam_attempt set ends_at = now() - interval '2 minutes' where id = $1`, [id]);
    expect(codeOf(await company.tell({ kind: 'handIn', studentId: student, attemptId: id, answers: [] }))).toBe(
      'E_ATTEMPT_OVER',
    );
    await schedules.at(new Date());
    expect(await exams.attempt(id)).toMatchObject({ status: 'submitted', objectiveScore: 5.5 });
  });

  it.each<[string, (given: StudentEventAnswer) => Promise<Parameters<ExamCompany['tell']>[0]>, string]>([
    [
      'of somebody else',
      async ({ id }) => ({ kind: 'handIn', studentId: await company.student(), attemptId: id, answers: [] }),
      'E_NOT_FOUND',
    ],
    [
      'with an option of another question',
      async ({ id, questions = [] }) => ({
        ...{ kind: 'handIn', studentId: exams.studentId, attemptId: id },
        answers: [{ answerId: questions[0]?.answerId ?? '', options: [questions[1]?.options[0]?.id ?? ''] }],
      }),
      'E_ATTEMPT_ANSWER',
    ],
    [
      'with a row of another attempt',
      async ({ id }) => ({
        ...{ kind: 'handIn', studentId: exams.studentId, attemptId: id },
        answers: [
          { answerId: (await exams.rowsOf(await exams.handIn(first, exams.objectiveId)))[0]?.id ?? '', texts: [] },
        ],
      }),
      'E_ATTEMPT_ANSWER',
    ],
  ])('is not taken %s', async (_, event, code) => {
    expect(codeOf(await company.tell(await event(await exams.begin())))).toBe(code);
  });

  it('is begun within the hours of its paper, as often as the paper says', async () => {
    const question = await company.published();
    const questions = [{ questionId: question, score: 2 }];
    const later = await exams.openPaper(questions, { startAt: new Date(Date.now() + 3_600_000).toISOString() });
    const tell = (id: string) => company.tell({ kind: 'beginPaper', studentId: exams.studentId, paperId: id });
    const closed = await exams.openPaper(questions);
    await company.done('teacher', '/v1/paper/close', { id: closed });
    for (const shut of [later, closed]) expect(codeOf(await tell(shut))).toBe('E_PAPER_SHUT');
    const once = await exams.openPaper(questions, { attemptLimit: 1 });
    await exams.handIn(first, once);
    expect(codeOf(await tell(once))).toBe('E_PAPER_ATTEMPTS');
    const again = await exams.openPaper(questions);
    await exams.handIn(first, again);
    await company.database.rows(
      'update paper_type set allow_repeat = false where id = (select type_id from paper where id = $1)',
      [again],
    );
    expect(codeOf(await tell(again))).toBe('E_PAPER_ATTEMPTS');
  });
});

describe('marking', () => {
  it('is claimed by one of fifty teachers', async () => {
    const id = await exams.handIn();
    const teachers = await company.teachers(isDeep ? 50 : 10);
    const claims = Array.from({ length: 50 }, (_, place) => teachers[place % teachers.length] ?? '');
    const answers = await Promise.all(claims.map((by) => exams.act(by, 'claim', id)));
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
    const { markerId, markDue } = await exams.attempt(id);
    const winner = claims[answers.findIndex(({ code }) => code === '0')] ?? '';
    expect(markerId).toBe((await company.records.findOne('staff', { account: winner }))?.id);
    expect(Date.parse(String(markDue)) - Date.now()).toBeGreaterThan(47 * 3_600_000);
    const [{ count } = {}] = await company.database.rows(
      `select count(*)::int as count from operation_log where entity_id = $1 and after::text like '%marking%'`,
      [id],
    );
    expect(count).toBe(1);
  });

  it('takes scores from nought to the maximum, of subjective answers, by whoever claimed it', async () => {
    const id = await exams.handIn();
    expect((await exams.mark('teacher2', id, 5)).code).not.toBe('0');
    expect((await exams.act('teacher2', 'claim', id)).code).toBe('0');
    expect(codeOf(await exams.mark('teacher3', id, 5))).not.toBe('0');
    for (const score of [-1, 10.5, 11]) expect((await exams.mark('teacher2', id, score)).code).not.toBe('0');
    expect(JSON.stringify(await exams.mark('teacher2', id, 11))).toContain('得分不能超过该题的满分');
    expect(
      (await exams.mark('teacher2', id, 5, ({ objective }) => (objective === true ? { score: 3 } : {}))).code,
    ).not.toBe('0');
    expect((await exams.mark('teacher2', id, 5, () => ({ studentAnswer: '改过的' }))).code).not.toBe('0');
    expect(
      (await exams.act('teacher2', 'modify', id, { version: (await exams.attempt(id)).version, answers: [] })).code,
    ).not.toBe('0');
    expect(JSON.stringify(await exams.act('teacher2', 'finish', id))).toContain('还有主观题没有评分');
    expect((await exams.mark('teacher2', id, 0)).code).toBe('0');
    expect((await exams.act('teacher3', 'finish', id)).code).not.toBe('0');
    expect((await exams.act('teacher2', 'finish', id)).code).toBe('0');
    expect(await exams.attempt(id)).toMatchObject({
      status: 'marked',
      subjectiveScore: 0,
      totalScore: 5.5,
      passed: true,
      markDue: null,
    });
    expect((await exams.mark('teacher2', id, 9)).code).not.toBe('0');
  });

  it('that is returned goes to another teacher, and another total afterwards is written down', async () => {
    const id = await exams.marked('teacher2', 7);
    expect((await exams.act('teacher3', 'return', id, { returnReason: '偏高' })).code).not.toBe('0');
    expect((await exams.act('academic', 'return', id)).code).not.toBe('0');
    expect((await exams.act('academic', 'return', id, { returnReason: '偏高' })).code).toBe('0');
    expect(await exams.attempt(id)).toMatchObject({
      status: 'returned',
      markerId: null,
      formerMarkerId: company.staff.teacher2,
    });
    expect((await exams.act('teacher2', 'claim', id)).code).not.toBe('0');
    expect((await exams.act('teacher3', 'claim', id)).code).toBe('0');
    expect((await exams.mark('teacher3', id, 4)).code).toBe('0');
    expect((await exams.act('teacher3', 'finish', id)).code).toBe('0');
    expect(await company.records.find('mark_change', { attemptId: id })).toMatchObject([
      { before: 12.5, after: 9.5, reason: '偏高', markerId: company.staff.teacher3 },
    ]);
    const same = await exams.marked('teacher2', 7);
    await exams.act('academic', 'return', same, { returnReason: '复核' });
    await exams.act('teacher3', 'claim', same);
    await exams.act('teacher3', 'finish', same);
    expect(await company.records.count('mark_change', { attemptId: same })).toBe(0);
  });

  it('that is late is released to whom it was open before, keeping what was scored', async () => {
    const id = await exams.handIn();
    await exams.act('teacher2', 'claim', id);
    await exams.mark('teacher2', id, 6);
    await company.database.rows(`update exam_attempt set mark_due = now() - interval '1 minute' where id = $1`, [id]);
    await schedules.at(new Date(Date.now() + 16 * 60_000));
    expect(await exams.attempt(id)).toMatchObject({ status: 'submitted', markerId: null, markDue: null });
    expect((await exams.rowsOf(id)).find(({ objective }) => objective === false)).toMatchObject({ score: 6 });
    expect((await exams.act('teacher2', 'finish', id)).code).not.toBe('0');
  });

  it('is void before it is marked alone, by who may', async () => {
    const id = await exams.handIn();
    expect((await exams.act('teacher2', 'void', id, { voidReason: '作弊' })).code).not.toBe('0');
    expect((await exams.act('academic', 'void', id, { voidReason: '作弊' })).code).toBe('0');
    expect((await exams.act('academic', 'void', await exams.marked(), { voidReason: '作弊' })).code).not.toBe('0');
  });

  it('is not handed in by members of staff', async () => {
    const { id } = await exams.begin();
    expect((await exams.act('admin', 'submit', id)).code).not.toBe('0');
  });
});

it('gives every attempt the sum of its answers, within what the paper gives', { timeout: 1_800_000 }, async () => {
  const random = new Random(28);
  const most = isDeep ? 1000 : 40;
  const chosen: Choose = ({ options: given, gaps, kind }) => {
    if (kind === 'blank')
      return { texts: Array.from({ length: gaps }, () => random.pick(some(['甲', '乙', '二', '丙', '']))) };
    if (given.length === 0) return { text: '论述' };
    return { options: given.filter(() => random.chance(0.5)).map(({ id }) => id) };
  };
  for (let made = 0; made < most; made++) {
    const id = await exams.handIn(chosen);
    if ((await exams.attempt(id)).status !== 'submitted') continue;
    await exams.act('teacher2', 'claim', id);
    await exams.mark('teacher2', id, random.int(0, 20) / 2);
    await exams.act('teacher2', 'finish', id);
  }
  const broken = await company.database.rows(
    `select a.id from exam_attempt a join (select attempt_id, sum(score) filter (where objective) as objective,
        sum(score) filter (where not objective) as subjective, bool_or(score < 0 or score > max_score) as beyond
        from attempt_answer group by attempt_id) s on s.attempt_id = a.id
      where a.status = 'marked' and (a.total_score <> coalesce(s.objective, 0) + coalesce(s.subjective, 0)
        or a.objective_score <> coalesce(s.objective, 0) or a.total_score > a.max_score or s.beyond)`,
  );
  expect(broken).toEqual([]);
  const [{ count } = {}] = await company.database.rows(
    `select count(*)::int as count from exam_attempt where status = 'marked'`,
  );
  expect(Number(count)).toBeGreaterThanOrEqual(most);
});
