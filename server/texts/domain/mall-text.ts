import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './mall/en-US.json';
import portuguese from './mall/pt-BR.json';
import chinese from './mall/zh-CN.json';
import traditional from './mall/zh-TW.json';

/** What rules of the points mall say. */
export const mallText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
