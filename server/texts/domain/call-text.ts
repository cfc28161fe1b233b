import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './call/en-US.json';
import portuguese from './call/pt-BR.json';
import chinese from './call/zh-CN.json';
import traditional from './call/zh-TW.json';

/** What rules of calls and of forbidden words say to who breaks them. */
export const callText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
