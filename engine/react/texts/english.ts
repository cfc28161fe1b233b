import errors from './errors.en-US.json';
import texts from './texts.en-US.json';

/** What the engine says in en-US, its errors by their codes. */
export const all: Readonly<Record<string, string>> = { ...texts, ...errors };
