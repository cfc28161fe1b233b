import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './organisation/en-US.json';
import portuguese from './organisation/pt-BR.json';
import chinese from './organisation/zh-CN.json';
import traditional from './organisation/zh-TW.json';

/** What is done to people and departments, in words that go with a refusal, and what is told of a new password. */
export const organisationText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
