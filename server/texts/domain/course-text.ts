import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './course/en-US.json';
import portuguese from './course/pt-BR.json';
import chinese from './course/zh-CN.json';
import traditional from './course/zh-TW.json';

/** What rules of courses name. */
export const courseText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
