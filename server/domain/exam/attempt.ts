import type { GivenAnswer, StudentEventAnswer } from '../../../contract/student-app.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { numbersFor } from '../../records/change/write-row.ts';
import { keepImages } from '../qa/index.ts';
import { type AnsweredQuestion, answeredQuestions, answerRow, toldAnswer, toldQuestion } from './attempt-answers.ts';
import { refuseInExam } from './errors.ts';
import type { FrozenSection } from './frozen-paper.ts';
import { objectiveScore } from './score.ts';

const maxAnswers = 300;
const minuteMs = 60_000;
/** What is handed in this long after the end was sent before it. */
const graceMs = minuteMs;

/** Rules of attempts that documents cannot say: what the objective answers are worth, counted when it is handed in. */
export const examAttemptRules: DomainRules = {
  entity: 'exam_attempt',
  transitions: { submit: { set: (attempt, _, context) => scored(attempt, context) } },
};

/** Begins an attempt at a paper, or goes on with the one that is open; answers its questions without their answers. */
export async function beginPaper(
  { studentId, paperId }: { readonly studentId: string; readonly paperId: string },
  context: RuleContext,
): Promise<StudentEventAnswer> {
  const { records, now } = context;
  // Who begins twice at the same moment has one attempt.
  await records.hold(`attempt ${studentId} ${paperId}`);
  const student = await records.findOne('student', { id: studentId });
  const paper = await records.findOne('paper', { id: paperId });
  if (student === undefined || paper === undefined) throw refuse('E_NOT_FOUND');
  const questions = answeredQuestions(sectionsOf(paper));
  const open = await records.findOne('exam_attempt', { studentId, paperId, status: 'doing' });
  if (open !== undefined) return begun(open.id, String(open.endsAt), questions, context);
  if (!isOpen(paper, now)) throw refuseInExam('E_PAPER_SHUT', { name: paper.name });
  const taken = await records.count('exam_attempt', { studentId, paperId });
  if (taken >= (await attemptsOf(paper, context))) throw refuseInExam('E_PAPER_ATTEMPTS', { count: taken });
  const lasts = Date.parse(now) + Number(paper.durationMinutes) * minuteMs;
  const ends = typeof paper.endAt === 'string' ? Math.min(lasts, Date.parse(paper.endAt)) : lasts;
  const endsAt = new Date(ends).toISOString();
  const id = await records.insert('exam_attempt', {
    ...(await numbersFor(modelOf(context.documents, 'exam_attempt'), context)),
    ...{ takenNo: taken + 1, studentId, paperId, paperKind: paper.kind, projectId: paper.projectId, startedAt: now },
    ...{ endsAt, maxScore: questions.reduce((sum, { score }) => sum + score * 100, 0) / 100, status: 'doing' },
  });
  for (const question of questions) await records.insert('attempt_answer', { attemptId: id, ...answerRow(question) });
  return begun(id, endsAt, questions, context);
}

/** How often a paper may be taken: as often as it says; once, where its type is not to be repeated. */
async function attemptsOf({ attemptLimit, typeId }: StoredRecord, { records }: RuleContext): Promise<number> {
  const type = await records.findOne('paper_type', { id: typeId });
  const most = typeof attemptLimit === 'number' ? attemptLimit : Number.POSITIVE_INFINITY;
  return type?.allowRepeat === false ? Math.min(1, most) : most;
}

function sectionsOf({ snapshot }: StoredRecord): readonly FrozenSection[] {
  // Written by the publishing of papers, and by nothing else.
  return Array.isArray(snapshot) ? (snapshot as readonly FrozenSection[]) : [];
}

function isOpen({ status, startAt, endAt }: StoredRecord, now: string): boolean {
  const at = Date.parse(now);
  const isBegun = typeof startAt !== 'string' || Date.parse(startAt) <= at;
  return status === 'published' && isBegun && (typeof endAt !== 'string' || Date.parse(endAt) > at);
}

async function begun(
  id: string,
  endsAt: string,
  questions: readonly AnsweredQuestion[],
  { records }: RuleContext,
): Promise<StudentEventAnswer> {
  const rows = await records.find('attempt_answer', { attemptId: id }, maxAnswers);
  const ids = new Map(rows.map((row) => [row.questionId, row.id]));
  const told = questions.map((question) => toldQuestion(question, ids.get(question.id) ?? ''));
  return { id, status: 'doing', endsAt, questions: told };
}

/** Keeps what a student wrote so far; hands it in, where he is done. */
export async function takeAnswers(
  { kind, studentId, attemptId, answers }: HandedIn,
  context: RuleContext,
  rules: RuleBook,
): Promise<StudentEventAnswer> {
  const { records, now } = context;
  const attempt = await records.lockOne('exam_attempt', attemptId);
  if (attempt === undefined || attempt.studentId !== studentId) throw refuse('E_NOT_FOUND');
  if (attempt.status !== 'doing' || Date.parse(String(attempt.endsAt)) + graceMs < Date.parse(now))
    throw refuseInExam('E_ATTEMPT_OVER');
  const known = await questionsOf(attempt, context);
  const rows = await records.find('attempt_answer', { attemptId }, maxAnswers);
  for (const [index, given] of answers.entries()) {
    const row = rows.find(({ id }) => id === given.answerId);
    const question = known.get(String(row?.questionId));
    const told = question === undefined ? undefined : toldAnswer(question, given);
    const { images } = given;
    // Pictures come with what is written by hand, and stay until others come.
    if (row === undefined || told === undefined || (images !== undefined && row.objective === true))
      throw refuseInExam('E_ATTEMPT_ANSWER', { place: index + 1 });
    const pictures = images === undefined ? {} : { images: await keepImages(images, context) };
    await records.update('attempt_answer', row.id, { ...told, ...pictures });
  }
  if (kind === 'handIn')
    await applySystemTransition({ entity: 'exam_attempt', key: 'submit', id: attemptId, input: {}, rules }, context);
  const after = await records.findOne('exam_attempt', { id: attemptId });
  return { id: attemptId, status: String(after?.status) };
}

type HandedIn = {
  readonly kind: 'keepAnswers' | 'handIn';
  readonly studentId: string;
  readonly attemptId: string;
  readonly answers: readonly GivenAnswer[];
};

async function questionsOf(attempt: StoredRecord, { records }: RuleContext) {
  const paper = await records.findOne('paper', { id: attempt.paperId });
  const questions = paper === undefined ? [] : answeredQuestions(sectionsOf(paper));
  return new Map(questions.map((question) => [question.id, question]));
}

/** Scores what leaves no doubt; an attempt of nothing else is marked thereby. */
async function scored(attempt: StoredRecord, context: RuleContext): Promise<Values> {
  const { records, now } = context;
  const questions = await questionsOf(attempt, context);
  const rows = await records.find('attempt_answer', { attemptId: attempt.id, objective: true }, maxAnswers);
  let points = 0;
  // In one order for everybody: two attempts at a paper count in the same questions.
  for (const row of rows.toSorted((a, b) => String(a.questionId).localeCompare(String(b.questionId)))) {
    const question = questions.get(String(row.questionId));
    if (question === undefined) continue;
    const score = objectiveScore(question, Object(row.given));
    const isCorrect = score === question.score;
    await records.update('attempt_answer', row.id, { score, correct: isCorrect });
    points += Math.round(score * 100);
    await records.increase('question', question.id, 'doneCount', 1);
    if (isCorrect) await records.increase('question', question.id, 'correctCount', 1);
  }
  const answers = await records.count('attempt_answer', { attemptId: attempt.id });
  await records.increase('student', String(attempt.studentId), 'questionDone', answers);
  const objective = points / 100;
  const usedSeconds = Math.floor((Date.parse(now) - Date.parse(String(attempt.startedAt))) / 1000);
  const hasMore = answers > rows.length;
  if (hasMore) return { objectiveScore: objective, usedSeconds };
  const paper = await records.findOne('paper', { id: attempt.paperId });
  const passed = typeof paper?.passScore !== 'number' || objective >= paper.passScore;
  return {
    ...{ objectiveScore: objective, subjectiveScore: 0, totalScore: objective, passed, usedSeconds, markedAt: now },
  };
}
