import {
  aggregateMeaning,
  expressionAggregates,
  expressionFunctions,
  functionMeaning,
} from '../../engine/model/expression/index.ts';
import type { AggregateEntry, FunctionEntry } from './reference.ts';

/** What expressions may call, each with what it means. */
export function meantFunctions(): Readonly<Record<string, FunctionEntry>> {
  return Object.fromEntries(
    Object.entries(expressionFunctions).map(([name, entry]) => [name, { ...entry, zh: functionMeaning(name) }]),
  );
}

/** What they may gather from child rows, each with what it means. */
export function meantAggregates(): Readonly<Record<string, AggregateEntry>> {
  return Object.fromEntries(
    Object.entries(expressionAggregates).map(([name, entry]) => [name, { ...entry, zh: aggregateMeaning(name) }]),
  );
}
