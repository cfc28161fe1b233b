import type { FieldUse, FieldUsesAnswer } from '../../../contract/design/custom-fields.ts';
import { isJsonObject } from '../../../engine/model/json/index.ts';
import { relationName, toColumn } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { layerOfName } from '../../access/layers-in-force.ts';
import { filledRows } from '../../db/design/custom-store.ts';
import { readRoleNames } from '../../db/design/design-store.ts';
import {
  keptNaming,
  type NamedColumn,
  type NamingKept,
  type NamingPage,
  pagesNaming,
} from '../../db/design/field-uses.ts';
import { authorOf, mayOpen } from '../../kernel/caller/caller.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { customText } from '../../texts/design/custom-text.ts';
import { designedEntity } from './designed-entity.ts';
import { storedField } from './stored-field.ts';

/**
 * Where a field is used, as far as the caller may open the pages, and how many rows hold something in it. What others
 * keep for themselves is told as how many they are.
 */
export async function fieldUses(
  { entity: name, key }: { readonly entity: string; readonly key: string },
  context: CallContext,
): Promise<FieldUsesAnswer> {
  const entity = designedEntity(name, context);
  await storedField(entity.name, key, context);
  const roles = await readRoleNames(context.db);
  const pages = await pagesNaming(context.db, key);
  const columns = pages.flatMap(({ page, content }) =>
    columnsOf(content, key).map((column) => ({ page, key: column })),
  );
  const kept = await keptNaming(context.db, { entity: entity.name, key }, distinct(columns), {
    staffId: authorOf(context.caller),
  });
  const uses = [
    ...pages.flatMap((one) => pageUse(one, roles, context)),
    ...kept.flatMap((one) => keptUse(one, context)),
  ];
  return { uses, rows: await filledRows(context.db, entity.name, toColumn(key)) };
}

function pageUse(
  { kind, page: name, layer }: NamingPage,
  roles: Awaited<ReturnType<typeof readRoleNames>>,
  context: CallContext,
): readonly FieldUse[] {
  const title = titleOfPage(name, context);
  if (title === undefined) return [];
  const { role } = layerOfName(layer);
  const whole = () => formatMessage(customText('custom.wholeOrganisation'));
  return [{ kind, name: title, detail: role === undefined ? whole() : (roles.get(role)?.name ?? role) }];
}

function keptUse({ kind, place, title, people }: NamingKept, context: CallContext): readonly FieldUse[] {
  const around = titleOfPlace(kind, place, context);
  if (around === undefined) return [];
  if (title !== null) return [{ kind, name: title, detail: around }];
  return [{ kind, name: around, people: people ?? 0 }];
}

/** What it is kept for is called; undefined for a page the caller may not open. */
function titleOfPlace(kind: NamingKept['kind'], place: string, context: CallContext): string | undefined {
  const { datasets, entities } = context.documents;
  if (kind === 'analysis') return datasets.get(place)?.title ?? place;
  return kind === 'import' ? (entities.get(place)?.title ?? place) : titleOfPage(place, context);
}

function titleOfPage(name: string, { documents, caller }: CallContext): string | undefined {
  return mayOpen(caller, name) ? documents.pages.get(name)?.title : undefined;
}

/** The keys of the columns that show a field, or something of what it refers to, wherever they stand in a document. */
function columnsOf(content: unknown, key: string): readonly string[] {
  if (Array.isArray(content)) return content.flatMap((item: unknown) => columnsOf(item, key));
  if (!isJsonObject(content)) return [];
  const [first] = typeof content.field === 'string' ? content.field.split('.') : [];
  const isIt = first === key || first === relationName(key);
  const own = isIt && typeof content.key === 'string' ? [content.key] : [];
  return [...own, ...Object.values(content).flatMap((value) => columnsOf(value, key))];
}

function distinct(columns: readonly NamedColumn[]): readonly NamedColumn[] {
  return [...new Map(columns.map((column) => [`${column.page} ${column.key}`, column])).values()];
}
