type Texts = Readonly<Record<string, string>>;
type Brought = { readonly default: Texts };

/** The texts of the engine and what it says of its errors, in the languages besides Chinese; each is a part of its own. */
const languages = {
  'zh-TW': () => [import('./texts.zh-TW.json'), import('./errors.zh-TW.json')],
  'en-US': () => [import('./texts.en-US.json'), import('./errors.en-US.json')],
  'pt-BR': () => [import('./texts.pt-BR.json'), import('./errors.pt-BR.json')],
} as const satisfies Readonly<Record<string, () => readonly Promise<Brought>[]>>;

/** A language the engine speaks besides Chinese. */
export type EngineLanguage = keyof typeof languages;

/** Fetches what the engine says in a language, for the host to merge into its own texts; errors go by their codes. */
export async function loadEngineTexts(language: EngineLanguage): Promise<Texts> {
  const brought = await Promise.all(languages[language]());
  return Object.assign({}, ...brought.map((texts) => texts.default));
}
