import { type EntityModel, type FieldSource, fieldSource } from '../../../engine/model/index.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';

/** A field that takes its value over from a reference, and whether people may write over it. */
type Copied = { readonly key: string; readonly source: FieldSource; readonly isOpen: boolean };

const copiedByEntity = new WeakMap<EntityModel, readonly Copied[]>();

/** Looked up once per entity: most have none. */
function copiedFields(entity: EntityModel): readonly Copied[] {
  const known = copiedByEntity.get(entity);
  if (known !== undefined) return known;
  const found = entity.document.fields.flatMap((field): readonly Copied[] => {
    const source = fieldSource(field, entity);
    return source === undefined ? [] : [{ key: field.key, source, isOpen: field.readonly !== true }];
  });
  copiedByEntity.set(entity, found);
  return found;
}

/** What a new row takes over from what it refers to, as that is stored now; what was given stays. */
export async function copiedIntoNew(entity: EntityModel, values: Values, context: RuleContext): Promise<Values> {
  const copied: Record<string, unknown> = {};
  for (const { key, source } of copiedFields(entity))
    if ((values[key] ?? null) === null) copied[key] = await sourceValue(source, values[source.reference], context);
  return copied;
}

/**
 * What a row takes over anew because it refers to something else now. Where people may write over it, what they wrote
 * stays: only a value that still is that of the former reference follows.
 */
export async function copiedIntoChanged(
  entity: EntityModel,
  record: StoredRecord,
  changes: Values,
  context: RuleContext,
): Promise<Values> {
  const copied: Record<string, unknown> = {};
  for (const { key, source, isOpen } of copiedFields(entity)) {
    if (!Object.hasOwn(changes, source.reference) || Object.hasOwn(changes, key)) continue;
    const isFollowed =
      !isOpen ||
      (record[key] ?? null) === null ||
      record[key] === (await sourceValue(source, record[source.reference], context));
    const value = isFollowed ? await sourceValue(source, changes[source.reference], context) : null;
    // Nothing to take over leaves what people may write as it is.
    if (isFollowed && (value !== null || !isOpen)) copied[key] = value;
  }
  return copied;
}

async function sourceValue({ entity, key }: FieldSource, id: unknown, context: RuleContext): Promise<unknown> {
  if (typeof id !== 'string') return null;
  return (await context.records.findOne(entity, { id }))?.[key] ?? null;
}
