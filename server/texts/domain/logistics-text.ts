import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './logistics/en-US.json';
import portuguese from './logistics/pt-BR.json';
import chinese from './logistics/zh-CN.json';
import traditional from './logistics/zh-TW.json';

/** What rules of shipments and textbooks name. */
export const logisticsText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
