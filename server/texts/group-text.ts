import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './group/en-US.json';
import portuguese from './group/pt-BR.json';
import chinese from './group/zh-CN.json';
import traditional from './group/zh-TW.json';

/** What groups of rows and their sums say. */
export const groupText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
