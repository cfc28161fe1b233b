import zhCN from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useEffect, useState } from 'react';
import { speakErrors } from '../../engine/model/faults/index.ts';
import { setLanguageSource } from '../../engine/model/texts/index.ts';
import { setFormats } from '../../engine/react/index.ts';
import { settings, useSettings } from '../settings/settings.ts';
import type { Language } from '../settings/settings-store.ts';
import { addTexts, i18n } from './i18n.ts';
import type { AntdLocale, LanguageParts } from './language-parts.ts';

const chinese: LanguageParts = { antd: zhCN, calendar: 'zh-cn', texts: {}, errorIn: undefined };

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
  // Whoever speaks Chinese fetches nothing of the others.
  const { antd, calendar, texts, errorIn } =
    language === 'zh-CN' ? chinese : await (await import('./other-languages.ts')).partsOf(language);
  if (!isWanted()) return;
  addTexts(texts, language);
  dayjs.locale(calendar);
  setFormats(language);
  speakErrors(errorIn);
  setLanguageSource(() => language);
  document.documentElement.lang = language;
  shownNow = { language, antd };
  await i18n.changeLanguage(language);
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
