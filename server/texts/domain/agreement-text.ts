import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './agreement/en-US.json';
import portuguese from './agreement/pt-BR.json';
import chinese from './agreement/zh-CN.json';
import traditional from './agreement/zh-TW.json';

/** What rules of agreements say to who breaks them. */
export const agreementText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
