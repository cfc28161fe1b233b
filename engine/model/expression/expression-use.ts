import type { ExpressionRoot } from './ast.ts';

/** What an expression answers: the value of a field, one or several to compare with a field, or one of the others. */
export type ExpectedResult = 'bool' | 'tone' | 'any' | 'field' | 'condition';

/** What a place asks of its expression. */
export type ExpressionUse = {
  readonly result: ExpectedResult;
  readonly roots: readonly ExpressionRoot[];
  /** Whether it is compiled to SQL. */
  readonly sql: boolean;
  /** Whether only the entity's own stored fields are at hand: none of a related one, and none that is worked out. */
  readonly ownFields?: boolean;
  /** Whether child rows may be gathered: those of `record`, stored, and those of `form`, as filled in. */
  readonly childRows?: boolean;
  /** Whether rows of a configuration entity may be looked up. */
  readonly lookups?: boolean;
  /** Whether a number is rounded for a whole field where it is stored or read. */
  readonly rounds?: boolean;
  /** Whether the holidays are not told yet, so that nothing there may hang on them. */
  readonly beforeHolidays?: boolean;
};

const onServer = ['record', 'form', 'user', 'now'] as const;
const onPage = ['record', 'user', 'page', 'now'] as const;
const inForm = ['record', 'form', 'row', 'user', 'page', 'now'] as const;

/** Every place an expression may stand in. */
export const expressionUses = {
  guard: { result: 'bool', roots: onServer, sql: false, childRows: true, lookups: true },
  who: { result: 'bool', roots: ['record', 'user', 'now'], sql: false },
  entityRule: { result: 'bool', roots: ['record', 'old', 'user', 'now'], sql: false, childRows: true, lookups: true },
  input: {
    result: 'field',
    roots: ['record', 'user', 'now'],
    sql: false,
    rounds: true,
    childRows: true,
    lookups: true,
  },
  set: { result: 'field', roots: onServer, sql: false, childRows: true, lookups: true },
  setOnRow: { result: 'field', roots: [...onServer, 'row'], sql: false, childRows: true, lookups: true },
  effectRows: { result: 'bool', roots: ['record', 'form', 'row', 'now'], sql: true },
  demo: { result: 'field', roots: ['now'], sql: false, beforeHolidays: true },
  defaultValue: { result: 'field', roots: ['form', 'user', 'now'], sql: false },
  scope: { result: 'bool', roots: ['record', 'user', 'now'], sql: true },
  maskFor: { result: 'bool', roots: ['record', 'user', 'now'], sql: true },
  index: { result: 'bool', roots: ['record'], sql: true, ownFields: true },
  migration: { result: 'field', roots: ['record'], sql: true, ownFields: true, rounds: true },
  schedule: { result: 'bool', roots: ['record', 'now'], sql: true },
  printWhen: { result: 'bool', roots: ['record', 'user', 'now'], sql: false, childRows: true },
  printed: { result: 'field', roots: ['record', 'user', 'now'], sql: false, childRows: true, rounds: true },
  occasion: { result: 'any', roots: ['record', 'now'], sql: true },
  scheduled: { result: 'field', roots: ['record', 'now'], sql: false },
  compute: { result: 'field', roots: ['record', 'now'], sql: true, rounds: true, childRows: true },
  rollup: { result: 'bool', roots: ['record', 'now'], sql: true },
  dataset: { result: 'bool', roots: ['record', 'user', 'now'], sql: true },
  measure: { result: 'field', roots: ['row'], sql: false },
  visibleWhen: { result: 'bool', roots: onPage, sql: false },
  enabledWhen: { result: 'bool', roots: onPage, sql: false },
  tone: { result: 'tone', roots: onPage, sql: false },
  value: { result: 'any', roots: onPage, sql: false },
  filterDefault: { result: 'condition', roots: ['user', 'page', 'now'], sql: false },
  formWhen: { result: 'bool', roots: inForm, sql: false, childRows: true, lookups: true },
  formValue: { result: 'field', roots: inForm, sql: false, rounds: true, childRows: true, lookups: true },
  option: { result: 'condition', roots: inForm, sql: false, childRows: true },
} as const satisfies Record<string, ExpressionUse>;

/** The name of such a place. */
export type ExpressionLocation = keyof typeof expressionUses;
