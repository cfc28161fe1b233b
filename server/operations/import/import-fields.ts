import type { DictionaryDocument, EntityField } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { isCellField } from '../../../engine/model/record/index.ts';
import { bareKey } from '../../db/spec/columns.ts';
import { hasHash } from '../../db/spec/describe-entity.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';
import type { Intake } from './intake.ts';

/** The fields a table may fill in. */
export function importFields({ fields }: Pick<Intake, 'fields'>): readonly EntityField[] {
  return [...fields.values()].filter(isCellField);
}

/** Whether a row of a table must have the field. */
export function isNeeded(field: EntityField): boolean {
  return field.required === true && field.defaultValue === undefined;
}

/**
 * By which fields a row that is there already can be recognised: what the entity declares as unique, then single fields
 * that usually tell one from another. An action decides by its own rules.
 */
export function keySets({ entity, action }: Intake): readonly (readonly string[])[] {
  if (action !== undefined) return [];
  const fillable = new Set(importFields(entity).map((field) => field.key));
  const unique = [
    ...entity.document.fields.filter((field) => field.unique === true).map((field) => [field.key]),
    ...(entity.document.indexes ?? [])
      .filter((index) => index.unique === true)
      .map((index) => index.fields.map(bareKey)),
  ];
  const fields = importFields(entity);
  const telling = [
    ...fields.filter((field) => serverFieldTypes[field.type].imported.tellsRows === true),
    // Names come last: two of one name may well be two.
    ...fields.filter((field) => field.key === entity.document.label),
  ].map((field) => [field.key]);
  const usable = [...unique, ...telling].filter((keys) =>
    keys.every((key) => fillable.has(key) && isComparable(entity, key)),
  );
  return [...new Map(usable.map((keys) => [keys.join(','), keys])).values()];
}

/** Those of the sets that only go by the name, and the entity does not declare as unique. */
export function weakSets(intake: Intake): readonly (readonly string[])[] {
  const declared = new Set(uniqueSets(intake).map((keys) => keys.join(',')));
  const { label } = intake.entity.document;
  return keySets(intake).filter((keys) => keys.join(',') === label && !declared.has(label));
}

/** How many of the sets of `keySets` the entity itself declares as unique come first. */
export function uniqueSets(intake: Intake): readonly (readonly string[])[] {
  const { entity } = intake;
  const declared = new Set([
    ...entity.document.fields.filter((field) => field.unique === true).map((field) => field.key),
    ...(entity.document.indexes ?? [])
      .filter((index) => index.unique === true)
      .map((index) => index.fields.map(bareKey).join(',')),
  ]);
  return keySets(intake).filter((keys) => declared.has(keys.join(',')));
}

/** A masked field can be compared by its hash only. */
function isComparable(entity: EntityModel, key: string): boolean {
  const field = entity.fields.get(key);
  if (field === undefined || serverFieldTypes[field.type].imported.keyType === undefined) return false;
  return field.mask === undefined || hasHash(entity, field);
}

/** The choices of a field as people read them. */
export function choicesOf(
  field: EntityField,
  dictionaries: ReadonlyMap<string, DictionaryDocument>,
): readonly string[] {
  return serverFieldTypes[field.type].imported.choices?.(field, dictionaries) ?? [];
}
