import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './student-account/en-US.json';
import portuguese from './student-account/pt-BR.json';
import chinese from './student-account/zh-CN.json';
import traditional from './student-account/zh-TW.json';

/** What rules of student accounts name. */
export const studentAccountText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
