import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './history/en-US.json';
import portuguese from './history/pt-BR.json';
import chinese from './history/zh-CN.json';
import traditional from './history/zh-TW.json';

/** What the history of a record says. */
export const historyText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
