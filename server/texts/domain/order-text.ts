import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './order/en-US.json';
import portuguese from './order/pt-BR.json';
import chinese from './order/zh-CN.json';
import traditional from './order/zh-TW.json';

/** What rules of orders, payments, refunds and invoices say to who breaks them. */
export const orderText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
