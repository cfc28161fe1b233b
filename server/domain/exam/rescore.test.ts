import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GivenAnswer } from '../../../contract/student-app.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { AttemptCompany, type Choose, essay } from './attempt-company.testing.ts';
import { codeOf, type ExamCompany, options } from './exam-company.testing.ts';

type Values = Record<string, unknown>;

let exams: AttemptCompany;
let company: ExamCompany;
let worker: JobWorker;
beforeAll(async () => {
  exams = await AttemptCompany.start();
  company = exams.company;
  worker = startJobWorker(company.documents, company.database);
}, 60_000);
afterAll(async () => {
  await worker.close();
  expect(worker.faults).toEqual([]);
  await company.close();
});

describe('the answer of a question that is corrected', () => {
  /** The second option of four comes out as the right one. */
  async function corrected(): Promise<{ readonly questionId: string; readonly paper: string }> {
    const questionId = await company.published({ options: options('*甲', '乙', '丙') });
    const [one, two] = [questionId, await company.published(essay)];
    const rows = [
      { questionId: one, score: 4 },
      { questionId: two, score: 10 },
    ];
    return { questionId, paper: await exams.openPaper(rows) };
  }
  const correct = async (questionId: string) => {
    const rows = await company.records.find('question_option', { questionId }, 20);
    const kept = rows.toSorted((a, b) => Number(a.place) - Number(b.place));
    const { version } = await company.stored('question', questionId);
    const answer = await company.act('content', '/v1/question/modify', {
      ...{ id: questionId, version },
      options: kept.map(({ id, content }, at) => ({ id, content, correct: at === 1 })),
    });
    expect(answer.code).toBe('0');
    return JSON.stringify(answer);
  };
  const rescore = (by: string, id: string) => company.act(by, '/v1/question/rescore', { id });
  const pick =
    (place: number): Choose =>
    ({ options: given }) =>
      given.length === 0 ? { text: '我的论述' } : { options: [given[place]?.id ?? ''] };
  const isThrough = (jobId: unknown) =>
    expect
      .poll(async () => (await company.call<Values>('academic', '/v1/background/job/view', { id: jobId })).data, {
        timeout: 20_000,
      })
      .toMatchObject({ status: 'done' });

  it('is offered to be scored anew; marks that are out change with a record of it', async () => {
    const { questionId, paper } = await corrected();
    const wait = await exams.handIn(pick(1), paper, await company.student());
    const right = await exams.handIn(pick(0), paper, await company.student());
    const wrong = await exams.handIn(pick(2), paper, await company.student());
    for (const id of [right, wrong]) await exams.markThrough('teacher2', id, 6);
    const { version } = await exams.attempt(wrong);
    const open = await exams.begin(paper, await company.student());
    expect(await exams.attempt(right)).toMatchObject({ objectiveScore: 4, totalScore: 10 });
    expect(codeOf(await rescore('academic', questionId))).toBe('E_RESCORE_NONE');
    expect(await correct(questionId)).toContain('3 份答卷按以前的答案评过分');
    // Nothing changes of itself, and not by whoever corrected it.
    expect(await exams.attempt(right)).toMatchObject({ objectiveScore: 4, totalScore: 10 });
    for (const by of ['content', 'teacher', 'teacher2'])
      expect(codeOf(await rescore(by, questionId))).toBe('E_NO_PERMISSION');
    const before = await company.stored('question', questionId);
    const { data } = await rescore('academic', questionId);
    await isThrough(data.jobId);
    expect(await exams.attempt(right)).toMatchObject({
      status: 'marked',
      objectiveScore: 0,
      subjectiveScore: 6,
      totalScore: 6,
    });
    expect(await exams.attempt(wait)).toMatchObject({ status: 'submitted', objectiveScore: 4, totalScore: null });
    expect(await exams.attempt(wrong)).toMatchObject({ objectiveScore: 0, totalScore: 6, version });
    expect(await exams.attempt(open.id)).toMatchObject({ status: 'doing', objectiveScore: null });
    expect(await company.records.find('mark_change', { attemptId: right })).toMatchObject([
      { before: 10, after: 6, reason: expect.stringContaining('更正为第 2 版'), markerId: null },
    ]);
    expect(await company.records.count('mark_change', { attemptId: wrong })).toBe(0);
    expect(await company.stored('question', questionId)).toMatchObject({ correctCount: before.correctCount });
    expect(codeOf(await rescore('academic', questionId))).toBe('E_RESCORE_NONE');
    // Whoever marks on counts with what it comes to now.
    await exams.markThrough('teacher3', wait, 5);
    expect(await exams.attempt(wait)).toMatchObject({ totalScore: 9 });
  });

  it('is of people to mark anew where it is written', async () => {
    const written = await company.records.findOne('question', { kind: 'essay' });
    expect(codeOf(await rescore('academic', String(written?.id)))).toBe('E_RESCORE_WRITTEN');
  });
});

it('takes the pictures of what is written by hand, for whoever marks it, and of nothing else', async () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
  const student = await company.student();
  const { id, questions = [] } = await exams.begin(exams.paperId, student);
  const answerOf = (kind: string) => questions.find((question) => question.kind === kind)?.answerId ?? '';
  const images = [{ name: '草稿.png', content: png }];
  const tell = (kind: 'keepAnswers' | 'handIn', answers: readonly GivenAnswer[]) =>
    company.tell({ kind, studentId: student, attemptId: id, answers: [...answers] });
  expect(codeOf(await tell('keepAnswers', [{ answerId: answerOf('single'), options: [], images }]))).toBe(
    'E_ATTEMPT_ANSWER',
  );
  const written = answerOf('essay');
  expect((await tell('keepAnswers', [{ answerId: written, text: '见图', images }])).code).toBe('0');
  // They stay where the answer comes again without them.
  expect((await tell('handIn', [{ answerId: written, text: '见图，补一句' }])).code).toBe('0');
  const row = (await exams.rowsOf(id)).find(({ kind }) => kind === 'essay');
  expect(row).toMatchObject({ studentAnswer: '见图，补一句', images: [expect.any(String)] });
  expect((await exams.act('teacher2', 'claim', id)).code).toBe('0');
  const seen = await company.call('teacher2', '/v1/exam/attempt/view', { id, fields: ['answers.images'] });
  expect(JSON.stringify(seen.data)).toContain(String([row?.images].flat()[0]));
  const [file] = await company.database.rows('select biz_entity, biz_id from file_object where id = any($1::uuid[])', [
    row?.images,
  ]);
  expect(file).toEqual({ biz_entity: 'attempt_answer', biz_id: row?.id });
});
