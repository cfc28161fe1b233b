import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { pointer } from '../../../engine/model/faults/index.ts';
import { checkValue, valueFaults } from '../../../engine/model/record/index.ts';
import { loadSpeller } from '../../db/search/pinyin.ts';
import { tailHash } from '../../kernel/crypto/tail.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { StoragePlatform, Values } from '../../kernel/operation/record-store.ts';
import { type StoredColumns, storedColumns } from './stored-columns.ts';

/**
 * Adds the columns a row is written with, of its values by their keys: encrypted and with their digest where the document
 * masks them, spelled in pinyin where they are searched so. Throws what a value does not keep to, with its place.
 */
export async function writtenColumns(
  entity: EntityModel,
  values: Values,
  platform: StoragePlatform,
  now: string,
  columns: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const stored = storedColumns(entity);
  for (const key of Object.keys(values)) {
    const place = stored.get(key);
    if (place === undefined) continue;
    const value = values[key];
    if (place.isSealed) seal(columns, place, value, platform);
    else columns[place.column] = plain(place, shaped(place, value, platform, now));
    if (place.pinyin !== undefined)
      columns[place.pinyin] = typeof value === 'string' ? (await loadSpeller())(value) : null;
  }
  return columns;
}

/** Whoever writes, people or rules: what stands in a field with a shape has it. */
function shaped({ shaped }: StoredColumns, value: unknown, platform: StoragePlatform, now: string): unknown {
  if (shaped === undefined) return value;
  const { dictionaries } = platform.documents;
  const outcome = checkValue(shaped, value, { dictionaries, now });
  if ('fault' in outcome) throw invalidInput(valueFaults(outcome, pointer(shaped.key), shaped.title));
  return outcome.value;
}

function seal(
  columns: Record<string, unknown>,
  { column, hash, tail }: StoredColumns,
  value: unknown,
  { protection }: StoragePlatform,
): void {
  const text = typeof value === 'string' ? value : null;
  columns[column] = text === null ? null : protection.encrypt(text);
  if (hash !== undefined) columns[hash] = text === null ? null : protection.hash(text);
  if (tail !== undefined) columns[tail] = text === null ? null : (tailHash(protection, text) ?? null);
}

/** A value that is not encrypted as its column takes it. */
function plain({ isJson }: StoredColumns, value: unknown): unknown {
  if (value === null) return null;
  return isJson ? JSON.stringify(value) : value;
}
