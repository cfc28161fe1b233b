import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './read/en-US.json';
import portuguese from './read/pt-BR.json';
import chinese from './read/zh-CN.json';
import traditional from './read/zh-TW.json';

/** What operations say that read records, and look at masked values. */
export const readText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
