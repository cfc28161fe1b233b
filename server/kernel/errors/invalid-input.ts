import type { Fault } from '../../../engine/model/faults/index.ts';
import { type AppError, refuse } from './app-error.ts';

/** The refusal of an input: every fault with its place, what was expected and what came. */
export function invalidInput(faults: readonly Fault[]): AppError {
  return refuse('E_INPUT_INVALID', {}, { faults });
}
