import { expressionText } from '../texts/expression-text.ts';
import type { Words } from './expression-fault.ts';

/** What an aggregate works out of each row: `none` where it only counts, `maybe` where a condition may be left out. */
type AggregateEntry = {
  readonly of: 'number' | 'ordered' | 'bool';
  readonly isOptional?: true;
};

/** What an expression may gather from child rows: `sum(record.items, row.price * row.quantity)`. */
export const expressionAggregates = {
  sum: { of: 'number' },
  count: { of: 'bool', isOptional: true },
  minOf: { of: 'ordered' },
  maxOf: { of: 'ordered' },
  any: { of: 'bool' },
  all: { of: 'bool' },
} as const satisfies Record<string, AggregateEntry>;

/** The name of an aggregate. */
export type AggregateName = keyof typeof expressionAggregates;

export function isAggregate(name: string): name is AggregateName {
  return Object.hasOwn(expressionAggregates, name);
}

/** Where the rows of an aggregate stand: a list of child rows by its key. */
export const rowsWords: Words = expressionText('expression.aggregates.childRowsSuchAsRecordItems');
