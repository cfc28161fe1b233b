import { textsOf } from './said.ts';
import texts from './words/check.zh-CN.json';

/** What the checks of documents say. */
export const checkText = textsOf(texts);
