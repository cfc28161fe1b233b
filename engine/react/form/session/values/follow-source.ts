import type { FormFieldView } from '../../../../model/view/index.ts';
import { isEmpty, isSame, type Values } from '../../../record/values.ts';

/** Reads one field of a record as the reader may see it; undefined where he may not, or there is none. */
export type LookUp = (entity: string, id: string, key: string) => Promise<unknown>;

/** A reference that was chosen: what it was before, and what it is now. */
export type Chosen = { readonly reference: string; readonly before: unknown; readonly now: unknown };

/** The fields that take their value over from a reference. */
export function followersOf(fields: Iterable<FormFieldView>, reference: string): readonly FormFieldView[] {
  return [...fields].filter(({ source }) => source?.reference === reference);
}

/**
 * What a field takes over from a reference that was chosen, by the rule of the server: what somebody wrote over it
 * stays, unless nobody may. Undefined where it keeps what it holds.
 */
export async function followed(
  { key, source, field, shown }: FormFieldView,
  { before, now }: Chosen,
  values: Values,
  lookUp: LookUp,
): Promise<{ readonly value: unknown } | undefined> {
  if (source === undefined) return undefined;
  const read = (id: unknown) => (typeof id === 'string' ? lookUp(source.entity, id, source.key) : undefined);
  const held = values[key];
  const isKept = field.readonly === true || shown !== undefined;
  const isFollowing = isKept || isEmpty(held) || isSame(held, await read(before));
  const value = isFollowing ? ((await read(now)) ?? undefined) : undefined;
  // Nothing to take over leaves what may be written as it is.
  return isFollowing && (value !== undefined || isKept) ? { value } : undefined;
}
