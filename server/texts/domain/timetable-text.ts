import { messagesOf } from '../../../engine/model/texts/index.ts';
import english from './timetable/en-US.json';
import portuguese from './timetable/pt-BR.json';
import chinese from './timetable/zh-CN.json';
import traditional from './timetable/zh-TW.json';

/** What is in the way of a session, and what is told after one is cancelled. */
export const timetableText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
