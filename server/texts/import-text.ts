import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './import/en-US.json';
import portuguese from './import/pt-BR.json';
import chinese from './import/zh-CN.json';
import traditional from './import/zh-TW.json';

/** What imports say. */
export const importText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
