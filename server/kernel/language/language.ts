import { AsyncLocalStorage } from 'node:async_hooks';
import { addAllTexts } from '../../../engine/model/all-texts/index.ts';
import { KeyedCache } from '../../../engine/model/cache/index.ts';
import { type Language, setLanguageSource } from '../../../engine/model/texts/index.ts';

const asked = new AsyncLocalStorage<Language>();
const usual: Language = 'zh-CN';

/**
 * Says from now on whatever is said in the language of the call it is said in; in Chinese outside of calls, as in jobs, and
 * in what caches keep for other calls.
 */
export function setCallLanguageSource(): void {
  addAllTexts();
  setLanguageSource(() => asked.getStore() ?? usual, inUsual);
}

/**
 * Does work, in which everything is said in a language. Chinese is said wherever nothing else was asked for: as long as
 * nobody asks for anything else nothing has to be remembered, which Node would do at every step of every call.
 */
export function inLanguage<T>(language: Language, work: () => T): T {
  return language === usual ? inUsual(work) : asked.run(language, work);
}

function inUsual<T>(work: () => T): T {
  return asked.getStore() === undefined ? work() : asked.run(usual, work);
}

const most = 200;
const headers = new KeyedCache<Language>({ max: 200 });

/** The language a caller asks for with `Accept-Language`: the one of ours he likes best, Chinese where he names none. */
export function languageOf(header: string | undefined): Language {
  if (header === undefined) return usual;
  const told = header.slice(0, most);
  return headers.of(told, () => likedBest(told));
}

function likedBest(header: string): Language {
  const liked = header.split(',').map(rangeOf);
  for (const { name } of liked.toSorted((a, b) => b.weight - a.weight)) {
    const language = ours.find(([pattern]) => pattern.test(name))?.[1];
    if (language !== undefined) return language;
  }
  return usual;
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
