import errors from './errors.pt-BR.json';
import texts from './texts.pt-BR.json';

/** What the engine says in pt-BR, its errors by their codes. */
export const all: Readonly<Record<string, string>> = { ...texts, ...errors };
