import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './write/en-US.json';
import portuguese from './write/pt-BR.json';
import chinese from './write/zh-CN.json';
import traditional from './write/zh-TW.json';

/** What operations that write records say, and their rows of the log. */
export const writeText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
