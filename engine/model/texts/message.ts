import { addTexts, currentLanguage, type Language, otherLanguages, textIn } from './current-language.ts';
import { fillText } from './word-for.ts';

/** Something that has a title for people and, where that is in Chinese only, a name to be called by in other languages. */
export type Named = {
  readonly title: string;
  readonly name: string;
  readonly titles?: { readonly [language in Exclude<Language, 'zh-CN'>]?: string } | undefined;
};

/** What a text has a value put in for: a value, something with a name, another text, which speaks the same language, or a list of these. */
export type MessageValue = string | number | Named | Message | readonly MessageValue[];

/** Values of a text, by the names it has in braces. */
export type Params = Readonly<Record<string, MessageValue | undefined>>;

/** A text that can be said in any language; `formatMessage` says it in the one that is spoken. */
export class Message {
  readonly #key: string;
  readonly #chinese: string;
  readonly #params: Params;

  constructor(key: string, chinese: string, params: Params) {
    this.#key = key;
    this.#chinese = chinese;
    this.#params = params;
  }

  /** The text in a language, with its values; undefined where that language has none. */
  in(language: Language): string | undefined {
    const own = language === 'zh-CN' ? this.#chinese : textIn(language, this.#key);
    if (own === undefined) return undefined;
    const told = Object.entries(this.#params).map(([name, value]) => [name, shown(value, language)]);
    return fillText(own, Object.fromEntries(told), language);
  }
}

/** A value as it is put into a text. */
function shown(value: MessageValue | undefined, language: Language): string | number | undefined {
  if (value instanceof Message) return formatMessageIn(language, value);
  if (isList(value)) return value.map((item) => shown(item, language)).join(language.startsWith('zh-') ? '、' : ', ');
  return typeof value === 'object' ? called(value, language) : value;
}

/** `Array.isArray` for a list that is not written to. */
function isList(value: unknown): value is readonly MessageValue[] {
  return Array.isArray(value);
}

function called({ title, name, titles }: Named, language: Language): string {
  if (language === 'zh-CN') return title;
  return titles?.[language] ?? (language === 'zh-TW' ? title : name);
}

/** Says a text in a language; in Chinese where that has none. */
export function formatMessageIn(language: Language, said: Message): string {
  return said.in(language) ?? said.in('zh-CN') ?? '';
}

/** Says a text in the language that is spoken; in Chinese where that has none. */
export function formatMessage(said: Message): string {
  return formatMessageIn(currentLanguage(), said);
}

/** What a fault expected, in the words of the reader; in English beside, where those are Chinese and the English ones at hand. */
export function expectation(said: Message): { readonly expected: string; readonly expectedEn?: string } {
  const language = currentLanguage();
  const expected = formatMessageIn(language, said);
  const english = language.startsWith('zh-') ? said.in('en-US') : undefined;
  return english === undefined || english === expected ? { expected } : { expected, expectedEn: english };
}

/**
 * The texts of a part: what it answers makes a text of a key and values. The Chinese ones come with the part; those of other
 * languages are given with them where they are at hand anyway, as on a server, or added later (`addTexts`).
 */
/* @__NO_SIDE_EFFECTS__ */
export function messagesOf<Key extends string>(
  chinese: Readonly<Record<Key, string>>,
  others?: Readonly<Record<Exclude<Language, 'zh-CN'>, Readonly<Record<Key, string>>>>,
): (key: Key, params?: Params) => Message {
  if (others !== undefined) for (const language of otherLanguages) addTexts(language, others[language]);
  return (key, params = {}) => new Message(key, chinese[key], params);
}
