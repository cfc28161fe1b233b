import { fillTemplate } from '../../model/faults/index.ts';
import code from './code.zh-CN.json';
import texts from './texts.zh-CN.json';
import type { CodeText } from './use-code-text.ts';

const all = { ...texts, ...code };

/** What the designer and its editors say in Chinese, for tests that draw nothing. */
export const inChinese: CodeText = (key, params = {}) => fillTemplate(all[key], params);
