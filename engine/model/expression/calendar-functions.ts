import type { Expression } from './ast.ts';
import { partsOf } from './dependencies.ts';
import type { FunctionName } from './functions.ts';

/** Functions that count working days: what they answer changes with the holidays told. */
const names = ['addWorkDays', 'workDays', 'workTime', 'workSpan'] as const satisfies readonly FunctionName[];
const known: ReadonlySet<string> = new Set(names);
const called = new RegExp(`\\b(?:${names.join('|')})\\s*\\(`);

/** Whether a function counts working days. */
export function isCalendarFunction(name: FunctionName): boolean {
  return known.has(name);
}

/** Whether an expression counts working days. */
export function countsWorkDays(expression: Expression): boolean {
  if (expression.kind === 'call' && isCalendarFunction(expression.name)) return true;
  if (expression.kind === 'aggregate' && expression.of !== undefined && countsWorkDays(expression.of)) return true;
  return partsOf(expression).some(countsWorkDays);
}

/** Whether an expression within a part of a document may count working days; told by its text, without parsing. */
export function textCountsWorkDays(part: unknown): boolean {
  if (typeof part === 'string') return called.test(part);
  return typeof part === 'object' && part !== null && Object.values(part).some(textCountsWorkDays);
}
