import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './custom/en-US.json';
import portuguese from './custom/pt-BR.json';
import chinese from './custom/zh-CN.json';
import traditional from './custom/zh-TW.json';

/** What is wrong with a field or a dictionary made in the app. */
export const customText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
