import { type ErrorEntry, errorCatalogue, fillTemplate } from '../../../engine/model/faults/index.ts';
import type { RefusalDetail } from '../../../engine/model/wire/index.ts';

/** A refusal with a code of the catalogue: what the caller gets instead of data. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: string,
    readonly entry: ErrorEntry,
    readonly facts: Readonly<Record<string, unknown>> = {},
    readonly detail: Omit<RefusalDetail, 'code'> = {},
  ) {
    super(fillTemplate(entry.zh, facts));
  }
}

/** A field of what was sent, in which the reason of a refusal lies. */
export type Place = { readonly pointer: string; readonly title: string };

/**
 * Makes the refusals of one catalogue: `refuse('E_NOT_FOUND')` gives the error to throw. One that names a place is shown
 * at it by a form that has the field, in its own words.
 */
export function refusalsOf<Code extends string>(catalogue: Readonly<Record<Code, ErrorEntry>>) {
  return (
    code: Code,
    facts: Readonly<Record<string, unknown>> = {},
    where: Omit<RefusalDetail, 'code'> | Place = {},
  ): AppError => {
    const entry = catalogue[code];
    if (!('pointer' in where)) return new AppError(code, entry, facts, where);
    const { pointer, title } = where;
    const [expected, expectedEn] = [fillTemplate(entry.zh, facts), fillTemplate(entry.en, facts)];
    const fault = { code: 'E_INPUT_RULE', pointer, title, expected, expectedEn } as const;
    return new AppError(code, entry, facts, { faults: [fault] });
  };
}

/** Refusals of the engine's own catalogue. */
export const refuse = refusalsOf(errorCatalogue);
