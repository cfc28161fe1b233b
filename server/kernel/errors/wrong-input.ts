import type { Fault } from '../../../engine/model/faults/index.ts';
import { formatMessage, type Message } from '../../../engine/model/texts/index.ts';
import type { AppError } from './app-error.ts';
import { invalidInput } from './invalid-input.ts';
import { shownInput } from './shown-input.ts';

/** A value that is not what its place takes; of what came the fault tells the beginning. */
export function typeFault(pointer: string, title: string | Message, expected: string | Message, got: unknown): Fault {
  return { code: 'E_INPUT_TYPE', pointer, title: spoken(title), expected: spoken(expected), got: shownInput(got) };
}

/** The refusal of one such value. */
export function wrongInput(
  pointer: string,
  title: string | Message,
  expected: string | Message,
  got: unknown,
): AppError {
  return invalidInput([typeFault(pointer, title, expected, got)]);
}

function spoken(words: string | Message): string {
  return typeof words === 'string' ? words : formatMessage(words);
}
