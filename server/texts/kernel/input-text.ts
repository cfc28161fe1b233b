import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './input/en-US.json';
import portuguese from './input/pt-BR.json';
import chinese from './input/zh-CN.json';
import traditional from './input/zh-TW.json';

/** What an operation expects of its input, and what it answers of itself. */
export const inputText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
