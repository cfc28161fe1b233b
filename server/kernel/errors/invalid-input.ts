import type { Fault } from '../../../engine/model/index.ts';
import { shownInput } from '../text/shown-input.ts';
import { type AppError, refuse } from './app-error.ts';

/** The refusal of an input: every fault with its place, what was expected and what came. */
export function invalidInput(faults: readonly Fault[]): AppError {
  return refuse('E_INPUT_INVALID', {}, { faults });
}

/** The refusal of one value of an input: where it stands, what belongs there and, shortened, what came. */
export function wrongValue(pointer: string, title: string, expected: string, got: unknown): AppError {
  return invalidInput([{ code: 'E_INPUT_TYPE', pointer, title, expected, got: shownInput(got) }]);
}
