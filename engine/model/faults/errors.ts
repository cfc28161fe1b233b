import { accessErrors } from './access-errors.ts';
import { dataErrors } from './data-errors.ts';
import type { ErrorEntry } from './error-entry.ts';
import { faultCatalogue } from './fault-errors.ts';
import { fileErrors } from './file-errors.ts';
import { requestErrors } from './request-errors.ts';

/** Every error the engine can answer. Domain errors are registered beside their domain code. A browser has the faults only. */
export const errorCatalogue = {
  ...faultCatalogue,
  ...requestErrors,
  ...fileErrors,
  ...accessErrors,
  ...dataErrors,
} as const satisfies Record<string, ErrorEntry>;

/** A code of the engine's own catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;
