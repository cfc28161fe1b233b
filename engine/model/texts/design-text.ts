import { textsOf } from './said.ts';
import texts from './words/design.zh-CN.json';

/** What is said to those who design a page. */
export const designText = textsOf(texts);
