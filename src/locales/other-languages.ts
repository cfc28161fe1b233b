import { fillText } from '../../engine/model/texts/index.ts';
import { loadEngineTexts } from '../../engine/react/index.ts';
import type { Language } from '../settings/settings-store.ts';
import { textIn } from './i18n.ts';
import type { LanguageParts, OwnParts } from './language-parts.ts';

type OtherLanguage = Exclude<Language, 'zh-CN'>;

/** What each language brings of itself, a part of its own. */
const languages: Readonly<Record<OtherLanguage, () => Promise<{ readonly parts: OwnParts }>>> = {
  'zh-TW': () => import('./traditional.ts'),
  'en-US': () => import('./english.ts'),
  'pt-BR': () => import('./portuguese.ts'),
};

/** All a language brings: the words of the shell, of the engine and of errors, of antd, and the calendar. */
export async function partsOf(language: OtherLanguage): Promise<LanguageParts> {
  const [{ parts }, texts] = await Promise.all([languages[language](), loadEngineTexts(language)]);
  const all = { ...texts, ...parts.texts };
  return { ...parts, texts: all, errorIn: (code, facts) => errorIn(language, code, facts) };
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
