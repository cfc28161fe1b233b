import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './exam/en-US.json';
import portuguese from './exam/pt-BR.json';
import chinese from './exam/zh-CN.json';
import traditional from './exam/zh-TW.json';

/** What rules of questions say. */
export const examText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
