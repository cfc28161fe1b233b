/** The languages a text can be said in. */
export const languages = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const;

/** One of them. */
export type Language = (typeof languages)[number];

/** Those besides the usual one. */
export const otherLanguages = ['zh-TW', 'en-US', 'pt-BR'] as const satisfies readonly Language[];

type Texts = Readonly<Record<string, string>>;

/** Does work of which what is said is kept for others, in whatever language. */
type Keeping = <Value>(work: () => Value) => Value;

let spoken: () => Language = () => 'zh-CN';
let keeping: Keeping = (work) => work();
let known: Partial<Readonly<Record<Language, Texts>>> = {};

/** The language that is spoken now; Chinese unless told. */
export function currentLanguage(): Language {
  return spoken();
}

/**
 * Speaks from now on whatever language `source` tells whenever something is said. Who speaks several at once says how what
 * is kept for all of them is worked out (`whileKeeping`).
 */
export function setLanguageSource(source: () => Language, whileKeeping: Keeping = (work) => work()): void {
  spoken = source;
  keeping = whileKeeping;
}

/** Works out what is kept for whoever comes next, who may speak another language. */
export function inSharedLanguage<Value>(work: () => Value): Value {
  return keeping(work);
}

/** Adds texts of a language by their keys, which no two parts share. */
export function addTexts(language: Language, texts: Texts): void {
  known = { ...known, [language]: { ...known[language], ...texts } };
}

/** The text of a key in a language besides Chinese, as it is written. */
export function textIn(language: Language, key: string): string | undefined {
  return known[language]?.[key];
}
