// Designing pages: what their parts are called, and what changed between two of them in words.

export { type ChangeInWords, changesInWords } from './changes-in-words.ts';
export { type Choice, choicesAt } from './choices.ts';
export type { DesignTitles } from './design-titles.ts';
export { nodeKind, nodeTitle, propertyTitle } from './node-words.ts';
export { valueText } from './value-text.ts';
export { titleOfValue } from './value-titles.ts';
