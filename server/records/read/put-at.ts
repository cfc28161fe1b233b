/** Puts a value at a path, making the objects on the way. */
export function putAt(record: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const last = path.at(-1);
  if (last === undefined) return;
  let place = record;
  for (let at = 0; at < path.length - 1; at++) place = innerAt(place, path[at] ?? '');
  place[last] = value;
}

/** The object at a key, made where there is none. */
function innerAt(record: Record<string, unknown>, key: string): Record<string, unknown> {
  const inner = record[key];
  const nested: Record<string, unknown> = isRecord(inner) ? inner : {};
  if (nested !== inner) record[key] = nested;
  return nested;
}

/** Puts what a reference names beside what else was asked of it. */
export function putBeside(record: Record<string, unknown>, path: readonly string[], label: unknown): void {
  const there = path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), record);
  if (!isRecord(there)) putAt(record, path, label);
  else if (isRecord(label)) putAt(record, path, { ...there, ...label });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
