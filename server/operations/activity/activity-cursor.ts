import { isId } from '../../../engine/model/fields/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';

/** A place in a timeline of several sources: a moment to the microsecond, which source, and the row. */
export type ActivityCursor = { readonly at: string; readonly source: number; readonly id: string };

/** The cursor that goes on after an entry. */
export function placeText({ at, source, id }: ActivityCursor): string {
  return Buffer.from(JSON.stringify([at, source, id])).toString('base64url');
}

/** Reads a cursor; one made by hand is refused. */
export function placeOf(cursor: string | null | undefined): ActivityCursor | undefined {
  if (cursor === undefined || cursor === null) return undefined;
  const [at, source, id] = parsed(cursor);
  if (
    typeof at !== 'string' ||
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(at) ||
    Number.isNaN(Date.parse(at)) ||
    typeof source !== 'number' ||
    !Number.isInteger(source) ||
    typeof id !== 'string' ||
    !isId(id)
  )
    throw refuse('E_CURSOR');
  return { at, source, id };
}

function parsed(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
