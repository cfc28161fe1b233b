import type {
  CustomFieldRow,
  CustomFieldsAnswer,
  FieldUse,
  FieldUsesAnswer,
} from '../../../contract/design/custom-fields.ts';
import { maxCustomFields } from '../../../engine/model/custom/index.ts';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { layerOfName } from '../../access/layers-in-force.ts';
import { filledRows, readStoredFields, rowsNaming, type StoredField } from '../../db/custom-store.ts';
import { readRoleNames } from '../../db/design-store.ts';
import { mayOpen } from '../../kernel/caller/caller.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { customText } from '../../texts/design/custom-text.ts';
import { designedEntities, designedEntity, readEntities, shippedFields } from './designed-entity.ts';
import { definitionOf, storedField } from './stored-field.ts';

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
    dictionaries: [...context.documents.dictionaries.values()].map(titled),
    references: readEntities(context).map(titled),
  };
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

/** Where a field is used, as far as the caller may open the pages, and how many rows hold something in it. */
export async function fieldUses(
  { entity: name, key }: { readonly entity: string; readonly key: string },
  context: CallContext,
): Promise<FieldUsesAnswer> {
  const entity = designedEntity(name, context);
  await storedField(entity.name, key, context);
  const roles = await readRoleNames(context.db);
  const named = await rowsNaming(context.db, key);
  const uses = named.flatMap(({ kind, page: pageName, title, layer }): readonly FieldUse[] => {
    if (kind === 'analysis') return [{ kind, name: title, detail: titleOfDataset(pageName, context) }];
    const page = context.documents.pages.get(pageName);
    if (page === undefined || !mayOpen(context.caller, pageName)) return [];
    if (kind === 'view') return [{ kind, name: title, detail: page.title }];
    const { role } = layerOfName(layer ?? 'org');
    return [
      {
        kind,
        name: page.title,
        detail:
          role === undefined ? formatMessage(customText('custom.wholeOrganisation')) : (roles.get(role)?.name ?? role),
      },
    ];
  });
  return { uses, rows: await filledRows(context.db, entity.name, toColumn(key)) };
}

function titleOfDataset(name: string, { documents }: CallContext): string {
  return documents.datasets.get(name)?.title ?? name;
}
