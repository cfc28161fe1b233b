import { formats } from './formats.ts';

/** Several names in one line, as usual in the language of the host: `甲、乙`, `A, B`. */
export function listed(names: readonly (string | number)[]): string {
  return names.join(formats().isChinese ? '、' : ', ');
}

/** What belongs together, one after another: `甲，乙`, `A, B`. */
export function together(parts: readonly string[]): string {
  return parts.join(formats().isChinese ? '，' : ', ');
}

/** Several sentences in one line: `甲；乙`, `A; B`. */
export function sentences(texts: readonly string[]): string {
  return texts.join(formats().isChinese ? '；' : '; ');
}

/** What something is called, and what it is: `学时：2`, `Hours: 2`. */
export function titled(title: string, text: string): string {
  return formats().isChinese ? `${title}：${text}` : `${title}: ${text}`;
}

/** What stands beside something in brackets: `（3）`, ` (3)`. */
export function bracketed(text: string): string {
  return formats().isChinese ? `（${text}）` : ` (${text})`;
}
