import { currentLanguage } from '../../../engine/model/texts/index.ts';

const isChinese = () => currentLanguage().startsWith('zh-');

/** Several names in one line, as usual in the language that is spoken: `甲、乙`, `A, B`. */
export function listed(names: readonly string[]): string {
  return names.join(isChinese() ? '、' : ', ');
}

/** Several sentences in one line: `甲；乙`, `A; B`. */
export function sentences(texts: readonly string[]): string {
  return texts.join(isChinese() ? '；' : '; ');
}
