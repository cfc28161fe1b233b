import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './work-order/en-US.json';
import portuguese from './work-order/pt-BR.json';
import chinese from './work-order/zh-CN.json';
import traditional from './work-order/zh-TW.json';

/** What waits with somebody and is told on the page, and what rules of work orders say. */
export const workOrderText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
