/** An object as `JSON.parse` gives it. */
export type JsonObject = { readonly [name: string]: unknown };

/** Whether a parsed value is an object, neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy in which one property was changed, or the same object when it has no such property. */
export function withProperty(json: JsonObject, name: string, change: (value: unknown) => unknown): JsonObject {
  return Object.hasOwn(json, name) ? { ...json, [name]: change(json[name]) } : json;
}

/** A copy in which every object of an array was changed; whatever is no array, or no object in it, stays. */
export function withItems(value: unknown, change: (item: JsonObject) => unknown): unknown {
  return Array.isArray(value)
    ? value.map((item: unknown): unknown => (isJsonObject(item) ? change(item) : item))
    : value;
}

/** A copy in which every object an object holds was changed. */
export function withValues(value: unknown, change: (item: JsonObject) => unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isJsonObject(item) ? change(item) : item]),
  );
}
