import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './print/en-US.json';
import portuguese from './print/pt-BR.json';
import chinese from './print/zh-CN.json';
import traditional from './print/zh-TW.json';

/** What printing says. */
export const printText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
