import { defineOperation } from './operation.ts';
import { choice, either, id, integer, json, list, nullable, object, optional, text, type Value } from './schema.ts';

const studentId = id({ title: '学员' });

/** What a student writes in a paper, by what the paper gave it. */
const givenAnswer = object({
  answerId: id({ title: '作答明细' }),
  options: optional(list(id(), { maxItems: 8, title: '选项' })),
  texts: optional(list(text({ maxLength: 500 }), { maxItems: 20, title: '填空' })),
  text: optional(text({ maxLength: 20_000, title: '文字' })),
});
export type GivenAnswer = Value<typeof givenAnswer>;

/** What the students' app tells of students: each with its kind. */
export const studentEvent = either([
  object({ kind: choice(['beginPaper']), studentId, paperId: id({ title: '试卷' }) }),
  object({
    kind: choice(['keepAnswers', 'handIn']),
    studentId,
    attemptId: id({ title: '答卷' }),
    answers: list(givenAnswer, { maxItems: 300, title: '作答' }),
  }),
]);
export type StudentEvent = Value<typeof studentEvent>;

/** A question of a paper as the student gets it: nothing of its answer. */
const givenQuestion = object({
  answerId: id(),
  title: text({ description: '第几题。' }),
  kind: text({ description: '字典 question_kind。' }),
  material: nullable(text()),
  stem: text(),
  score: json<number>({ type: 'number' }),
  options: list(object({ id: id(), content: text() })),
  gaps: integer({ minimum: 0 }),
});

export const tellStudentEvent = defineOperation({
  access: { kind: 'signed' },
  path: '/v1/student/app/event/create',
  title: '学员端事件',
  description: '学员端的服务以 STUDENT_APP_SECRET 签名的事，event 是 JSON 文本；见 docs/student-app.md。',
  scope: null,
  idempotency: 'none',
  audit: 'change',
  /** What is missing or bent makes a signature nobody gave. */
  input: object({ time: optional(text()), nonce: optional(text()), sign: optional(text()), event: optional(text()) }),
  output: object({
    id: id({ description: '新增或改变的那一条。' }),
    status: nullable(text({ description: '它此时的状态。' })),
    endsAt: optional(text({ format: 'date-time', description: '作答到何时为止。' })),
    questions: optional(list(givenQuestion, { description: '开始作答时的试题。' })),
  }),
});
export type StudentEventAnswer = Value<typeof tellStudentEvent.output>;
