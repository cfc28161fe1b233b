import { currentLanguage } from '../../../engine/model/texts/index.ts';

/** Several names in one line, as usual in the language of the call: `甲、乙`, `A, B`. */
export function listed(names: readonly string[]): string {
  return names.join(isChinese() ? '、' : ', ');
}

/** Several sentences in one line: `甲；乙`, `A; B`. */
export function sentences(texts: readonly string[]): string {
  return texts.join(isChinese() ? '；' : '; ');
}

function isChinese(): boolean {
  return currentLanguage().startsWith('zh-');
}
