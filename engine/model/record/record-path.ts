/** The value at a path such as `owner.name`; undefined where something on the way is missing. */
export function valueAt(record: unknown, path: string): unknown {
  let current = record;
  for (const segment of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return undefined;
    current = Reflect.get(current, segment);
  }
  return current;
}
