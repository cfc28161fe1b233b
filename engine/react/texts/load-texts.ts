import { loadTexts } from '../../model/texts/index.ts';

type Texts = Readonly<Record<string, string>>;

/** What the engine says in the languages besides Chinese; each is a part of its own. */
const languages = {
  'zh-TW': () => import('./traditional.ts'),
  'en-US': () => import('./english.ts'),
  'pt-BR': () => import('./portuguese.ts'),
} as const;

/**
 * Fetches what the engine says in a language, for the host to merge into its own texts; errors go by their codes. What its
 * language layer says on a page is added there.
 */
export async function loadEngineTexts(language: keyof typeof languages): Promise<Texts> {
  const [{ all }] = await Promise.all([languages[language](), loadTexts(language, 'page')]);
  return all;
}
