import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './registry/en-US.json';
import portuguese from './registry/pt-BR.json';
import chinese from './registry/zh-CN.json';
import traditional from './registry/zh-TW.json';

/** What the building of the registry says. */
export const registryText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
