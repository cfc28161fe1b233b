import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './permission/en-US.json';
import portuguese from './permission/pt-BR.json';
import chinese from './permission/zh-CN.json';
import traditional from './permission/zh-TW.json';

/** What is given to roles and people, in words that go with a refusal. */
export const permissionText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
