import { AsyncLocalStorage } from 'node:async_hooks';
import { addAllTexts } from '../../../engine/model/all-texts/index.ts';
import { type Language, setLanguageSource } from '../../../engine/model/texts/index.ts';

const asked = new AsyncLocalStorage<Language>();

/**
 * Says from now on whatever is said in the language of the call it is said in; in Chinese outside of calls, as in jobs, and
 * in what caches keep for other calls.
 */
export function setCallLanguageSource(): void {
  addAllTexts();
  setLanguageSource(
    () => asked.getStore() ?? 'zh-CN',
    (work) => (asked.getStore() === undefined ? work() : asked.run('zh-CN', work)),
  );
}

/** Does work, in which everything is said in a language. */
export function inLanguage<T>(language: Language, work: () => T): T {
  return asked.run(language, work);
}

const most = 200;

/** The language a caller asks for with `Accept-Language`: the one of ours he likes best, Chinese where he names none. */
export function languageOf(header: string | undefined): Language {
  const liked = (header ?? '').slice(0, most).split(',').map(rangeOf);
  for (const { name } of liked.toSorted((a, b) => b.weight - a.weight)) {
    const language = ours.find(([pattern]) => pattern.test(name))?.[1];
    if (language !== undefined) return language;
  }
  return 'zh-CN';
}

const ours: readonly (readonly [RegExp, Language])[] = [
  [/^zh-(hant|tw|hk|mo)\b/i, 'zh-TW'],
  [/^zh\b/i, 'zh-CN'],
  [/^en\b/i, 'en-US'],
  [/^pt\b/i, 'pt-BR'],
];

/** One language of the header, `en;q=0.8`, and how much it is liked. */
function rangeOf(range: string): { readonly name: string; readonly weight: number } {
  const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return weight > 0 ? { name, weight } : { name: '', weight: 0 };
}
