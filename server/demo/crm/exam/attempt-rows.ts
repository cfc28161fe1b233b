import {
  type AnsweredQuestion,
  answeredQuestions,
  answerRow,
  type FrozenSection,
  objectiveScore,
  toldAnswer,
} from '../../../domain/exam/index.ts';
import { day, hour } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import type { World } from '../world/world.ts';

/** A paper of the demo that attempts are made at. */
export type DemoPaper = {
  readonly id: string;
  readonly projectId: string;
  readonly passScore: number;
  readonly sections: readonly FrozenSection[];
};

type Plan = {
  readonly status: 'doing' | 'submitted' | 'marking' | 'marked' | 'returned' | 'void';
  /** Hours since it was handed in. */
  readonly ago: number;
  readonly marker?: 'teacher' | 'teacher2';
  /** Hours since it was claimed. */
  readonly claimed?: number;
};

/** Eleven attempts in every state: one is late, one was returned; another is handed in when the rest is there. */
const plans: readonly Plan[] = [
  { status: 'doing', ago: 0 },
  { status: 'submitted', ago: 9 },
  { status: 'submitted', ago: 20 },
  { status: 'submitted', ago: 26 },
  { status: 'submitted', ago: 30 },
  { status: 'marking', ago: 40, marker: 'teacher', claimed: 5 },
  { status: 'marking', ago: 70, marker: 'teacher2', claimed: 48.1 },
  { status: 'returned', ago: 90, marker: 'teacher2' },
  { status: 'marked', ago: 100, marker: 'teacher' },
  { status: 'marked', ago: 110, marker: 'teacher2' },
  { status: 'void', ago: 120 },
];

const written = [
  '乙的行为属于特殊防卫：甲正在持刀抢劫，乙夺刀反击造成重伤，不属于防卫过当，不负刑事责任。',
  '罪刑法定是刑法的基本原则，法无明文规定不为罪、不处罚，其要求包括成文法、禁止类推与明确性。',
];

/** Writes attempts of students at a mock exam. */
export function addAttempts(paper: DemoPaper, world: World): void {
  const questions = answeredQuestions(paper.sections);
  for (const [index, plan] of plans.entries()) {
    const studentId = world.students[index]?.id;
    if (studentId !== undefined) addAttempt(plan, studentId, { paper, questions }, world);
  }
}

type Taken = { readonly paper: DemoPaper; readonly questions: readonly AnsweredQuestion[] };

function addAttempt(plan: Plan, studentId: string, { paper, questions }: Taken, world: World): void {
  const { status, ago } = plan;
  const { now, random, numbers } = world;
  const endedAt = now - ago * hour;
  const startedAt = endedAt - (status === 'doing' ? 20 : random.int(70, 110)) * 60_000;
  const id = demoId(startedAt, random);
  const rows = questions.map((question) => answered(question, status, random.int(0, 99)));
  world.add('exam_attempt', {
    ...{ id, createdAt: startedAt, createdBy: null, attemptNo: numbers.attempt.next(startedAt), takenNo: 1, studentId },
    ...{ paperId: paper.id, paperKind: 'mock', projectId: paper.projectId, startedAt, endsAt: startedAt + 2 * hour },
    ...{ maxScore: questions.reduce((sum, { score }) => sum + score, 0), status },
    ...(status === 'doing' ? {} : { submittedAt: endedAt, usedSeconds: (endedAt - startedAt) / 1000 }),
    ...scores(rows, plan, paper.passScore),
    ...marking(plan, endedAt, world),
  });
  for (const row of rows)
    world.add('attempt_answer', {
      ...{ ...row, id: demoId(startedAt, random), createdAt: startedAt, createdBy: null, attemptId: id },
    });
}

type Row = ReturnType<typeof answered>;

function sumOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { score }) => sum + Math.round((score ?? 0) * 100), 0) / 100;
}

/** What the answers are worth, as far as somebody knows it. */
function scores(rows: readonly Row[], { status }: Plan, passScore: number) {
  if (status === 'doing') return {};
  const objectiveScore = sumOf(rows.filter(({ objective }) => objective));
  if (status !== 'marked' && status !== 'returned') return { objectiveScore };
  const totalScore = sumOf(rows);
  const subjectiveScore = sumOf(rows.filter(({ objective }) => !objective));
  const shown = status === 'returned' ? { shownScore: totalScore } : { comment: '论述有条理，注意结合条文。' };
  return { objectiveScore, subjectiveScore, totalScore, passed: totalScore >= passScore, ...shown };
}

/** Who marks it, until when, or why it is not marked. */
function marking({ status, marker, claimed = 0 }: Plan, endedAt: number, { now, organisation }: World) {
  if (status === 'void') return { voidReason: '重复登录作答' };
  if (marker === undefined) return {};
  const markerId = organisation.byAccount(marker).id;
  if (status === 'marking') return { markerId, markDue: now + (48 - claimed) * hour };
  const markedAt = endedAt + day;
  return status === 'marked'
    ? { markerId, markedAt }
    : { formerMarkerId: markerId, markedAt, returnReason: '论述题评分偏高' };
}

/** A row of an attempt: what was answered, and what that is worth as far as it has been marked. */
function answered(question: AnsweredQuestion, status: Plan['status'], drawn: number) {
  const isObjective = question.options.length > 0 || question.blanks.length > 0;
  const given = {
    answerId: '',
    options: question.options.filter(({ correct }, place) => correct !== (drawn % 5 === place)).map(({ id }) => id),
    texts: question.blanks.map((accepted) => accepted.split('\n')[0] ?? ''),
    text: written[drawn % written.length] ?? '',
  };
  const isMarked = status === 'marked' || status === 'returned';
  const score = isObjective ? objectiveScore(question, given) : Math.round(question.score * (0.6 + (drawn % 4) / 10));
  const isScored = status !== 'doing' && (isObjective || isMarked);
  const told = toldAnswer(question, given) ?? {};
  return {
    ...answerRow(question),
    studentAnswer: typeof told.studentAnswer === 'string' ? told.studentAnswer : null,
    given: JSON.stringify(told.given ?? null),
    objective: isObjective,
    score: isScored ? score : null,
    correct: isObjective && status !== 'doing' ? score === question.score : null,
    remark: isMarked && !isObjective ? '要点齐全，表述可更准确。' : null,
  };
}
