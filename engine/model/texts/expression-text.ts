import { textsOf } from './said.ts';
import texts from './words/expression.zh-CN.json';

/** What expressions say: what may stand in them, and what is wrong with one. */
export const expressionText = textsOf(texts);
