import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './customer/en-US.json';
import portuguese from './customer/pt-BR.json';
import chinese from './customer/zh-CN.json';
import traditional from './customer/zh-TW.json';

/** What rules of customers say to who breaks them, and to who asks for a number. */
export const customerText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
