import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './views/en-US.json';
import portuguese from './views/pt-BR.json';
import chinese from './views/zh-CN.json';
import traditional from './views/zh-TW.json';

/** What saved views say. */
export const viewsText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
