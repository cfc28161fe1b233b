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
};

/** Functions an expression may call; each has the same meaning in the evaluator and in SQL. */
export const expressionFunctions = {
  size: { args: ['sized'], result: 'whole' },
  contains: { args: ['text', 'text'], result: 'bool' },
  startsWith: { args: ['text', 'text'], result: 'bool' },
  endsWith: { args: ['text', 'text'], result: 'bool' },
  lower: { args: ['text'], result: 'text' },
  upper: { args: ['text'], result: 'text' },
  trim: { args: ['text'], result: 'text' },
  round: { args: ['number'], result: 'whole' },
  floor: { args: ['number'], result: 'whole' },
  ceil: { args: ['number'], result: 'whole' },
  abs: { args: ['number'], result: 'number' },
  min: { args: ['ordered', 'ordered'], result: 'same' },
  max: { args: ['ordered', 'ordered'], result: 'same' },
  coalesce: { args: ['alike', 'alike'], result: 'same' },
  days: { args: ['number'], result: 'number' },
  hours: { args: ['number'], result: 'number' },
  minutes: { args: ['number'], result: 'number' },
  dayOf: { args: ['moment'], result: 'day' },
  daysBetween: { args: ['instant', 'instant'], result: 'whole' },
  addWorkDays: {
    args: ['instant', 'number'],
    result: 'time',
  },
  workDays: {
    args: ['instant', 'instant'],
    result: 'whole',
  },
  workTime: {
    args: ['moment', 'moment'],
    result: 'number',
  },
  workSpan: {
    args: ['moment', 'number'],
    result: 'number',
  },
  capitals: {
    args: ['number'],
    result: 'text',
  },
  momentText: { args: ['moment'], result: 'text' },
  year: { args: ['instant'], result: 'whole' },
  month: { args: ['instant'], result: 'whole' },
} as const satisfies Record<string, FunctionEntry>;

/** The name of a function. */
export type FunctionName = keyof typeof expressionFunctions;
