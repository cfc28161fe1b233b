import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './home/en-US.json';
import portuguese from './home/pt-BR.json';
import chinese from './home/zh-CN.json';
import traditional from './home/zh-TW.json';

/** What the home page of a person says. */
export const homeText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
