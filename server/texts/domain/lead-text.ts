import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './lead/en-US.json';
import portuguese from './lead/pt-BR.json';
import chinese from './lead/zh-CN.json';
import traditional from './lead/zh-TW.json';

/** What rules of leads and of how they are handed out say. */
export const leadText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
