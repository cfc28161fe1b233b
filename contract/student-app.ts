import { defineOperation } from './definition/operation.ts';
import {
  choice,
  either,
  id,
  integer,
  json,
  list,
  nullable,
  object,
  optional,
  text,
  type Value,
} from './definition/schema.ts';

const studentId = id({ title: '学员' });

/** A picture that comes with an event, small enough for one call. */
const sentImage = object({
  name: text({ maxLength: 100, title: '文件名' }),
  content: text({ maxLength: 900_000, title: '内容', description: 'base64。' }),
});
export type SentImage = Value<typeof sentImage>;
const images = optional(list(sentImage, { maxItems: 9, title: '图片', description: '合起来不超过一次请求的 1 MB。' }));

/** What a student writes in a paper, by what the paper gave it. */
const givenAnswer = object({
  answerId: id({ title: '作答明细' }),
  options: optional(list(id(), { maxItems: 8, title: '选项' })),
  texts: optional(list(text({ maxLength: 500 }), { maxItems: 20, title: '填空' })),
  text: optional(text({ maxLength: 20_000, title: '文字' })),
  images,
});
export type GivenAnswer = Value<typeof givenAnswer>;

const terminal = choice(['ios', 'android', 'h5', 'pc', 'mini'], { title: '终端' });
const questionId = id({ title: '提问' });
const words = text({ minLength: 1, maxLength: 20_000, title: '内容', description: '富文本。' });

/** What the students' app tells of students: each with its kind. */
export const studentEvent = either([
  object({
    kind: choice(['ask']),
    studentId,
    projectId: id({ title: '项目' }),
    bizType: optional(choice(['video', 'question', 'live', 'free'], { title: '来源' })),
    bizId: optional(id({ title: '来源编号' })),
    bizTitle: optional(text({ maxLength: 200, title: '来源名称' })),
    bizSecond: optional(integer({ minimum: 0, title: '视频位置' })),
    title: optional(text({ minLength: 1, maxLength: 100, title: '标题' })),
    content: words,
    images,
  }),
  object({ kind: choice(['askMore']), studentId, questionId, content: words, images }),
  object({ kind: choice(['closeQuestion']), studentId, questionId }),
  object({
    kind: choice(['rateAnswer']),
    studentId,
    questionId,
    satisfaction: integer({ minimum: 1, maximum: 5, title: '满意度' }),
  }),
  object({
    kind: choice(['log']),
    studentId,
    event: choice(['login', 'practice', 'download', 'exchange'], { title: '行为' }),
    object: optional(text({ maxLength: 100, title: '对象' })),
    terminal: optional(terminal),
    occurredAt: optional(text({ format: 'date-time', title: '时间', description: '缺省为现在，不早于 7 天前。' })),
    durationSeconds: optional(integer({ minimum: 0, maximum: 86_400, title: '时长' })),
  }),
  object({
    kind: choice(['watch']),
    studentId,
    videoId: id({ title: '视频' }),
    courseId: optional(id({ title: '课程' })),
    lessonKind: optional(choice(['video', 'replay'], { title: '类型' })),
    terminal: optional(terminal),
    startedAt: optional(text({ format: 'date-time', title: '开始时间', description: '缺省为现在，不早于 7 天前。' })),
    fromSecond: integer({ minimum: 0, title: '从第几秒' }),
    toSecond: integer({ minimum: 1, title: '到第几秒' }),
  }),
  object({
    kind: choice(['attend']),
    studentId,
    sessionId: id({ title: '课次' }),
    lessonKind: optional(choice(['live', 'replay'], { title: '类型', description: '缺省为直播。' })),
    terminal: optional(terminal),
    startedAt: optional(text({ format: 'date-time', title: '开始时间', description: '缺省为现在，不早于 7 天前。' })),
    fromSecond: integer({ minimum: 0, title: '从第几秒' }),
    toSecond: integer({ minimum: 1, title: '到第几秒' }),
  }),
  object({
    kind: choice(['comment']),
    studentId,
    targetType: choice(['course', 'teacher', 'supervisor', 'answer', 'live'], { title: '评价对象' }),
    targetId: id({ title: '对象编号' }),
    score: integer({ minimum: 1, maximum: 5, title: '评分' }),
    tags: optional(list(text({ maxLength: 40 }), { maxItems: 10, title: '标签' })),
    content: optional(text({ minLength: 1, maxLength: 500, title: '评价内容' })),
  }),
  object({ kind: choice(['resetLink']), link: text({ minLength: 1, maxLength: 200, title: '链接' }) }),
  object({
    kind: choice(['session']),
    studentId,
    signedInAt: text({ format: 'date-time', title: '登录时间' }),
  }),
  object({ kind: choice(['beginPaper']), studentId, paperId: id({ title: '试卷' }) }),
  object({
    kind: choice(['keepAnswers', 'handIn']),
    studentId,
    attemptId: id({ title: '答卷' }),
    answers: list(givenAnswer, { maxItems: 300, title: '作答' }),
  }),
]);
export type StudentEvent = Value<typeof studentEvent>;
/** The event of a kind, or of some. */
export type EventOf<Kind extends StudentEvent['kind']> = Extract<StudentEvent, { readonly kind: Kind }>;

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
