import { messagesOf } from './message.ts';
import texts from './words/documents.zh-CN.json';

/** What the checks of all documents but pages say, which no browser makes. */
export const documentText = messagesOf(texts);
