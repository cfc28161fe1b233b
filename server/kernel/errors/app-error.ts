import { type ErrorEntry, errorCatalogue, fillTemplate } from '../../../engine/model/faults/index.ts';
import {
  currentLanguage,
  formatMessage,
  formatMessageIn,
  type Language,
  Message,
} from '../../../engine/model/texts/index.ts';
import type { RefusalDetail } from '../../../engine/model/wire/index.ts';

type Facts = Readonly<Record<string, unknown>>;

/** A refusal with a code of the catalogue: what the caller gets instead of data. */
export class AppError extends Error {
  override readonly name = 'AppError';
  /** What varies in its sentence, in the language of the call. */
  readonly facts: Facts;
  /** Its sentence for the caller: in Chinese, or in English to who speaks another language. What is logged is `message`. */
  readonly told: string;

  constructor(
    readonly code: string,
    readonly entry: ErrorEntry,
    facts: Facts = {},
    readonly detail: Omit<RefusalDetail, 'code'> = {},
  ) {
    super(fillTemplate(entry.zh, factsIn('zh-CN', facts)));
    const language = currentLanguage();
    this.facts = factsIn(language, facts);
    this.told = language.startsWith('zh-') ? this.message : fillTemplate(entry.en, factsIn('en-US', facts));
  }
}

/** What varies in a sentence, for a sentence in a language: texts are said in it. */
function factsIn(language: Language, facts: Facts): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      fact instanceof Message ? formatMessageIn(language, fact) : fact,
    ]),
  );
}

/** A field of what was sent, in which the reason of a refusal lies. */
export type Place = { readonly pointer: string; readonly title: string | Message };

/**
 * Makes the refusals of one catalogue: `refuse('E_NOT_FOUND')` gives the error to throw. One that names a place is shown
 * at it by a form that has the field, in its own words.
 */
export function refusalsOf<Code extends string>(catalogue: Readonly<Record<Code, ErrorEntry>>) {
  return (code: Code, facts: Facts = {}, where: Omit<RefusalDetail, 'code'> | Place = {}): AppError => {
    const entry = catalogue[code];
    if (!('pointer' in where)) return new AppError(code, entry, facts, where);
    const expected = fillTemplate(entry.zh, factsIn('zh-CN', facts));
    const expectedEn = fillTemplate(entry.en, factsIn('en-US', facts));
    const fault = { code: 'E_INPUT_RULE', ...saidPlace(where), expected, expectedEn } as const;
    return new AppError(code, entry, facts, { faults: [fault] });
  };
}

/** A place as a fault names it, in the language of the call. */
export function saidPlace({ pointer, title }: Place): { readonly pointer: string; readonly title: string } {
  return { pointer, title: typeof title === 'string' ? title : formatMessage(title) };
}

/** Refusals of the engine's own catalogue. */
export const refuse = refusalsOf(errorCatalogue);
