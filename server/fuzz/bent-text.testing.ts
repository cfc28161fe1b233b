import type { Random } from '../demo/crm/values/random.ts';

/** Texts that JSON carries and PostgreSQL cannot keep: NUL, and halves of surrogate pairs. */
export const unstorableTexts = ['\u0000', 'a\u0000b', '\ud800', 'b\udc00', '\udfff\ud800'] as const;

/** A place within a value, as the keys that lead there. */
export type Place = readonly (string | number)[];

/** A sound input with one text of it bent, and where: everything else is as the operation wants it. */
export type BentInput = { readonly input: unknown; readonly place: Place };

/**
 * Every way to put one bad text into a sound input: in the place of each value that is no container, and as the name
 * of one more key beside the root's.
 */
export function bentInputs(sound: unknown, random: Random): readonly BentInput[] {
  const bad = () => random.pick(unstorableTexts);
  const leaves = leavesOf(sound).map((place) => ({ input: withAt(sound, place, bad()), place }));
  const key = `k${bad()}`;
  return [...leaves, { input: withAt(sound, [key], 1), place: [key] }];
}

/** The places of all values that are neither list nor object. */
export function leavesOf(value: unknown): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [[]];
  return entriesOf(value).flatMap(([key, inner]) => leavesOf(inner).map((place): Place => [key, ...place]));
}

function entriesOf(value: object): readonly (readonly [string | number, unknown])[] {
  return Array.isArray(value) ? [...value.entries()] : Object.entries(value);
}

/** A copy with another value at a place. */
function withAt(value: unknown, [head, ...rest]: Place, put: unknown): unknown {
  if (head === undefined) return put;
  if (Array.isArray(value)) return value.map((inner, at) => (at === head ? withAt(inner, rest, put) : inner));
  const record = isRecord(value) ? value : {};
  return { ...record, [head]: withAt(record[head], rest, put) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
