import { isDeepStrictEqual } from 'node:util';
import { applyEdits, type JSONPath, modify } from 'jsonc-parser';

type Change = { readonly path: JSONPath; readonly value: unknown; readonly index?: number };

/** Rewrites only what differs between two values of one JSON text, so that the layout of the rest stays. */
export function editJsonText(text: string, before: unknown, after: unknown): string {
  let edited = text;
  for (const { path, value, index } of changes(before, after, [])) {
    const edits = modify(edited, path, value, index === undefined ? {} : { getInsertionIndex: () => index });
    edited = applyEdits(edited, edits);
  }
  return edited;
}

function changes(before: unknown, after: unknown, path: JSONPath): readonly Change[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return after.flatMap((item: unknown, index) => changes(before[index], item, [...path, index]));
  if (isObject(before) && isObject(after)) return objectChanges(before, after, path);
  return [{ path, value: after }];
}

function objectChanges(before: object, after: object, path: JSONPath): readonly Change[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const removed = [...old.keys()].filter((name) => !Object.hasOwn(after, name));
  return [
    ...removed.map((name) => ({ path: [...path, name], value: undefined })),
    ...Object.entries(after).flatMap(([name, value], index) =>
      old.has(name) ? changes(old.get(name), value, [...path, name]) : [{ path: [...path, name], value, index }],
    ),
  ];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
