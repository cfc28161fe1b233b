import { messagesOf } from './message.ts';
import texts from './words/expression.zh-CN.json';

/** What is said of an expression that cannot be read. */
export const expressionText = messagesOf(texts);
