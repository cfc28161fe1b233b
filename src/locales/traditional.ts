import antd from 'antd/es/locale/zh_TW';
import 'dayjs/locale/zh-tw';
import errors from './errors.zh-TW.json';
import type { OwnParts } from './language-parts.ts';
import texts from './zh-TW.json';

/** What zh-TW brings. */
export const parts: OwnParts = { antd, calendar: 'zh-tw', texts: { ...errors, ...texts } };
