import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './package/en-US.json';
import portuguese from './package/pt-BR.json';
import chinese from './package/zh-CN.json';
import traditional from './package/zh-TW.json';

/** What a page package brings, and what of it does not fit. */
export const packageText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
