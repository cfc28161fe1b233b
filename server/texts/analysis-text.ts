import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './analysis/en-US.json';
import portuguese from './analysis/pt-BR.json';
import chinese from './analysis/zh-CN.json';
import traditional from './analysis/zh-TW.json';

/** What analyses say. */
export const analysisText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
