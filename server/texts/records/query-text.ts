import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './query/en-US.json';
import portuguese from './query/pt-BR.json';
import chinese from './query/zh-CN.json';
import traditional from './query/zh-TW.json';

/** What a query of records asks wrongly. */
export const queryText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
