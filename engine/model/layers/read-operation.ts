import { isJsonObject, type JsonObject } from '../json/json.ts';
import { hasDuplicateKeys, isBoundedJson } from './json-values.ts';
import { parseKeyPath } from './key-path.ts';
import type { LayerOperation } from './layer.ts';

/** An operation with its key path taken apart. */
export type ReadOperation = { readonly operation: LayerOperation; readonly path: readonly string[] };

/** Makes sure that what came from outside is an operation; undefined for anything else. */
export function readOperation(given: unknown): ReadOperation | undefined {
  if (!isJsonObject(given)) return undefined;
  const json: JsonObject = said(given);
  if (!isBoundedJson(json)) return undefined;
  const path = typeof json.at === 'string' ? parseKeyPath(json.at) : undefined;
  const operation = operationOf(json);
  return path === undefined || operation === undefined ? undefined : { operation, path };
}

function operationOf({ key, at, op, value, was, after }: JsonObject): LayerOperation | undefined {
  if (typeof key !== 'string' || typeof at !== 'string') return undefined;
  switch (op) {
    case 'set':
      return isValue(value) ? { op, key, at, value, ...said({ was }) } : undefined;
    case 'unset':
    case 'hide':
      return { op, key, at, ...said({ was }) };
    case 'add':
      return isValue(value) && isPlace(after) ? { op, key, at, value, ...said({ after }) } : undefined;
    case 'move':
      return after !== undefined && isPlace(after) && isPlace(was)
        ? { op, key, at, after, ...said({ was }) }
        : undefined;
    default:
      return undefined;
  }
}

/** The properties that are there: undefined says as much as nothing. */
function said<Name extends string, Value>(
  given: Readonly<Record<Name, Value>>,
): { [Key in Name]?: Exclude<Value, undefined> };
function said(given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function isValue(value: unknown): boolean {
  return value !== undefined && !hasDuplicateKeys(value);
}

/** A sibling's key, null for the first place, undefined for none said. */
function isPlace(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === 'string';
}
