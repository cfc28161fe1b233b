import { type EntityModel, entityModel, pathTitle, type ResolvedPath, resolvePath } from '../../entity/entity-model.ts';
import { type FieldSource, fieldSource } from '../../entity/field-source.ts';
import type { EntityDocument, FormFieldOverride } from '../../generated/documents.ts';
import { relationName } from '../../naming/naming.ts';

type Entities = ReadonlyMap<string, EntityDocument>;

/** What a shown field of a form shows: the path of the value, what stands there, and where it comes from. */
export type ShownField = {
  readonly path: string;
  readonly field: ResolvedPath['field'];
  readonly title: string;
  /** The reference of the form it follows; absent of a value only the record has. */
  readonly source?: FieldSource;
};

/** The path a shown field of a form reads: its own key, or what `field` says; of a reference, the label of what it names. */
export function shownPath(
  { key, field = key }: Pick<FormFieldOverride, 'key' | 'field'>,
  entity: EntityDocument,
  entities: Entities,
): string {
  const resolved = resolvePath(entities, entity, field);
  const target = resolved?.field.type === 'ref' ? entities.get(resolved.field.ref ?? '') : undefined;
  if (resolved === undefined || target === undefined) return field;
  return `${field.slice(0, field.length - resolved.field.key.length)}${relationName(resolved.field.key)}.${target.label}`;
}

/** What a form shows of a record without anybody filling it in; undefined where the path leads nowhere. */
export function shownField(
  override: FormFieldOverride,
  entity: EntityModel,
  entities: Entities,
): ShownField | undefined {
  const path = shownPath(override, entity.document, entities);
  const resolved = resolvePath(entities, entity.document, path);
  if (resolved === undefined) return undefined;
  const title = override.title ?? pathTitle(entities, entity.document, path);
  const source = sourceOf(path, resolved, entity);
  return { path, field: resolved.field, title, ...(source === undefined ? {} : { source }) };
}

function sourceOf(path: string, { relations: [first], field }: ResolvedPath, entity: EntityModel) {
  if (first?.kind !== undefined) return undefined;
  return first === undefined
    ? fieldSource(field, entity)
    : { reference: first.field.key, entity: first.entity, key: path.slice(first.name.length + 1) };
}

/** Fields a form shows of its own entity or of child rows, as expressions read them: by their key, with what they hold. */
export function shownByKey(
  items: readonly (string | FormFieldOverride)[],
  entity: EntityDocument,
  entities: Entities,
): ReadonlyMap<string, ResolvedPath['field']> {
  const shown = items.flatMap((item) => {
    if (typeof item === 'string' || item.shown !== true) return [];
    const found = shownField(item, entityModel(entity), entities);
    return found === undefined ? [] : [[item.key, { ...found.field, key: item.key }] as const];
  });
  return new Map(shown);
}
