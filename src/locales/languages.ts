import type { ConfigProviderProps } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useEffect, useState } from 'react';
import { loadOnce } from '../../engine/model/cache/index.ts';
import { speakErrors } from '../../engine/model/faults/index.ts';
import { fillText, loadEngineTexts, setFormats } from '../../engine/react/index.ts';
import { settings, useSettings } from '../settings/settings.ts';
import type { Language } from '../settings/settings-store.ts';
import { addTexts, i18n, type Texts, textIn } from './i18n.ts';

type AntdLocale = NonNullable<ConfigProviderProps['locale']>;

/** What a language brings besides sentences: antd's own words, and the calendar. */
type LanguageParts = { readonly antd: AntdLocale; readonly calendar: string };

const chinese: LanguageParts = { antd: zhCN, calendar: 'zh-cn' };
const english = async (): Promise<LanguageParts> => {
  // dayjs has its calendar without asking.
  const { default: antd } = await import('antd/es/locale/en_US');
  return { antd, calendar: 'en' };
};
const traditional = async (): Promise<LanguageParts> => {
  const [{ default: antd }] = await Promise.all([import('antd/es/locale/zh_TW'), import('dayjs/locale/zh-tw')]);
  return { antd, calendar: 'zh-tw' };
};
const portuguese = async (): Promise<LanguageParts> => {
  const [{ default: antd }] = await Promise.all([import('antd/es/locale/pt_BR'), import('dayjs/locale/pt-br')]);
  return { antd, calendar: 'pt-br' };
};

/** What the languages bring; all but the usual one are fetched when they are chosen. */
const parts: Readonly<Record<Language, () => LanguageParts | Promise<LanguageParts>>> = {
  'zh-CN': () => chinese,
  'zh-TW': traditional,
  'en-US': english,
  'pt-BR': portuguese,
};

type OtherLanguage = Exclude<Language, 'zh-CN'>;
type Brought = { readonly default: Texts };

/** Sentences of the shell, and what it says of errors of the product. */
const sentences: Readonly<Record<OtherLanguage, () => readonly Promise<Brought>[]>> = {
  'zh-TW': () => [import('./errors.zh-TW.json'), import('./zh-TW.json')],
  'en-US': () => [import('./errors.en-US.json'), import('./en-US.json')],
  'pt-BR': () => [import('./errors.pt-BR.json'), import('./pt-BR.json')],
};

const loadTexts: Readonly<Record<OtherLanguage, () => Promise<Texts>>> = {
  'zh-TW': loadOnce(() => textsOf('zh-TW')),
  'en-US': loadOnce(() => textsOf('en-US')),
  'pt-BR': loadOnce(() => textsOf('pt-BR')),
};

async function textsOf(language: OtherLanguage): Promise<Texts> {
  const [engine, ...own] = await Promise.all([loadEngineTexts(language), ...sentences[language]()]);
  return Object.assign({}, engine, ...own.map((texts) => texts.default));
}

dayjs.locale(chinese.calendar);

/** Speaks the usual language again, whatever was spoken. */
export function speakChinese(): Promise<void> {
  return speak('zh-CN');
}

/** What is drawn in, at first the usual language. */
type Shown = { readonly language: Language; readonly antd: AntdLocale };
let shownNow: Shown = { language: 'zh-CN', antd: chinese.antd };

/** Says and writes everything in a language from now on, once what it brings has come; `isWanted` asks whether it is still to be. */
async function speak(language: Language, isWanted = () => true): Promise<void> {
  const [{ antd, calendar }, texts] = await Promise.all([
    parts[language](),
    language === 'zh-CN' ? {} : loadTexts[language](),
  ]);
  if (!isWanted()) return;
  addTexts(texts, language);
  dayjs.locale(calendar);
  setFormats(language);
  speakErrors(language === 'zh-CN' ? undefined : (code, facts) => errorIn(language, code, facts));
  document.documentElement.lang = language;
  shownNow = { language, antd };
  await i18n.changeLanguage(language);
}

/** The sentence of an error; undefined where the language has none, or a fact of it is not told. */
function errorIn(language: OtherLanguage, code: string, facts: Readonly<Record<string, unknown>>): string | undefined {
  const text = textIn(language, code);
  // Words for what is expected come in English, too.
  const said = language === 'zh-TW' ? facts : { ...facts, expected: facts.expectedEn ?? facts.expected };
  const asked = new Map(Object.entries(said));
  const isWhole = [...(text ?? '').matchAll(/\{(\w+)/g)].every(([, name = '']) => asked.get(name) !== undefined);
  return text === undefined || !isWhole ? undefined : fillText(text, said, language);
}

/** Speaks the language chosen before anything is drawn; the usual one where what the other brings cannot be fetched. */
export async function speakChosen(): Promise<void> {
  const { language } = settings.getState();
  if (language !== 'zh-CN') await speak(language).catch(() => undefined);
}

/** The language everything is drawn in, and antd's words in it: the language chosen, once it has come. */
export function useLanguage(): Shown {
  const { language: chosen } = useSettings();
  const [shown, setShown] = useState(shownNow);
  useEffect(() => {
    let isWanted = true;
    const show = async () => {
      if (shownNow.language !== chosen) await speak(chosen, () => isWanted);
      if (isWanted) setShown(shownNow);
    };
    // Without the words of a language the one before stays; choosing again asks again.
    show().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [chosen]);
  return shown;
}
