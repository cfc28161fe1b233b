import { messagesOf } from './message.ts';
import texts from './words/check.zh-CN.json';

/** What the checks of pages say, and what names of documents are called. */
export const checkText = messagesOf(texts);
