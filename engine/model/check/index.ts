// What is looked at in documents beyond their grammar.

export type { ImplementedParts } from './checker/check-context.ts';
export { rightsAdvice } from './entity/check-rights.ts';
export { type ExpressionScope, expressionScopeAt } from './page/expression-scope.ts';
