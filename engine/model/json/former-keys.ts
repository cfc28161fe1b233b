import { type Fault, pointer } from '../faults/fault.ts';
import { documentText } from '../texts/document-text.ts';
import { expectation } from '../texts/message.ts';
import { isJsonObject } from './json.ts';

/** The key of an item of an array: its `key`, or itself when it is plain text. */
export function keyOfItem(item: unknown): string | undefined {
  if (typeof item === 'string') return item;
  return isJsonObject(item) && typeof item.key === 'string' ? item.key : undefined;
}

/** The place of the item with this key, or else of the one that once had it; -1 for none. */
export function indexOfKey(items: readonly unknown[], key: string): number {
  const index = items.findIndex((item) => keyOfItem(item) === key);
  return index >= 0 ? index : items.findIndex((item) => formerKeysOf(item).includes(key));
}

/** The present key of an item by its key or one it once had; undefined where no item has or had it. */
export function presentKey(items: readonly unknown[], key: string): string | undefined {
  return keyOfItem(items[indexOfKey(items, key)]);
}

/** Former keys that a sibling bears or claims too, so that an edit could mean either. */
export function formerKeyFaults(json: unknown): readonly Fault[] {
  const faults: Fault[] = [];
  // Not recursive: how deep a document goes is up to whoever wrote it.
  const waiting: { readonly value: unknown; readonly path: readonly (string | number)[] }[] = [
    { value: json, path: [] },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path } = next;
    if (Array.isArray(value)) {
      faults.push(...siblingFaults(value, path));
      waiting.push(...value.map((item: unknown, index) => ({ value: item, path: [...path, index] })).reverse());
    } else if (isJsonObject(value))
      waiting.push(
        ...Object.entries(value)
          .map(([name, item]) => ({ value: item, path: [...path, name] }))
          .reverse(),
      );
  }
  return faults;
}

function siblingFaults(items: readonly unknown[], path: readonly (string | number)[]): readonly Fault[] {
  const taken = new Set(items.map(keyOfItem));
  return items.flatMap((item, index) =>
    formerKeysOf(item).flatMap((key, position): readonly Fault[] => {
      if (key === undefined) return [];
      if (!taken.has(key)) {
        taken.add(key);
        return [];
      }
      return [
        {
          code: 'E_SCHEMA_DUPLICATE',
          pointer: pointer(...path, index, 'formerKeys', position),
          ...expectation(documentText('check.load.formerKeys')),
          got: key,
        },
      ];
    }),
  );
}

function formerKeysOf(item: unknown): readonly (string | undefined)[] {
  if (!isJsonObject(item) || !Array.isArray(item.formerKeys)) return [];
  return item.formerKeys.map((key: unknown) => (typeof key === 'string' ? key : undefined));
}
