import { formatMessage } from '../../../engine/model/texts/index.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { JobKind } from '../../kernel/operation/job.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { examText } from '../../texts/domain/exam-text.ts';
import { refuseInExam } from './errors.ts';
import { isObjective, objectiveScore } from './score.ts';
import { countOutdated, type FrozenText, frozenTexts, objectiveSum, outdatedAnswers } from './store.ts';

type Input = { readonly questionId: string };
type State = { readonly done: number; readonly total: number | null; readonly changed: number };

const kindKey = 'question_rescore';
const answersOfStep = 50;

/** Starts scoring anew what was answered before the answer of a question was corrected. */
export async function startRescore(question: StoredRecord, _: Values, context: RuleContext): Promise<unknown> {
  if (!isObjective(String(question.kind))) throw refuseInExam('E_RESCORE_WRITTEN');
  const version = Number(question.answerVersion);
  if ((await countOutdated(context.db, question.id, version)) === 0) throw refuseInExam('E_RESCORE_NONE', { version });
  const input: Input = { questionId: question.id };
  const subject = {
    entity: 'question',
    title: `重新评分：${String(question.questionNo)}`,
    once: JSON.stringify({ ...input, version }),
  };
  const { jobId } = await context.services.jobs.start(kindKey, input, context, subject);
  return { jobId };
}

/** Scores the answers of a question anew, some in each step, and what their attempts come to. */
export function rescoreKind(): JobKind<Input, State> {
  return {
    key: kindKey,
    title: '重新评分',
    permission: () => 'question:rescore',
    begin: () => ({ done: 0, total: null, changed: 0 }),
    async step(state, context) {
      const { input, db } = context;
      const [question] = await frozenTexts(db, [input.questionId]);
      if (question === undefined) return finished(state);
      const { answerVersion } = question;
      const total = state.total ?? (await countOutdated(db, question.id, answerVersion));
      const rows = await outdatedAnswers(db, question.id, answerVersion, answersOfStep);
      let { changed } = state;
      for (const { id, attemptId } of rows) if (await rescore(id, attemptId, question, context)) changed += 1;
      const next = { done: state.done + rows.length, total, changed };
      return rows.length < answersOfStep ? finished(next) : { state: next, done: next.done, total };
    },
  };
}

function finished(state: State) {
  const { done, total, changed } = state;
  const message = `重新评分 ${done} 份答卷，得分改变 ${changed} 份`;
  return { state, done, total, finished: { message, facts: { done, changed } } };
}

/** Scores one answer anew; answers whether its attempt comes to something else. */
async function rescore(id: string, attemptId: string, question: FrozenText, context: RuleContext): Promise<boolean> {
  const { records, db } = context;
  // Whoever marks it waits, and counts with what it comes to.
  const attempt = await records.lockOne('exam_attempt', attemptId);
  const answer = await records.findOne('attempt_answer', { id });
  if (attempt === undefined || answer === undefined) return false;
  const maxScore = Number(answer.maxScore);
  const score = objectiveScore({ ...question, score: maxScore, subs: [] }, Object(answer.given));
  const correct = score === maxScore;
  await records.update('attempt_answer', id, { score, correct, answerVersion: question.answerVersion });
  if (correct !== answer.correct) await records.increase('question', question.id, 'correctCount', correct ? 1 : -1);
  const objective = await objectiveSum(db, attemptId);
  if (objective === Number(attempt.objectiveScore)) return false;
  const values = { objectiveScore: objective, ...(await published(attempt, objective, question, context)) };
  await records.update('exam_attempt', attemptId, values);
  const entity = modelOf(context.documents, 'exam_attempt');
  const before = Object.fromEntries(Object.keys(values).map((key) => [key, attempt[key]]));
  await logChange({ entity, id: attemptId, action: 'rescore', title: '重新评分', before, after: values }, context);
  return true;
}

/** The total of an attempt whose marks are out already, with the change of it written down. */
async function published(
  attempt: StoredRecord,
  objective: number,
  { no, answerVersion }: FrozenText,
  { records }: RuleContext,
): Promise<Values> {
  if (attempt.status !== 'marked') return {};
  const totalScore = (Math.round(objective * 100) + Math.round(Number(attempt.subjectiveScore) * 100)) / 100;
  const paper = await records.findOne('paper', { id: attempt.paperId });
  await records.insert('mark_change', {
    ...{ attemptId: attempt.id, before: attempt.totalScore, after: totalScore },
    reason: `试题 ${no} 的答案更正为第 ${answerVersion} 版`,
  });
  return { totalScore, passed: typeof paper?.passScore !== 'number' || totalScore >= paper.passScore };
}

/** What whoever corrected an answer is told of those it counts for; undefined where nobody has answered. */
export async function rescoreOffer(question: StoredRecord, version: number, { db }: CallContext) {
  const count = await countOutdated(db, question.id, version);
  if (count === 0) return undefined;
  const how = isObjective(String(question.kind)) ? examText('question.rescore') : examText('question.remark');
  return {
    title: formatMessage(examText('question.answerVersion', { version })),
    value: formatMessage(examText('question.outdated', { count, how })),
  };
}
