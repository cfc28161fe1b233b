import { messagesOf } from './message.ts';
import texts from './words/model.zh-CN.json';

/** What the language layer says on a page, and of what is filled in. */
export const modelText = messagesOf(texts);
