import type { CustomFieldRow, CustomFieldsAnswer } from '../../../contract/design/custom-fields.ts';
import { maxCustomFields } from '../../../engine/model/custom/index.ts';
import type { DictionaryDocument, EntityDocument } from '../../../engine/model/documents/index.ts';
import { readStoredFields, type StoredField } from '../../db/design/custom-store.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { designedEntities, readEntities, shippedFields } from './designed-entity.ts';
import { definitionOf } from './stored-field.ts';

/** Every entity that may have fields of its own, with those it has. */
export async function customFields(_: object, context: CallContext): Promise<CustomFieldsAnswer> {
  const stored = await readStoredFields(context.db);
  const titled = ({ name, title }: { readonly name: string; readonly title: string }) => ({ name, title });
  return {
    entities: designedEntities(context).map((entity) => ({
      ...titled(entity),
      shipped: shippedFields(entity).length,
      most: maxCustomFields,
      fields: stored.filter((field) => field.entity === entity.name).map((field) => rowOf(field, entity)),
    })),
    dictionaries: [...context.documents.dictionaries.values()].map((one) => ({ ...titled(one), values: choices(one) })),
    references: readEntities(context).map(titled),
  };
}

/** What can be chosen: values that are used no more stay with the records that have them. */
function choices({ values }: DictionaryDocument) {
  return values.filter(({ disabled }) => disabled !== true).map(({ key, title }) => ({ key, title }));
}

function rowOf(stored: StoredField, entity: EntityDocument): CustomFieldRow {
  const { key, title, status, version, retiredAt } = stored;
  return {
    key,
    title,
    field: definitionOf(stored),
    status,
    isAsleep: status === 'active' && !entity.fields.some((field) => field.key === key),
    version,
    retiredAt: retiredAt === null ? null : new Date(retiredAt).toISOString(),
  };
}
