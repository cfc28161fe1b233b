/** The languages a text can be said in. */
export const languages = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const;

/** One of them. */
export type Language = (typeof languages)[number];

/** Those besides the usual one. */
export const otherLanguages = ['zh-TW', 'en-US', 'pt-BR'] as const satisfies readonly Language[];

type Texts = Readonly<Record<string, string>>;

let spoken: () => Language = () => 'zh-CN';
let known: Partial<Readonly<Record<Language, Texts>>> = {};

/** The language that is spoken now; Chinese unless told. */
export function spokenLanguage(): Language {
  return spoken();
}

/** Speaks from now on whatever language `source` tells whenever something is said. */
export function speakIn(source: () => Language): void {
  spoken = source;
}

/** Adds texts of a language by their keys, which no two parts share. */
export function addTexts(language: Language, texts: Texts): void {
  known = { ...known, [language]: { ...known[language], ...texts } };
}

/** The text of a key in a language besides Chinese, as it is written. */
export function textIn(language: Language, key: string): string | undefined {
  return known[language]?.[key];
}
