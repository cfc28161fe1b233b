import { loadTexts } from '../../model/texts/index.ts';
import { type PartText, partTexts } from '../../react/index.ts';
import texts from './texts.zh-CN.json';

/** Key of a text of the designer; all begin with `designer.`. */
export type DesignTextKey = keyof typeof texts;

/** The text of a key in the language of the host; Chinese where that has none. */
export type DesignText = PartText<DesignTextKey>;

type Texts = Readonly<Record<string, string>>;
type Load = () => Promise<{ readonly default: Texts }>;

const shared = {
  'zh-TW': () => withChecks('zh-TW', import('./texts.zh-TW.json')),
  'en-US': () => withChecks('en-US', import('./texts.en-US.json')),
  'pt-BR': () => withChecks('pt-BR', import('./texts.pt-BR.json')),
} as const satisfies Readonly<Record<string, Load>>;

type OtherLanguage = keyof typeof shared;

/** The texts of the designer in the host's language. */
export const useDesignText = partTexts(texts, shared);

/** Texts of the designer, once what the checks of documents say in their language has come, too. */
async function withChecks<Own>(language: Parameters<typeof loadTexts>[0], own: Promise<Own>): Promise<Own> {
  const [loaded] = await Promise.all([own, loadTexts(language, 'designer')]);
  return loaded;
}

/** Whether there is a text of this key. */
export function isDesignText(key: string): key is DesignTextKey {
  return Object.hasOwn(texts, key);
}

/** The texts of a part of the designer that is loaded by itself, each language together with what all parts say. */
export function withShared(own: Readonly<Record<OtherLanguage, Load>>): Readonly<Record<OtherLanguage, Load>> {
  const both = (language: OtherLanguage) => async () => {
    const [all, further] = await Promise.all([shared[language](), own[language]()]);
    return { default: { ...all.default, ...further.default } };
  };
  return { 'zh-TW': both('zh-TW'), 'en-US': both('en-US'), 'pt-BR': both('pt-BR') };
}
