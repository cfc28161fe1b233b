import errors from './errors.zh-TW.json';
import texts from './texts.zh-TW.json';

/** What the engine says in zh-TW, its errors by their codes. */
export const all: Readonly<Record<string, string>> = { ...texts, ...errors };
