import type { WireRecord } from '../../model/wire/index.ts';

/** The value at a path such as `owner.name`; undefined where something on the way is missing. */
export function valueAt(record: unknown, path: string): unknown {
  let current = record;
  for (const segment of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return undefined;
    current = Reflect.get(current, segment);
  }
  return current;
}

/** The object that holds the last segment of a path: the record itself, or the relation it leads through. */
export function holderAt(record: WireRecord, path: string): unknown {
  const cut = path.lastIndexOf('.');
  return cut < 0 ? record : valueAt(record, path.slice(0, cut));
}
