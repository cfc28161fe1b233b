import type { DictionaryDocument, EntityDocument, EntityField, FixedFilter } from '../generated/documents.ts';
import { formatMessage } from '../texts/message.ts';
import { modelText } from '../texts/model-text.ts';
import type { Where } from '../wire/wire.ts';
import { editionStates } from './editions.ts';
import { isStored } from './entity-model.ts';

/** A field that refers only to rows that meet conditions. */
export type FilteredField = EntityField & { readonly filter: FixedFilter };

/** The fields of an entity that refer only to rows that meet conditions. */
export function filteredFields({ fields }: EntityDocument): readonly FilteredField[] {
  return fields.filter((field): field is FilteredField => field.filter !== undefined && isStored(field));
}

/**
 * Which rows of the entity a field refers to can be chosen for it, whatever a form says besides: those that meet its
 * own conditions, and of editions the published one. Empty where all can.
 */
export function offeredWhere({ filter }: EntityField, target: EntityDocument | undefined): readonly Where[] {
  const states = target === undefined ? undefined : editionStates(target);
  const published: readonly Where[] =
    states === undefined ? [] : [{ field: states.machine.field, op: 'eq', value: states.whenState }];
  return [...filterWhere(filter), ...published];
}

/** A fixed filter as conditions: a value equals, a list holds one of, null is empty. */
export function filterWhere(filter: FixedFilter | undefined): readonly Where[] {
  return Object.entries(filter ?? {}).map(([field, value]): Where => {
    if (value === null) return { field, op: 'isNull' };
    if (Array.isArray(value)) return { field, op: 'in', value };
    return { field, op: 'eq', value };
  });
}

/** The conditions of a field in words, such as `状态为在售、启用为是`. */
export function filterText(
  filter: FixedFilter,
  target: EntityDocument,
  dictionaries: ReadonlyMap<string, DictionaryDocument>,
): string {
  const fields = new Map(target.fields.map((field) => [field.key, field]));
  const conditions = Object.entries(filter).map(([key, value]) => {
    const field = fields.get(key);
    const words = [value].flat().map((item) => valueText(item, field, dictionaries));
    const told = words.reduce((one, other) => formatMessage(modelText('model.filter.or', { one, other })));
    return formatMessage(modelText('model.filter.is', { field: field?.title ?? key, value: told }));
  });
  return formatMessage(modelText('model.filter.all', { conditions }));
}

function valueText(
  value: unknown,
  field: EntityField | undefined,
  dictionaries: ReadonlyMap<string, DictionaryDocument>,
): string {
  if (value === null) return formatMessage(modelText('model.filter.empty'));
  if (typeof value === 'boolean') return formatMessage(modelText(value ? 'model.filter.yes' : 'model.filter.no'));
  if (value === '@me') return formatMessage(modelText('model.filter.me'));
  const dictionary = dictionaries.get(field?.dictionary ?? '');
  return dictionary?.values.find(({ key }) => key === value)?.title ?? String(value);
}
