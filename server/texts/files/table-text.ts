import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './table/en-US.json';
import portuguese from './table/pt-BR.json';
import chinese from './table/zh-CN.json';
import traditional from './table/zh-TW.json';

/** Why a table that was handed in cannot be read. */
export const tableText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
