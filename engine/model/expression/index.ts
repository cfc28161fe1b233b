// Expressions: parsed, checked, evaluated, and what they read.

export { expressionAggregates } from './aggregates.ts';
export type { BinaryOperator, Expression, ExpressionRoot } from './ast.ts';
export { countsWorkDays, textCountsWorkDays } from './calendar-functions.ts';
export { capitalDigits, capitalSteps, maxCapitals } from './capitals.ts';
export { digitsOf } from './decimal.ts';
export { type ChildRowsRead, childRowsRead, pathsRead } from './dependencies.ts';
export { evaluate, evaluateWhole, holds, type Scope, type Value } from './evaluate.ts';

export { expressionUses } from './expression-use.ts';
export { aggregateMeaning, functionMeaning } from './function-words.ts';
export { expressionFunctions, type FunctionName } from './functions.ts';
export { parseDay, parseMoment } from './instant.ts';

export { maxShift, maxTextLength } from './operators.ts';
export { parseExpression } from './parse.ts';
export type { LookupRows } from './scope-value.ts';
export { textHolds, textReads } from './text-condition.ts';
export { maxLookupRows, textLookups } from './text-lookups.ts';
export { checkExpression } from './types/check-expression.ts';
export type { ExpressionType } from './types/expression-type.ts';
