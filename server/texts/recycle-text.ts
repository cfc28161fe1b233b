import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './recycle/en-US.json';
import portuguese from './recycle/pt-BR.json';
import chinese from './recycle/zh-CN.json';
import traditional from './recycle/zh-TW.json';

/** What the recycle bin says. */
export const recycleText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
