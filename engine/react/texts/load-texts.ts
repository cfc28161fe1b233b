type Texts = Readonly<Record<string, string>>;

/** What the engine says in the languages besides Chinese; each is a part of its own. */
const languages = {
  'zh-TW': () => import('./traditional.ts'),
  'en-US': () => import('./english.ts'),
  'pt-BR': () => import('./portuguese.ts'),
} as const;

/** Fetches what the engine says in a language, for the host to merge into its own texts; errors go by their codes. */
export async function loadEngineTexts(language: keyof typeof languages): Promise<Texts> {
  return (await languages[language]()).all;
}
