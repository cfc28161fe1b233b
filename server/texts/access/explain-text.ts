import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './explain/en-US.json';
import portuguese from './explain/pt-BR.json';
import chinese from './explain/zh-CN.json';
import traditional from './explain/zh-TW.json';

/** Why somebody sees a page, its parts and its rows as he does, and what the matrix of permissions says. */
export const explainText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
