import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './openapi/en-US.json';
import portuguese from './openapi/pt-BR.json';
import chinese from './openapi/zh-CN.json';
import traditional from './openapi/zh-TW.json';

/** What the description of the API says. */
export const openapiText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
