import type { Words } from './expression-fault.ts';

/** What an aggregate works out of each row: `none` where it only counts, `maybe` where a condition may be left out. */
type AggregateEntry = {
  readonly of: 'number' | 'ordered' | 'bool';
  readonly isOptional?: true;
  /** What it means, for the guide. */
  readonly zh: string;
};

/** What an expression may gather from child rows: `sum(record.items, row.price * row.quantity)`. */
export const expressionAggregates = {
  sum: { of: 'number', zh: '各行数值之和；缺少的不计，没有行时为 0。' },
  count: { of: 'bool', isOptional: true, zh: '行数；写了条件时为条件成立的行数。' },
  minOf: { of: 'ordered', zh: '各行中最小（最早）的值；都没有时为 null。' },
  maxOf: { of: 'ordered', zh: '各行中最大（最晚）的值；都没有时为 null。' },
  any: { of: 'bool', zh: '是否有一行成立；没有行时为 false。' },
  all: { of: 'bool', zh: '是否每一行都成立；没有行时为 true。' },
} as const satisfies Record<string, AggregateEntry>;

/** The name of an aggregate. */
export type AggregateName = keyof typeof expressionAggregates;

export function isAggregate(name: string): name is AggregateName {
  return Object.hasOwn(expressionAggregates, name);
}

/** Where the rows of an aggregate stand: a list of child rows by its key. */
export const rowsWords: Words = ['子表，例如 record.items 或 form.items', 'child rows such as record.items'];
