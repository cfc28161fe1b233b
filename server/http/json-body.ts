import { refuse } from '../kernel/errors/app-error.ts';
import { refuseHostile } from '../kernel/text/hostile-input.ts';

/** How much a body may hold, whoever sends it, unless its operation takes more: a batch of a thousand rows stays far below. */
export const bodyBounds = { elements: 20_000, depth: 20 } as const;

/** Most bytes of a body that comes with no session: a sign-in and a signed report are some hundred. */
export const maxAnonymousBytes = 16_384;

/**
 * Reads a JSON body; undefined for an empty one. It is counted before it is parsed, so that what a body costs is bound
 * by its bytes alone: E_BODY_TOO_MANY beyond the elements, E_BODY_UNREADABLE beyond the depth and for what is no JSON,
 * E_INPUT_INVALID with its place for a name or a text that no operation takes.
 */
export function readJsonBody(text: string, elements: number = bodyBounds.elements): unknown {
  if (text.trim() === '') return undefined;
  refuseOutOfBounds(text, elements);
  const parsed = parseJson(text);
  refuseHostile(parsed);
  return parsed;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('E_BODY_UNREADABLE');
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openings: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closings: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Counts what stands outside strings and stops at the first beyond the bounds; makes nothing on the way. */
function refuseOutOfBounds(text: string, most: number): void {
  let depth = 0;
  let elements = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (letter === quote) at = endOfString(text, at);
    else if (letter === comma) elements += 1;
    else if (openings.has(letter)) {
      depth += 1;
      elements += 1;
    } else if (closings.has(letter)) depth -= 1;
    if (depth > bodyBounds.depth) throw refuse('E_BODY_UNREADABLE');
    if (elements > most) throw refuse('E_BODY_TOO_MANY', { expected: most });
  }
}

/** Where the string that begins at `start` ends; at the end of the text where it does not. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}
