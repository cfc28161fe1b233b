import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './export/en-US.json';
import portuguese from './export/pt-BR.json';
import chinese from './export/zh-CN.json';
import traditional from './export/zh-TW.json';

/** What exports say. */
export const exportText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
