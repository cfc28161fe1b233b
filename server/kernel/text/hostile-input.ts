import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { isForbiddenName } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { inputText } from '../../texts/kernel/input-text.ts';
import { invalidInput } from '../errors/invalid-input.ts';

type Keys = readonly (string | number)[];
type Found = Pick<Fault, 'code' | 'got'> & { readonly keys: Keys };

/**
 * Refuses what no operation takes, wherever in an input it stands: names that reach a prototype, and texts that
 * PostgreSQL cannot keep, which are those with NUL or half a surrogate pair, in keys as in values. E_INPUT_INVALID with
 * its place, `root` before it; the place is written only when something is refused.
 */
export function refuseHostile(value: unknown, root: Keys = []): void {
  const found = hostileIn(value);
  if (found === undefined) return;
  const { keys, ...what } = found;
  const place = pointer(...[...root, ...keys].map((key) => (typeof key === 'string' ? storable(key) : key)));
  throw invalidInput([{ ...what, pointer: place, title: formatMessage(inputText('input.content')) }]);
}

/** Whether the database can keep a text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Cs}/u.test(text);
}

/** A text with a mark in the place of each character that the database cannot keep. */
export function storable(text: string): string {
  return isStorable(text) ? text : text.replaceAll('\0', '\ufffd').replace(/\p{Cs}/gu, '\ufffd');
}

/** A text without the characters that the database cannot keep. */
export function withoutUnstorable(text: string): string {
  return isStorable(text) ? text : text.replaceAll('\0', '').replace(/\p{Cs}/gu, '');
}

function hostileIn(value: unknown): Found | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : { ...unstorable(value), keys: [] };
  if (Array.isArray(value)) return hostileItem(value);
  return typeof value === 'object' && value !== null ? hostileEntry(value) : undefined;
}

function hostileItem(list: readonly unknown[]): Found | undefined {
  for (let at = 0; at < list.length; at++) {
    const found = hostileIn(list[at]);
    if (found !== undefined) return { ...found, keys: [at, ...found.keys] };
  }
  return undefined;
}

function hostileEntry(record: object): Found | undefined {
  for (const [key, inner] of Object.entries(record)) {
    if (isForbiddenName(key)) return { code: 'E_INPUT_UNKNOWN', got: storable(key), keys: [key] };
    const found = isStorable(key) ? hostileIn(inner) : { ...unstorable(key), keys: [] };
    if (found !== undefined) return { ...found, keys: [key, ...found.keys] };
  }
  return undefined;
}

function unstorable(text: string): Pick<Fault, 'code' | 'got'> {
  const bad = text.includes('\0') ? 0 : (/\p{Cs}/u.exec(text)?.[0].charCodeAt(0) ?? 0);
  return { code: 'E_INPUT_CHARACTER', got: `U+${bad.toString(16).toUpperCase().padStart(4, '0')}` };
}
