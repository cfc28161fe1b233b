import type { JsonObject } from '../../model/json/index.ts';
import type { Collision } from '../../model/layers/index.ts';
import { type DocumentEdit, namesIn, pathAround, valueIn } from './edits.ts';

/**
 * The edits by which my side of a collision stands in the document. An item that another one took away comes back where
 * the page below has it, as `drawn` shows it, and one that only the draft had at the end of its list.
 */
export function ownEdits(
  document: JsonObject,
  drawn: JsonObject,
  { at, mine, isPlace }: Collision,
): readonly DocumentEdit[] {
  if (isPlace === true) return [{ op: 'move', at, after: typeof mine === 'string' ? mine : null }];
  const { around } = pathAround(at);
  const isItem = Array.isArray(valueIn(document, around));
  if (mine === undefined) return [{ op: isItem ? 'remove' : 'unset', at }];
  const isGone = isItem && valueIn(document, at) === undefined;
  return [isGone ? { op: 'add', at, value: mine, after: before(document, drawn, at) } : { op: 'set', at, value: mine }];
}

/** The item of the document that something stands behind as it is drawn; the last one where it is not drawn. */
function before(document: JsonObject, drawn: JsonObject, at: string): string | null {
  const { around, name } = pathAround(at);
  const present = namesIn(document, around);
  const all = namesIn(drawn, around);
  const place = all.indexOf(name);
  if (place < 0) return present.at(-1) ?? null;
  return all.slice(0, place).findLast((other) => present.includes(other)) ?? null;
}
