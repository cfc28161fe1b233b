import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './made/en-US.json';
import portuguese from './made/pt-BR.json';
import chinese from './made/zh-CN.json';
import traditional from './made/zh-TW.json';

/** What is wrong with a page made in the app, and how such a page stands. */
export const madeText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
