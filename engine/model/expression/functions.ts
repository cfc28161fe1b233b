/**
 * What a function takes: `instant` is a moment or a day, `sized` a text or a list, `ordered` and `alike` two
 * values of one type.
 */
export type ArgumentKind = 'text' | 'number' | 'moment' | 'instant' | 'sized' | 'ordered' | 'alike';

/** What a function gives: `whole` is a number without fraction, `same` the type of its arguments, `time` that of its first, a day or a moment. */
export type ResultKind = 'bool' | 'text' | 'number' | 'whole' | 'day' | 'same' | 'time';

type FunctionEntry = {
  readonly args: readonly ArgumentKind[];
  readonly result: ResultKind;
  /** What it means, for the guide. */
  readonly zh: string;
};

/** Functions an expression may call; each has the same meaning in the evaluator and in SQL. */
export const expressionFunctions = {
  size: { args: ['sized'], result: 'whole', zh: '文字的字数（按 Unicode 码位），或列表的项数。' },
  contains: { args: ['text', 'text'], result: 'bool', zh: '前者是否含有后者，区分大小写。' },
  startsWith: { args: ['text', 'text'], result: 'bool', zh: '前者是否以后者开头。' },
  endsWith: { args: ['text', 'text'], result: 'bool', zh: '前者是否以后者结尾。' },
  lower: { args: ['text'], result: 'text', zh: '把 A–Z 换成小写，其他字符不变。' },
  upper: { args: ['text'], result: 'text', zh: '把 a–z 换成大写，其他字符不变。' },
  trim: { args: ['text'], result: 'text', zh: '去掉两端的空格、全角空格、制表符与换行。' },
  round: { args: ['number'], result: 'whole', zh: '四舍五入到整数；恰为一半时远离零。' },
  floor: { args: ['number'], result: 'whole', zh: '不大于它的最大整数。' },
  ceil: { args: ['number'], result: 'whole', zh: '不小于它的最小整数。' },
  abs: { args: ['number'], result: 'number', zh: '绝对值。' },
  min: { args: ['ordered', 'ordered'], result: 'same', zh: '两者中较小的；缺一个时取另一个。' },
  max: { args: ['ordered', 'ordered'], result: 'same', zh: '两者中较大的；缺一个时取另一个。' },
  coalesce: { args: ['alike', 'alike'], result: 'same', zh: '第一个；没有时取第二个。' },
  days: { args: ['number'], result: 'number', zh: '若干天，以毫秒计。' },
  hours: { args: ['number'], result: 'number', zh: '若干小时，以毫秒计。' },
  minutes: { args: ['number'], result: 'number', zh: '若干分钟，以毫秒计。' },
  dayOf: { args: ['moment'], result: 'day', zh: '时刻所在的日期（东八区）。' },
  daysBetween: { args: ['instant', 'instant'], result: 'whole', zh: '从前者到后者相差几个日历日（东八区）。' },
  addWorkDays: {
    args: ['instant', 'number'],
    result: 'time',
    zh: '该时刻或日期之后的第几个工作日（东八区），时刻的钟点不变；负数往前数，0 不动，小数先四舍五入。',
  },
  workDays: {
    args: ['instant', 'instant'],
    result: 'whole',
    zh: '从前者的次日到后者那天有几个工作日（东八区）；后者较早时为负。',
  },
  workTime: {
    args: ['moment', 'moment'],
    result: 'number',
    zh: '从前者到后者经过的时间，不是工作日的不算（东八区），以毫秒计。',
  },
  workSpan: {
    args: ['moment', 'number'],
    result: 'number',
    zh: '从该时刻起，要过多久才经过这么多毫秒（不是工作日的不算，东八区），以毫秒计，不小于 0。',
  },
  capitals: {
    args: ['number'],
    result: 'text',
    zh: '金额（分）的中文大写，如“壹仟零伍元贰角整”；小数先四舍五入，超过十六位整数元的没有值。',
  },
  momentText: { args: ['moment'], result: 'text', zh: '把时刻写成文字，如“3月1日 09:05”（东八区）。' },
  year: { args: ['instant'], result: 'whole', zh: '年份（东八区）。' },
  month: { args: ['instant'], result: 'whole', zh: '月份 1–12（东八区）。' },
} as const satisfies Record<string, FunctionEntry>;

/** The name of a function. */
export type FunctionName = keyof typeof expressionFunctions;
