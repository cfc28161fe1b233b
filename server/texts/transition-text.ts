import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './transition/en-US.json';
import portuguese from './transition/pt-BR.json';
import chinese from './transition/zh-CN.json';
import traditional from './transition/zh-TW.json';

/** What transitions and what waits for a second person say. */
export const transitionText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
