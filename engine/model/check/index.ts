// What is looked at in documents beyond their grammar.

export type { ImplementedParts } from './checker/check-context.ts';
export { rightsAdvice } from './entity/check-rights.ts';
