import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './common/en-US.json';
import portuguese from './common/pt-BR.json';
import chinese from './common/zh-CN.json';
import traditional from './common/zh-TW.json';

/** What several parts of the server say. */
export const commonText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
