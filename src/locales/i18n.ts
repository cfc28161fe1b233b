import { createInstance, type FormatterModule, type TFunction } from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { fillText, wordFor } from '../../engine/model/texts/index.ts';
import type { HostText } from '../../engine/react/index.ts';
import { productWord } from '../page-meta/page-meta.ts';
import type { Language } from '../settings/settings-store.ts';
import zhCN from './zh-CN.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    keySeparator: false;
    nsSeparator: false;
    resources: { translation: typeof zhCN };
  }
}

/** Texts by key. */
export type Texts = Readonly<Record<string, string>>;

const chinese = 'zh-CN';
const namespace = 'translation';

/** What a text says as `{count, row|rows}`: the form of a word that goes with a number. */
const formatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, forms = '', language = chinese) => wordFor(value, forms, language),
};

/** The one instance that holds the texts; ready as soon as it is imported. */
export const i18n = createInstance();

void i18n
  .use(formatter)
  .use(initReactI18next)
  .init({
    lng: chinese,
    fallbackLng: chinese,
    resources: { [chinese]: { [namespace]: named(chinese, zhCN) } },
    // Keys are whole names with dots in them, variables stand in single braces, and React escapes.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    initAsync: false,
  });

/** The texts of the shell with the name of the product, which comes with its documents. */
function named(language: Language, texts: Texts): Texts {
  const title = Object.hasOwn(texts, 'app.title') ? productWord('title', language) : undefined;
  return title === undefined ? texts : { ...texts, 'app.title': title };
}

/** Texts in the language of the user. */
export function useText(): TFunction {
  return useTranslation(undefined, { i18n }).t;
}

/** The language that is shown, once what it brings has come. */
export function useShownLanguage(): string {
  return useTranslation(undefined, { i18n }).i18n.language;
}

/** What the engine speaks: another function in another language, so that all that is drawn with it is drawn anew. */
export function useSpeech(): { readonly language: string; readonly text: HostText } {
  const language = useShownLanguage();
  return useMemo(() => ({ language, text: (key, params) => textOf(key, params) }), [language]);
}

/** Adds texts of a language, such as the engine's; those of the shell go before them. */
export function addTexts(texts: Texts, language: Language = chinese): void {
  i18n.addResourceBundle(language, namespace, named(language, texts), true, false);
}

/** The text of a key nobody knows beforehand; Chinese where the language has none, the key itself where there is none at all. */
export function textOf(key: string, params: Readonly<Record<string, unknown>> = {}): string {
  const { language } = i18n;
  const own = textIn(language, key);
  return own === undefined ? fillText(textIn(chinese, key) ?? key, params, chinese) : fillText(own, params, language);
}

/** The text of a key in one language, as it is written; undefined where that has none. */
export function textIn(language: string, key: string): string | undefined {
  const text: unknown = i18n.getResource(language, namespace, key);
  return typeof text === 'string' ? text : undefined;
}
