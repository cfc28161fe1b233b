import antd from 'antd/es/locale/en_US';
import texts from './en-US.json';
import errors from './errors.en-US.json';
import type { OwnParts } from './language-parts.ts';

/** What en-US brings. */
export const parts: OwnParts = { antd, calendar: 'en', texts: { ...errors, ...texts } };
