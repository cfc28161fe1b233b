import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './change/en-US.json';
import portuguese from './change/pt-BR.json';
import chinese from './change/zh-CN.json';
import traditional from './change/zh-TW.json';

/** What is wrong with a change of a record. */
export const changeText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
