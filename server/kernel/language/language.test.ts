import { afterAll, beforeAll, expect, it } from 'vitest';
import { KeyedCache, loadOnce, memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import { currentLanguage, type Language, setLanguageSource } from '../../../engine/model/texts/index.ts';
import { inLanguage, languageOf, setCallLanguageSource } from './language.ts';
import { listed, sentences } from './listed.ts';

beforeAll(setCallLanguageSource);
afterAll(() => setLanguageSource(() => 'zh-CN'));

it.each<[string | undefined, Language]>([
  [undefined, 'zh-CN'],
  ['*', 'zh-CN'],
  ['fr-FR,fr;q=0.9', 'zh-CN'],
  ['en-US', 'en-US'],
  ['EN', 'en-US'],
  ['en-GB,zh;q=0.5', 'en-US'],
  ['fr, pt;q=0.8, zh;q=0.9', 'zh-CN'],
  ['pt-PT,pt;q=0.9', 'pt-BR'],
  ['zh-Hant-HK', 'zh-TW'],
  ['zh-TW,zh;q=0.9', 'zh-TW'],
  ['zh-Hans-CN', 'zh-CN'],
  ['en;q=0, pt;q=0.1', 'pt-BR'],
  ['en;q=much', 'zh-CN'],
  ['english', 'zh-CN'],
  [`${'x, '.repeat(5000)}en`, 'zh-CN'],
])('of %j a caller gets %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});

it('keeps calls that are worked on at once apart, and speaks Chinese outside of them', async () => {
  const call = (language: Language, pauses: number) =>
    inLanguage(language, async () => {
      for (let pause = 0; pause < pauses; pause += 1) await new Promise((resolve) => setTimeout(resolve, 1));
      return currentLanguage();
    });
  expect(await Promise.all([call('en-US', 3), call('pt-BR', 1), call('zh-TW', 2), call('zh-CN', 1)])).toEqual([
    'en-US',
    'pt-BR',
    'zh-TW',
    'zh-CN',
  ]);
  expect(currentLanguage()).toBe('zh-CN');
});

it('keeps nothing for others in the language of who asked first', async () => {
  const languageOfThing = memoizeByIdentity((_thing: object) => currentLanguage());
  const load = loadOnce(async () => currentLanguage());
  const [shared, own] = [2, Number.POSITIVE_INFINITY].map((max) => new KeyedCache<string>({ max }));
  const told = await inLanguage('en-US', async () => [
    languageOfThing({}),
    await load(),
    shared?.of('a', currentLanguage),
    own?.of('a', currentLanguage),
    currentLanguage(),
  ]);
  expect(told).toEqual(['zh-CN', 'zh-CN', 'zh-CN', 'en-US', 'en-US']);
});

it('parts names and sentences as usual in the language', () => {
  const parted = () => [listed(['a', 'b']), sentences(['c', 'd'])];
  expect(parted()).toEqual(['a、b', 'c；d']);
  expect(inLanguage('en-US', parted)).toEqual(['a, b', 'c; d']);
  expect(inLanguage('zh-TW', parted)).toEqual(['a、b', 'c；d']);
});
