import { messagesOf } from '../../engine/model/texts/index.ts';
import english from './activity/en-US.json';
import portuguese from './activity/pt-BR.json';
import chinese from './activity/zh-CN.json';
import traditional from './activity/zh-TW.json';

/** What the timeline of a record says. */
export const activityText = messagesOf(chinese, { 'zh-TW': traditional, 'en-US': english, 'pt-BR': portuguese });
