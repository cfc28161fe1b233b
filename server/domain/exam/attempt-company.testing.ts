import { expect } from 'vitest';
import type { GivenAnswer, StudentEventAnswer } from '../../../contract/student-app.ts';
import { type Answer, type ExamCompany, options, startExamCompany } from './exam-company.testing.ts';

type Values = Record<string, unknown>;
type Question = NonNullable<StudentEventAnswer['questions']>[number];

/** What a student answers a question with. */
export type Choose = (question: Question) => Omit<GivenAnswer, 'answerId'>;

/** The first option, `甲` in every gap, a sentence. */
export const first: Choose = ({ kind, options: given, gaps }) => {
  if (kind === 'blank') return { texts: Array.from({ length: gaps }, () => '甲') };
  if (given.length === 0) return { text: '我的论述' };
  return { options: given.slice(0, 1).map(({ id }) => id) };
};

/** An essay question of ten points. */
export const essay = {
  ...{ kind: 'essay', score: 10, options: [], modelAnswer: '<p>要点</p>' },
  criteria: [{ content: '要点', score: 10 }],
};

/** The company of the exams, where students take papers. */
export class AttemptCompany {
  /** A mock paper: single choice (2), several choices of which half count (4), two gaps (3), and an essay (10). */
  paperId = '';
  /** The same without the essay. */
  objectiveId = '';
  studentId = '';
  #serial = 0;

  private constructor(readonly company: ExamCompany) {}

  static async start(): Promise<AttemptCompany> {
    const company = await startExamCompany();
    const started = new AttemptCompany(company);
    const { published } = company;
    const row = (questionId: string, score: number) => ({ questionId, score });
    const objective = [
      row(await published(), 2),
      row(await published({ kind: 'multiple', partialRule: 'half', options: options('*甲', '*乙', '丙') }), 4),
      row(
        await published({
          ...{ kind: 'blank', stem: `<p>${crypto.randomUUID()}____与____</p>`, options: [] },
          blanks: [{ accepted: '甲' }, { accepted: '乙\n二' }],
        }),
        3,
      ),
    ];
    started.paperId = await started.openPaper([...objective, row(await published(essay), 10)]);
    started.objectiveId = await started.openPaper(objective);
    started.studentId = await company.student();
    return started;
  }

  /** A mock paper of questions that is open now. */
  openPaper = async (questions: readonly Values[], over: Values = {}): Promise<string> => {
    this.#serial += 1;
    const { records, ids, done } = this.company;
    const [serial, projectId] = [this.#serial, ids.project];
    const typeId = await records.insert('paper_type', {
      ...{ code: `M${serial}`, name: `模考${serial}`, kind: 'mock', needMarking: true, allowRepeat: true },
      ...{ durationMinutes: 120, sortNo: serial, enabled: true },
    });
    const id = await done('teacher', '/v1/paper/create', {
      ...{ name: '模考卷', projectId, typeId, durationMinutes: 120, showAnswer: 'now', passScore: 2 },
      startAt: new Date(Date.now() - 60_000).toISOString(),
      endAt: new Date(Date.now() + 86_400_000).toISOString(),
      sections: [{ title: '一', questions }],
      ...over,
    });
    await done('teacher', '/v1/paper/publish', { id });
    return id;
  };

  begin = async (paperId = this.paperId, studentId = this.studentId): Promise<StudentEventAnswer> => {
    const answer = await this.company.tell({ kind: 'beginPaper', studentId, paperId });
    if (answer.code !== '0') throw new TypeError(JSON.stringify(answer));
    return answer.data;
  };

  handIn = async (choose: Choose = first, paper = this.paperId, studentId = this.studentId): Promise<string> => {
    const { id, questions = [] } = await this.begin(paper, studentId);
    const answers = questions.map((question) => ({ answerId: question.answerId, ...choose(question) }));
    const answer = await this.company.tell({ kind: 'handIn', studentId, attemptId: id, answers });
    if (answer.code !== '0') throw new TypeError(JSON.stringify(answer));
    return id;
  };

  act = (by: string, verb: string, id: string, more: Values = {}): Promise<Answer> =>
    this.company.act(by, `/v1/exam/attempt/${verb}`, { id, ...more });

  attempt = (id: string) => this.company.stored('exam_attempt', id);

  rowsOf = (id: string) => this.company.records.find('attempt_answer', { attemptId: id }, 300);

  /** Writes what the teacher gave: the score of each subjective answer. */
  mark = async (by: string, id: string, score: number | null, over: (row: Values) => Values = () => ({})) => {
    const rows = (await this.rowsOf(id)).toSorted((a, b) => Number(a.place) - Number(b.place));
    const answers = rows.map((row) => ({
      id: row.id,
      ...(row.objective === true ? {} : { score, remark: '已阅' }),
      ...over(row),
    }));
    return this.act(by, 'modify', id, { version: (await this.attempt(id)).version, answers });
  };

  /** Claims an attempt, marks it and says that it is done. */
  markThrough = async (by: string, id: string, score: number): Promise<void> => {
    expect((await this.act(by, 'claim', id)).code).toBe('0');
    expect((await this.mark(by, id, score)).code).toBe('0');
    expect((await this.act(by, 'finish', id)).code).toBe('0');
  };

  marked = async (by = 'teacher2', score = 7): Promise<string> => {
    const id = await this.handIn();
    await this.markThrough(by, id, score);
    return id;
  };
}
