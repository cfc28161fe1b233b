import { createInstance, type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { pageMeta } from '../page-meta/page-meta.ts';
import zhCN from './zh-CN.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    keySeparator: false;
    nsSeparator: false;
    resources: { translation: typeof zhCN };
  }
}

const language = 'zh-CN';

/** The one instance that holds the texts; ready as soon as it is imported. */
export const i18n = createInstance();

void i18n.use(initReactI18next).init({
  lng: language,
  fallbackLng: language,
  // The name of the product comes with its documents.
  resources: {
    [language]: { translation: { ...zhCN, 'app.title': pageMeta('application-name') ?? zhCN['app.title'] } },
  },
  // Keys are whole names with dots in them, variables stand in single braces, and React escapes.
  keySeparator: false,
  nsSeparator: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  initAsync: false,
});

/** Texts in the language of the user. */
export function useText(): TFunction {
  return useTranslation(undefined, { i18n }).t;
}

/** The language that is shown, once what it brings has come. */
export function useShownLanguage(): string {
  return useTranslation(undefined, { i18n }).i18n.language;
}

/** Adds texts of another part, such as the engine's; those of the shell go before them. */
export function addTexts(texts: Readonly<Record<string, string>>): void {
  i18n.addResourceBundle(language, 'translation', texts, true, false);
}

/** The text of a key nobody knows beforehand; the key itself where there is none. */
export function textOf(key: string, params: Readonly<Record<string, unknown>> = {}): string {
  const text: unknown = i18n.getResource(language, 'translation', key);
  return typeof text === 'string'
    ? i18n.services.interpolator.interpolate(text, params, language, { escapeValue: false })
    : key;
}
