import { messagesOf } from './message.ts';
import texts from './words/typing.zh-CN.json';

/** What is said of the types of an expression, where one is written. */
export const typingText = messagesOf(texts);
