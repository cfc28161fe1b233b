import { currentLanguage } from '../../../engine/model/texts/index.ts';

const isChinese = () => currentLanguage().startsWith('zh-');

/** Several names in one line, as usual in the language that is spoken: `甲、乙`, `A, B`. */
export function listed(names: readonly string[]): string {
  return names.join(isChinese() ? '、' : ', ');
}

/** Several clauses of one sentence: `甲，乙`, `A, B`. */
export function clauses(texts: readonly string[]): string {
  return texts.join(isChinese() ? '，' : ', ');
}

/** A text and what explains it in brackets: `甲（乙）`, `A (B)`. */
export function bracketed(text: string, within: string): string {
  return isChinese() ? `${text}（${within}）` : `${text} (${within})`;
}

/** Several sentences in one line: `甲；乙`, `A; B`. */
export function sentences(texts: readonly string[]): string {
  return texts.join(isChinese() ? '；' : '; ');
}
