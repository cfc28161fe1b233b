import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './bulk/en-US.json';
import portuguese from './bulk/pt-BR.json';
import chinese from './bulk/zh-CN.json';
import traditional from './bulk/zh-TW.json';

/** What bulk operations say. */
export const bulkText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
