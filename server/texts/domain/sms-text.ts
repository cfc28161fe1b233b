import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './sms/en-US.json';
import portuguese from './sms/pt-BR.json';
import chinese from './sms/zh-CN.json';
import traditional from './sms/zh-TW.json';

/** Why somebody gets no message, and what a template may name. */
export const smsText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
