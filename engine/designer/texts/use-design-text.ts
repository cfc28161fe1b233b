import { loadTexts } from '../../model/texts/index.ts';
import { type PartText, partTexts } from '../../react/index.ts';
import texts from './texts.zh-CN.json';

/** Key of a text of the designer; all begin with `designer.`. */
export type DesignTextKey = keyof typeof texts;

/** The text of a key in the language of the host; Chinese where that has none. */
export type DesignText = PartText<DesignTextKey>;

/** The texts of the designer in the host's language. */
export const useDesignText = partTexts(texts, {
  'zh-TW': () => withChecks('zh-TW', import('./texts.zh-TW.json')),
  'en-US': () => withChecks('en-US', import('./texts.en-US.json')),
  'pt-BR': () => withChecks('pt-BR', import('./texts.pt-BR.json')),
});

/** Texts of the designer, once what the checks of documents say in their language has come, too. */
async function withChecks<Texts>(language: Parameters<typeof loadTexts>[0], texts: Promise<Texts>): Promise<Texts> {
  const [own] = await Promise.all([texts, loadTexts(language, 'designer')]);
  return own;
}

/** Whether there is a text of this key. */
export function isDesignText(key: string): key is DesignTextKey {
  return Object.hasOwn(texts, key);
}
