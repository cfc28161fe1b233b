import { indexOfKey, keyOfItem } from '../json/former-keys.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { isConflictingName, keepFixed } from './fixed-properties.ts';
import { sameJson } from './json-values.ts';
import { type FoundPath, formatKeyPath, locate, valueAt, withContainer } from './key-path.ts';
import type { EditOutcome, LayerOperation, RefusalReason } from './layer.ts';
import type { ReadOperation } from './read-operation.ts';
import { inPresentKeys } from './renames.ts';

/** The document after an operation, what became of it, and what it found. */
export type Applied = {
  readonly document: unknown;
  readonly outcome: EditOutcome;
  /** What stood there before; for a move the key of the sibling in front, null for none. */
  readonly below: unknown;
  /** Where the operation leads in present keys; undefined when it leads nowhere. */
  readonly path: readonly string[] | undefined;
  /** The sibling it stands behind, in its present key. */
  readonly after: string | null | undefined;
};

type Change = Partial<Pick<Applied, 'document' | 'below' | 'after'>> & { readonly outcome: EditOutcome };
type Of<Op extends LayerOperation['op']> = Extract<LayerOperation, { readonly op: Op }>;

/** Applies one operation to a document; never throws, and leaves the document as it is where it cannot apply. */
export function applyOperation(document: unknown, shipped: unknown, { operation, path }: ReadOperation): Applied {
  const place = locate(document, path);
  if (!place.found)
    return { document, outcome: asleep(place.missing), below: undefined, path: undefined, after: undefined };
  const { outcome, ...change } = changeAt(document, shipped, operation, place);
  return { document, below: place.value, path: place.path, after: undefined, outcome, ...change };
}

function changeAt(document: unknown, shipped: unknown, operation: LayerOperation, place: FoundPath): Change {
  if (place.fixed !== undefined) return { outcome: fixedOutcome(operation, place, place.fixed) };
  if (isJsonObject(place.container)) {
    const object = place.container;
    if (operation.op === 'set') return setProperty(document, shipped, operation, { ...place, container: object });
    if (operation.op === 'unset') return unsetProperty(document, operation, { ...place, container: object });
    return { outcome: refused('unsuitable') };
  }
  const list = { ...place, container: place.container };
  switch (operation.op) {
    case 'set':
      return place.value === undefined
        ? { outcome: asleep(formatKeyPath(place.path)) }
        : setItem(document, shipped, operation.value, operation.was, list);
    case 'add':
      return addItem(document, shipped, operation, list);
    case 'hide':
      return hideItem(document, operation, list);
    case 'move':
      return moveItem(document, operation, list);
    case 'unset':
      return { outcome: refused('unsuitable') };
  }
}

type InObject = Omit<FoundPath, 'container'> & { readonly container: JsonObject };
type InList = Omit<FoundPath, 'container'> & { readonly container: readonly unknown[] };

function setProperty(document: unknown, shipped: unknown, { value, was }: Of<'set'>, place: InObject): Change {
  const { value: next, kept } = keepFixed(value, [valueAt(shipped, place.path), place.value], place.path);
  const outcome = outcomeOf(place.value, was, next, kept);
  return { document: put(document, place, { ...place.container, [place.last]: next }), outcome };
}

function unsetProperty(document: unknown, { was }: Of<'unset'>, place: InObject): Change {
  const { [place.last]: _, ...rest } = place.container;
  return { document: put(document, place, rest), outcome: outcomeOf(place.value, was, undefined, []) };
}

/** Replaces an item, which keeps its key whatever the edit calls it. */
function setItem(document: unknown, shipped: unknown, value: unknown, was: unknown, place: InList): Change {
  const named = withKey(value, place.last, place.given);
  if (named === undefined) return { outcome: refused('unsuitable') };
  const { value: next, kept } = keepFixed(named, [valueAt(shipped, place.path), place.value], place.path);
  const items = place.container.map((item) => (item === place.value ? next : item));
  return { document: put(document, place, items), outcome: outcomeOf(place.value, was, next, kept) };
}

function addItem(document: unknown, shipped: unknown, operation: Of<'add'>, place: InList): Change {
  const { value, after } = operation;
  // Below has an item of this key by now: there cannot be two, and this one is not as the edit says.
  if (place.value !== undefined) return setItem(document, shipped, value, undefined, place);
  const reference = valueAt(shipped, place.path);
  const key = keyOfItem(reference) ?? place.last;
  const named = withKey(value, key, place.given);
  if (named === undefined) return { outcome: refused('unsuitable') };
  const { value: next, kept } = keepFixed(named, [reference], place.path);
  const items = inserted(place.container, next, after);
  const outcome: EditOutcome =
    kept.length === 0 ? { status: 'applied' } : conflict('edit', undefined, undefined, next, kept);
  return { document: put(document, place, items), outcome, after: presentKey(place.container, after) };
}

function hideItem(document: unknown, { was }: Of<'hide'>, place: InList): Change {
  const items = place.container.filter((item) => item !== place.value);
  return { document: put(document, place, items), outcome: outcomeOf(place.value, was, undefined, []) };
}

function moveItem(document: unknown, operation: Of<'move'>, place: InList): Change {
  const { container, value, last } = place;
  if (value === undefined) return { outcome: asleep(formatKeyPath(place.path)) };
  const after = presentKey(container, operation.after);
  if (after === last) return { outcome: refused('unsuitable') };
  if (after === undefined)
    return { outcome: asleep(formatKeyPath([...place.path.slice(0, -1), String(operation.after)])) };
  const index = container.indexOf(value);
  const below = index <= 0 ? null : (keyOfItem(container[index - 1]) ?? null);
  if (below === after) return { outcome: { status: 'dropped' }, below, after };
  const items = inserted(
    container.filter((item) => item !== value),
    value,
    after,
  );
  const outcome: EditOutcome = hasKeptItsPlace(container, index, operation.was)
    ? { status: 'applied' }
    : conflict('edit', below, operation.was, after, []);
  return { document: put(document, place, items), outcome, below, after };
}

/** Whether an item still stands behind the sibling it stood behind; new ones in between are no move. */
function hasKeptItsPlace(items: readonly unknown[], index: number, was: string | null | undefined): boolean {
  if (was === undefined) return false;
  if (was === null) return index === 0;
  const before = indexOfKey(items, was);
  return before < 0 || before < index;
}

/** Behind the sibling of this key, first for null, last when there is no such sibling. */
function inserted(items: readonly unknown[], item: unknown, after: string | null | undefined): readonly unknown[] {
  if (after === null) return [item, ...items];
  const index = after === undefined ? -1 : indexOfKey(items, after);
  return index < 0 ? [...items, item] : [...items.slice(0, index + 1), item, ...items.slice(index + 1)];
}

function presentKey(items: readonly unknown[], key: string | null | undefined): string | null | undefined {
  return typeof key === 'string' ? keyOfItem(items[indexOfKey(items, key)]) : key;
}

/** An item that bears this key; undefined for what can be no item of a keyed list, or is another text. */
function withKey(value: unknown, key: string, given: string): unknown {
  if (isJsonObject(value)) return value.key === key ? value : { ...value, key };
  return value === key || value === given ? key : undefined;
}

/** The three-way decision on a value: `next` is what the edit makes of it, undefined for nothing. */
function outcomeOf(below: unknown, was: unknown, next: unknown, kept: readonly (readonly string[])[]): EditOutcome {
  const isSame = sameJson(below, next);
  if (kept.length === 0) {
    if (isSame) return { status: 'dropped' };
    return sameJson(below, inPresentKeys(was, below))
      ? { status: 'applied' }
      : conflict('edit', below, was, next, kept);
  }
  if (!isSame) return conflict('edit', below, was, next, kept);
  const names = kept.map((path) => path.at(-1) ?? '');
  return names.some(isConflictingName) ? conflict('below', below, was, next, kept) : refused('fixed');
}

function fixedOutcome(operation: LayerOperation, place: FoundPath, name: string): EditOutcome {
  const value = operation.op === 'set' || operation.op === 'add' ? operation.value : undefined;
  if (operation.op !== 'move' && sameJson(place.value, value)) return { status: 'dropped' };
  if (!isConflictingName(name)) return refused('fixed');
  const was = operation.op === 'add' ? undefined : operation.was;
  return conflict('below', place.value, was, value, [place.path]);
}

function conflict(
  winner: 'edit' | 'below',
  below: unknown,
  was: unknown,
  value: unknown,
  kept: readonly (readonly string[])[],
): EditOutcome {
  return { status: 'conflict', winner, below, was, value, kept: kept.map(formatKeyPath) };
}

function asleep(missing: string): EditOutcome {
  return { status: 'asleep', missing };
}

function refused(reason: RefusalReason): EditOutcome {
  return { status: 'refused', reason };
}

function put(document: unknown, place: FoundPath | InObject | InList, container: unknown): unknown {
  return withContainer(document, place.path.slice(0, -1), container);
}
