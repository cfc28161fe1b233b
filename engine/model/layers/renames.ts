import { indexOfKey, keyOfItem } from '../json/former-keys.ts';
import { isJsonObject } from '../json/json.ts';
import { isKeyedList } from './json-values.ts';

/** An older value in the present keys of the one that replaced it, so that a renamed item is no other item. */
export function inPresentKeys(value: unknown, present: unknown): unknown {
  if (isKeyedList(value) && isKeyedList(present))
    return value.map((item) => inPresentKeys(item, present[indexOfKey(present, keyOfItem(item) ?? '')]));
  if (!isJsonObject(value) || !isJsonObject(present)) return value;
  const { key: _, formerKeys: __, ...rest } = value;
  const entries = Object.entries(rest).map(([name, inner]) => [
    name,
    Object.hasOwn(present, name) ? inPresentKeys(inner, present[name]) : inner,
  ]);
  const names = ['key', 'formerKeys'].filter((name) => Object.hasOwn(present, name));
  return Object.fromEntries([...entries, ...names.map((name) => [name, present[name]])]);
}
