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

/** Makes the refusals of one catalogue: `refuse('E_NOT_FOUND')` gives the error to throw. */
export function refusalsOf<Code extends string>(catalogue: Readonly<Record<Code, ErrorEntry>>) {
  return (
    code: Code,
    facts: Readonly<Record<string, unknown>> = {},
    detail: Omit<RefusalDetail, 'code'> = {},
  ): AppError => new AppError(code, catalogue[code], facts, detail);
}

/** Refusals of the engine's own catalogue. */
export const refuse = refusalsOf(errorCatalogue);
