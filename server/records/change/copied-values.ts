import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import { type EntityModel, type FieldSource, fieldSource } from '../../../engine/model/entity/index.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { maxFound, type StoredRecord, type Values } from '../../kernel/operation/record-store.ts';

/** A field that takes its value over from a reference, and whether people may write over it. */
type Copied = { readonly key: string; readonly source: FieldSource; readonly isOpen: boolean };

/** Looked up once per entity: most have none. */
const copiedFields = memoizeByIdentity((entity: EntityModel): readonly Copied[] =>
  entity.document.fields.flatMap((field): readonly Copied[] => {
    const source = fieldSource(field, entity);
    return source === undefined ? [] : [{ key: field.key, source, isOpen: field.readonly !== true }];
  }),
);

/** What new rows take over from what they refer to, as that is stored now; what was given stays. */
export async function copiedIntoNew(
  entity: EntityModel,
  rows: readonly Values[],
  context: RuleContext,
): Promise<readonly Values[]> {
  const copied = rows.map((): Record<string, unknown> => ({}));
  for (const { key, source } of copiedFields(entity)) {
    const open = rows.map((values) => ((values[key] ?? null) === null ? values[source.reference] : undefined));
    const known = await sourceValues(source, open, context);
    for (const [at, values] of rows.entries())
      if ((values[key] ?? null) === null && copied[at] !== undefined)
        copied[at][key] = known.get(values[source.reference]) ?? null;
  }
  return copied;
}

/** What the sources hold, by their ids; what is no id is left out. */
async function sourceValues(
  { entity, key }: FieldSource,
  references: readonly unknown[],
  { records }: RuleContext,
): Promise<ReadonlyMap<unknown, unknown>> {
  const ids = [...new Set(references.filter((id) => typeof id === 'string'))];
  if (ids.length === 0) return new Map();
  const found = await records.find(entity, { id: ids }, maxFound);
  return new Map(found.map((record) => [record.id, record[key]]));
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

async function sourceValue(source: FieldSource, id: unknown, context: RuleContext): Promise<unknown> {
  return (await sourceValues(source, [id], context)).get(id) ?? null;
}
