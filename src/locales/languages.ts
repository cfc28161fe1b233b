import type { ConfigProviderProps } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useEffect, useState } from 'react';
import { setFormats } from '../../engine/react/index.ts';
import { useSettings } from '../settings/settings.ts';
import type { Language } from '../settings/settings-store.ts';
import { i18n } from './i18n.ts';

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

dayjs.locale(chinese.calendar);

/** Speaks the usual language again, whatever was spoken. */
export function speakChinese(): Promise<void> {
  return speak('zh-CN', chinese);
}

/** Says and writes everything in a language from now on. */
async function speak(language: Language, { calendar }: LanguageParts): Promise<void> {
  dayjs.locale(calendar);
  setFormats(language);
  await i18n.changeLanguage(language);
}

/** The language everything is drawn in, and antd's words in it: the language chosen, once it has come. */
export function useLanguage(): { readonly language: Language; readonly antd: AntdLocale } {
  const { language: chosen } = useSettings();
  const [shown, setShown] = useState<{ readonly language: Language; readonly antd: AntdLocale }>({
    language: 'zh-CN',
    antd: chinese.antd,
  });
  useEffect(() => {
    let isWanted = true;
    const show = async () => {
      const brought = await parts[chosen]();
      if (!isWanted) return;
      await speak(chosen, brought);
      setShown({ language: chosen, antd: brought.antd });
    };
    // Without the words of a language the one before stays; choosing again asks again.
    show().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [chosen]);
  return shown;
}
