import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GivenAnswer, StudentEventAnswer } from '../../../contract/student-app.ts';
import { Random, some } from '../../demo/crm/values/random.ts';
import { type ScheduleDriver, startScheduleDriver } from '../../testing/schedule-driver.ts';
import { codeOf, type ExamCompany, options, startExamCompany } from './exam-company.testing.ts';

type Values = Record<string, unknown>;

const isDeep = process.env.TEST_DEPTH === 'deep';

let company: ExamCompany;
let schedules: ScheduleDriver;
/** A mock paper: single choice (2), several choices of which half count (4), two gaps (3), and an essay (10). */
let paperId: string;
let objectiveId: string;
let studentId: string;

beforeAll(async () => {
  company = await startExamCompany();
  schedules = startScheduleDriver(company);
  const { published } = company;
  const single = await published();
  const multiple = await published({ kind: 'multiple', partialRule: 'half', options: options('*甲', '*乙', '丙') });
  const blank = await published({
    ...{ kind: 'blank', stem: `<p>${crypto.randomUUID()}____与____</p>`, options: [] },
    blanks: [{ accepted: '甲' }, { accepted: '乙\n二' }],
  });
  const essay = await published({
    ...{ kind: 'essay', score: 10, options: [], modelAnswer: '<p>要点</p>' },
    criteria: [{ content: '要点', score: 10 }],
  });
  const row = (questionId: string, score: number) => ({ questionId, score });
  const objective = [row(single, 2), row(multiple, 4), row(blank, 3)];
  paperId = await openPaper([...objective, row(essay, 10)]);
  objectiveId = await openPaper(objective);
  studentId = await company.student();
}, 60_000);
afterAll(async () => {
  await schedules.close();
  await company.close();
});

let serial = 0;
async function openPaper(questions: readonly Values[], over: Values = {}): Promise<string> {
  serial += 1;
  const typeId = await company.records.insert('paper_type', {
    ...{ code: `M${serial}`, name: `模考${serial}`, kind: 'mock', needMarking: true, allowRepeat: true, enabled: true },
    ...{ durationMinutes: 120, sortNo: serial },
  });
  const id = await company.done('teacher', '/v1/paper/create', {
    ...{
      name: '模考卷',
      projectId: company.ids.project,
      typeId,
      durationMinutes: 120,
      showAnswer: 'now',
      passScore: 2,
    },
    startAt: new Date(Date.now() - 60_000).toISOString(),
    endAt: new Date(Date.now() + 86_400_000).toISOString(),
    sections: [{ title: '一', questions }],
    ...over,
  });
  await company.done('teacher', '/v1/paper/publish', { id });
  return id;
}

const begin = async (paper = paperId, student = studentId): Promise<StudentEventAnswer> => {
  const answer = await company.tell({ kind: 'beginPaper', studentId: student, paperId: paper });
  if (answer.code !== '0') throw new TypeError(JSON.stringify(answer));
  return answer.data;
};

type Question = NonNullable<StudentEventAnswer['questions']>[number];
type Choose = (question: Question) => Omit<GivenAnswer, 'answerId'>;
const first: Choose = ({ kind, options: given, gaps }) => {
  if (kind === 'blank') return { texts: Array.from({ length: gaps }, () => '甲') };
  if (given.length === 0) return { text: '我的论述' };
  return { options: given.slice(0, 1).map(({ id }) => id) };
};

async function handIn(choose: Choose = first, paper = paperId, student = studentId): Promise<string> {
  const { id, questions = [] } = await begin(paper, student);
  const answers = questions.map((question) => ({ answerId: question.answerId, ...choose(question) }));
  const answer = await company.tell({ kind: 'handIn', studentId: student, attemptId: id, answers });
  if (answer.code !== '0') throw new TypeError(JSON.stringify(answer));
  return id;
}

const act = (by: string, verb: string, id: string, more: Values = {}) =>
  company.act(by, `/v1/exam/attempt/${verb}`, { id, ...more });
const attempt = (id: string) => company.stored('exam_attempt', id);
const rowsOf = (id: string) => company.records.find('attempt_answer', { attemptId: id }, 300);

/** Writes what the teacher gave: the score of each subjective answer. */
async function mark(by: string, id: string, score: number | null, over: (row: Values) => Values = () => ({})) {
  const rows = (await rowsOf(id)).toSorted((a, b) => Number(a.place) - Number(b.place));
  const answers = rows.map((row) => ({
    id: row.id,
    ...(row.objective === true ? {} : { score, remark: '已阅' }),
    ...over(row),
  }));
  return act(by, 'modify', id, { version: (await attempt(id)).version, answers });
}

async function marked(by = 'teacher2', score = 7): Promise<string> {
  const id = await handIn();
  for (const verb of ['claim', 'finish']) {
    if (verb === 'finish') expect((await mark(by, id, score)).code).toBe('0');
    expect((await act(by, verb, id)).code).toBe('0');
  }
  return id;
}

describe('an attempt', () => {
  it('is begun once, tells nothing of the answers, and is handed in with its objective answers scored', async () => {
    const [one, other] = await Promise.all([begin(), begin()]);
    expect(one?.id).toBe(other?.id);
    expect(JSON.stringify(one)).not.toMatch(/correct|accepted|要点|criteria/);
    const id = await handIn();
    expect(id).toBe(one?.id);
    // Single choice right (2), one of two (half of 4), one of two gaps (half of 3).
    expect(await attempt(id)).toMatchObject({ status: 'submitted', objectiveScore: 5.5, totalScore: null });
    const rows = await rowsOf(id);
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
    const id = await handIn(first, objectiveId);
    expect(await attempt(id)).toMatchObject({
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
    const { id, questions = [] } = await begin(paperId, student);
    const answers = questions.map((question) => ({ answerId: question.answerId, ...first(question) }));
    expect((await company.tell({ kind: 'keepAnswers', studentId: student, attemptId: id, answers })).data.status).toBe(
      'doing',
    );
    await company.database.rows(`update exam_attempt set ends_at = now() - interval '2 minutes' where id = $1`, [id]);
    expect(codeOf(await company.tell({ kind: 'handIn', studentId: student, attemptId: id, answers: [] }))).toBe(
      'E_ATTEMPT_OVER',
    );
    await schedules.at(new Date());
    expect(await attempt(id)).toMatchObject({ status: 'submitted', objectiveScore: 5.5 });
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
        ...{ kind: 'handIn', studentId, attemptId: id },
        answers: [{ answerId: questions[0]?.answerId ?? '', options: [questions[1]?.options[0]?.id ?? ''] }],
      }),
      'E_ATTEMPT_ANSWER',
    ],
    [
      'with a row of another attempt',
      async ({ id }) => ({
        ...{ kind: 'handIn', studentId, attemptId: id },
        answers: [{ answerId: (await rowsOf(await handIn(first, objectiveId)))[0]?.id ?? '', texts: [] }],
      }),
      'E_ATTEMPT_ANSWER',
    ],
  ])('is not taken %s', async (_, event, code) => {
    expect(codeOf(await company.tell(await event(await begin())))).toBe(code);
  });

  it('is begun within the hours of its paper, as often as the paper says', async () => {
    const question = await company.published();
    const questions = [{ questionId: question, score: 2 }];
    const later = await openPaper(questions, { startAt: new Date(Date.now() + 3_600_000).toISOString() });
    const tell = (id: string) => company.tell({ kind: 'beginPaper', studentId, paperId: id });
    expect(codeOf(await tell(later))).toBe('E_PAPER_SHUT');
    const once = await openPaper(questions, { attemptLimit: 1 });
    await handIn(first, once);
    expect(codeOf(await tell(once))).toBe('E_PAPER_ATTEMPTS');
  });
});

describe('marking', () => {
  it('is claimed by one of fifty teachers', async () => {
    const id = await handIn();
    const teachers = await company.teachers(isDeep ? 50 : 10);
    const claims = Array.from({ length: 50 }, (_, place) => teachers[place % teachers.length] ?? '');
    const answers = await Promise.all(claims.map((by) => act(by, 'claim', id)));
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
    const { markerId, markDue } = await attempt(id);
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
    const id = await handIn();
    expect((await mark('teacher2', id, 5)).code).not.toBe('0');
    expect((await act('teacher2', 'claim', id)).code).toBe('0');
    expect(codeOf(await mark('teacher3', id, 5))).not.toBe('0');
    for (const score of [-1, 10.5, 11]) expect((await mark('teacher2', id, score)).code).not.toBe('0');
    expect(JSON.stringify(await mark('teacher2', id, 11))).toContain('得分不能超过该题的满分');
    expect((await mark('teacher2', id, 5, ({ objective }) => (objective === true ? { score: 3 } : {}))).code).not.toBe(
      '0',
    );
    expect((await mark('teacher2', id, 5, () => ({ studentAnswer: '改过的' }))).code).not.toBe('0');
    expect((await act('teacher2', 'modify', id, { version: (await attempt(id)).version, answers: [] })).code).not.toBe(
      '0',
    );
    expect(JSON.stringify(await act('teacher2', 'finish', id))).toContain('还有主观题没有评分');
    expect((await mark('teacher2', id, 0)).code).toBe('0');
    expect((await act('teacher3', 'finish', id)).code).not.toBe('0');
    expect((await act('teacher2', 'finish', id)).code).toBe('0');
    expect(await attempt(id)).toMatchObject({
      status: 'marked',
      subjectiveScore: 0,
      totalScore: 5.5,
      passed: true,
      markDue: null,
    });
    expect((await mark('teacher2', id, 9)).code).not.toBe('0');
  });

  it('that is returned goes to another teacher, and another total afterwards is written down', async () => {
    const id = await marked('teacher2', 7);
    expect((await act('teacher3', 'return', id, { returnReason: '偏高' })).code).not.toBe('0');
    expect((await act('academic', 'return', id)).code).not.toBe('0');
    expect((await act('academic', 'return', id, { returnReason: '偏高' })).code).toBe('0');
    expect(await attempt(id)).toMatchObject({
      status: 'returned',
      markerId: null,
      formerMarkerId: company.staff.teacher2,
    });
    expect((await act('teacher2', 'claim', id)).code).not.toBe('0');
    expect((await act('teacher3', 'claim', id)).code).toBe('0');
    expect((await mark('teacher3', id, 4)).code).toBe('0');
    expect((await act('teacher3', 'finish', id)).code).toBe('0');
    expect(await company.records.find('mark_change', { attemptId: id })).toMatchObject([
      { before: 12.5, after: 9.5, reason: '偏高', markerId: company.staff.teacher3 },
    ]);
    const same = await marked('teacher2', 7);
    await act('academic', 'return', same, { returnReason: '复核' });
    await act('teacher3', 'claim', same);
    await act('teacher3', 'finish', same);
    expect(await company.records.count('mark_change', { attemptId: same })).toBe(0);
  });

  it('that is late is released to whom it was open before, keeping what was scored', async () => {
    const id = await handIn();
    await act('teacher2', 'claim', id);
    await mark('teacher2', id, 6);
    await company.database.rows(`update exam_attempt set mark_due = now() - interval '1 minute' where id = $1`, [id]);
    await schedules.at(new Date(Date.now() + 16 * 60_000));
    expect(await attempt(id)).toMatchObject({ status: 'submitted', markerId: null, markDue: null });
    expect((await rowsOf(id)).find(({ objective }) => objective === false)).toMatchObject({ score: 6 });
    expect((await act('teacher2', 'finish', id)).code).not.toBe('0');
  });

  it('is void before it is marked alone, by who may', async () => {
    const id = await handIn();
    expect((await act('teacher2', 'void', id, { voidReason: '作弊' })).code).not.toBe('0');
    expect((await act('academic', 'void', id, { voidReason: '作弊' })).code).toBe('0');
    expect((await act('academic', 'void', await marked(), { voidReason: '作弊' })).code).not.toBe('0');
  });

  it('is not handed in by members of staff', async () => {
    const { id } = await begin();
    expect((await act('admin', 'submit', id)).code).not.toBe('0');
  });
});

it('gives every attempt the sum of its answers, within what the paper gives', async () => {
  const random = new Random(28);
  const most = isDeep ? 1000 : 40;
  const chosen: Choose = ({ options: given, gaps, kind }) => {
    if (kind === 'blank')
      return { texts: Array.from({ length: gaps }, () => random.pick(some(['甲', '乙', '二', '丙', '']))) };
    if (given.length === 0) return { text: '论述' };
    return { options: given.filter(() => random.chance(0.5)).map(({ id }) => id) };
  };
  for (let made = 0; made < most; made++) {
    const id = await handIn(chosen, paperId, studentId);
    if ((await attempt(id)).status !== 'submitted') continue;
    await act('teacher2', 'claim', id);
    await mark('teacher2', id, random.int(0, 20) / 2);
    await act('teacher2', 'finish', id);
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
