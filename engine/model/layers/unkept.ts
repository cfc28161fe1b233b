import { type Fault, pointer } from '../faults/fault.ts';
import { indexOfKey, keyOfItem } from '../json/former-keys.ts';
import { isJsonObject } from '../json/json.ts';
import { expectation } from '../texts/message.ts';
import { modelText } from '../texts/model-text.ts';
import { hasDuplicateKeys, isKeyedList, sameJson } from './json-values.ts';

/**
 * Where a document that somebody wrote says what no layer can say, once it was kept as one: a property that no edit
 * changes, or a list in which a key stands twice. Located in what was written.
 */
export function unkeptFaults(written: unknown, kept: unknown): readonly Fault[] {
  return differences(written, kept, []);
}

function differences(written: unknown, kept: unknown, path: readonly (string | number)[]): readonly Fault[] {
  if (sameJson(written, kept)) return [];
  if (isJsonObject(written) && isJsonObject(kept)) {
    const names = new Set([...Object.keys(written), ...Object.keys(kept)]);
    return [...names].flatMap((name) => differences(own(written, name), own(kept, name), [...path, name]));
  }
  if (Array.isArray(written) && hasDuplicateKeys(written)) return [duplicateFault(written, path)];
  if (isKeyedList(written) && isKeyedList(kept)) {
    const inner = written.flatMap((item, index) =>
      differences(item, kept[indexOfKey(kept, keyOfItem(item) ?? '')], [...path, index]),
    );
    if (inner.length > 0) return inner;
  }
  return [{ code: 'E_LAYER_FIXED', pointer: pointer(...path), got: String(path.at(-1) ?? '') }];
}

function duplicateFault(items: readonly unknown[], path: readonly (string | number)[]): Fault {
  const keys = items.map(keyOfItem);
  const index = keys.findIndex((key, place) => key !== undefined && keys.indexOf(key) < place);
  return {
    code: 'E_SCHEMA_DUPLICATE',
    pointer: pointer(...path, ...(index < 0 ? [] : [index, 'key'])),
    ...expectation(modelText('model.layers.uniqueKeys')),
    got: index < 0 ? String(path.at(-1) ?? '') : (keys[index] ?? ''),
  };
}

function own(json: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(json, name) ? json[name] : undefined;
}
