import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './dataset/en-US.json';
import portuguese from './dataset/pt-BR.json';
import chinese from './dataset/zh-CN.json';
import traditional from './dataset/zh-TW.json';

/** What figures say. */
export const datasetText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
