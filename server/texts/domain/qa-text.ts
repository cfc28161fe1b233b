import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './qa/en-US.json';
import portuguese from './qa/pt-BR.json';
import chinese from './qa/zh-CN.json';
import traditional from './qa/zh-TW.json';

/** What rules of questions and comments of students name. */
export const qaText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
