/** Whether every value of one type is one of the other. */
export function isWider(wanted: string, stored: string): boolean {
  if (stored === 'integer') return wanted === 'bigint' || wanted.startsWith('numeric');
  const from = lengthOf(stored);
  if (from === undefined) return false;
  const to = lengthOf(wanted);
  return wanted === 'text' || (to !== undefined && to >= from);
}

/** Whether the change of type writes every row anew, which nobody can use the table during. */
export function isRewritten(wanted: string, stored: string): boolean {
  return lengthOf(stored, true) === undefined || lengthOf(wanted, true) === undefined;
}

/** Most characters of a text type; for `text` itself infinite when asked for, else undefined. */
export function lengthOf(type: string, countText = false): number | undefined {
  const length = /^character varying\((\d+)\)$/.exec(type)?.[1];
  if (length !== undefined) return Number(length);
  return countText && type === 'text' ? Number.POSITIVE_INFINITY : undefined;
}

/** `'fresh'::text` and `'fresh'`, `'-1'::integer` and `-1` are one default. */
export function constantOf(byDefault: string | undefined): string | undefined {
  return byDefault?.replace(/::[a-z ]+(\(\d+(,\d+)?\))?(\[\])?$/, '').replace(/^'(-?[\d.]+)'$/, '$1');
}
