import { isPathShown } from '../../../engine/model/access/index.ts';
import { KeyedCache, memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { DocumentSet, EntityDocument, EntityField, ListPage } from '../../../engine/model/documents/index.ts';
import { entityModel } from '../../../engine/model/entity/index.ts';
import type { JsonObject } from '../../../engine/model/json/index.ts';
import { loadCandidatePage } from '../../../engine/model/load/index.ts';
import { apiBase, relationName } from '../../../engine/model/naming/index.ts';
import { forBrowser } from '../../access/page-bundle.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { type ListButton, listButtons } from './list-buttons.ts';

/** Something that can be chosen for a list. */
export type Offer = { readonly key: string; readonly title: string; readonly isUsual: boolean };

/** What a new list of an entity can be made of, as far as the caller is shown and granted it. */
export type ListOffers = {
  readonly columns: readonly Offer[];
  readonly filters: readonly Offer[];
  /** Fields of the form of a new record, and of that of one that is there. */
  readonly added: readonly Offer[];
  readonly edited: readonly Offer[];
  readonly buttons: readonly ListButton[];
};

type Candidates = ListOffers;

/** Offers everything the checks of a page let stand: none of it is a fault on a page. */
export function listOffers(entity: EntityDocument, context: CallContext): ListOffers {
  const { documents, caller } = context;
  const seen = forBrowser(entity, caller, documents);
  const isSeen = (path: string) => isPathShown(documents.entities, entity, path, caller.grants);
  const columns = seen.fields.flatMap((field) => columnOf(field, documents)).filter(({ key }) => isSeen(key));
  const fields = seen.fields.map(({ key, title }) => ({ key, title, isUsual: true }));
  const candidates: Candidates = {
    columns,
    filters: seen.fields.map(({ key, title, type }) => ({ key, title, isUsual: filterTypes.has(type) })),
    added: fields,
    edited: fields,
    buttons: listButtons(seen, caller),
  };
  const key = JSON.stringify([entity.name, candidates]);
  return sound(documents).of(key, () => usual(soundOf(entity, candidates, documents)));
}

const filterTypes: ReadonlySet<string> = new Set(['enum', 'bool', 'ref', 'date', 'datetime']);

/** By what is offered before it is checked. */
const sound = memoizeByIdentity((_documents: DocumentSet) => new KeyedCache<ListOffers>({ max: 200 }));

function columnOf(field: EntityField, { entities }: DocumentSet): readonly Offer[] {
  const { key, title, type, ref } = field;
  const other = ref === undefined ? undefined : entities.get(ref);
  const isLong = type === 'text' || type === 'json';
  if (other === undefined || type !== 'ref') return [{ key, title, isUsual: !isLong }];
  return [{ key: `${relationName(key)}.${other.label}`, title, isUsual: true }];
}

/** Leaves out what a page with all of it would be faulty with. */
function soundOf(entity: EntityDocument, all: Candidates, documents: DocumentSet): ListOffers {
  const chosen = {
    ...{
      columns: keysOf(all.columns),
      filters: keysOf(all.filters),
      added: keysOf(all.added),
      edited: keysOf(all.edited),
    },
    buttons: all.buttons,
  };
  const json = { name: 'ownOffers', path: '/own/offers', title: entity.title, ...listOf(entity, chosen) };
  const { page } = loadCandidatePage({ file: 'pages/ownOffers.json', text: JSON.stringify(json) }, documents);
  if (page?.kind !== 'list') return { ...all, columns: [], filters: [], added: [], edited: [], buttons: [] };
  const stands = (names: ReadonlySet<string>) => (offer: Offer) => names.has(offer.key);
  const actions = new Set([...(page.toolbar ?? []), ...(page.row ?? []), ...(page.bulk ?? [])].map(({ key }) => key));
  return {
    columns: all.columns.filter(stands(new Set(page.columns.map(({ field }) => field)))),
    filters: all.filters.filter(stands(new Set((page.filters ?? []).map(({ field }) => field)))),
    added: all.added.filter(stands(fieldsOf(page, 'add'))),
    edited: all.edited.filter(stands(fieldsOf(page, 'edit'))),
    buttons: all.buttons.filter(({ action }) => actions.has(action.key)),
  };
}

function fieldsOf({ forms }: ListPage, form: string): ReadonlySet<string> {
  const fields = forms?.[form]?.sections.flatMap((section) => section.fields) ?? [];
  return new Set(fields.map((field) => (typeof field === 'string' ? field : field.key)));
}

/** So many of each are chosen before anybody chooses. */
const usually = { columns: 8, filters: 4, fields: 10 } as const;

function usual(offers: ListOffers): ListOffers {
  return {
    ...offers,
    columns: first(offers.columns, usually.columns),
    filters: first(offers.filters, usually.filters),
    added: first(offers.added, usually.fields),
    edited: first(offers.edited, usually.fields),
  };
}

function first(offers: readonly Offer[], count: number): readonly Offer[] {
  let left = count;
  return offers.map((offer) => {
    if (!offer.isUsual) return offer;
    left -= 1;
    return left >= 0 ? offer : { ...offer, isUsual: false };
  });
}

function keysOf(offers: readonly Offer[]): readonly string[] {
  return offers.map(({ key }) => key);
}

/** What was chosen for a list. */
type ChosenList = {
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  readonly added: readonly string[];
  readonly edited: readonly string[];
  readonly buttons: readonly ListButton[];
};

/** A list page of an entity, but for what it is called. */
export function listOf(entity: EntityDocument, { columns, filters, added, edited, buttons }: ChosenList): JsonObject {
  const api = apiBase(entity);
  const at = (place: ListButton['place']) => buttons.filter((one) => one.place === place).map(({ action }) => action);
  const nonEmpty = (name: string, items: readonly unknown[]) => (items.length === 0 ? {} : { [name]: items });
  const forms = Object.fromEntries([
    ...(buttons.some(({ action }) => action.form === 'add') ? [['add', formOf(`新增${entity.title}`, added)]] : []),
    ...(buttons.some(({ action }) => action.form === 'edit') ? [['edit', formOf(`编辑${entity.title}`, edited)]] : []),
    ...buttons.flatMap(({ action, input }) =>
      input === undefined ? [] : [[action.key, formOf(action.title, input)] as const],
    ),
  ]);
  const hasSearch = entityModel(entity).document.fields.some(({ searchable }) => searchable === true);
  return {
    ...{ schemaVersion: 2, kind: 'list', entity: entity.name, scope: 'all' },
    api: { query: `${api}/query`, ...(entity.operations.includes('view') ? { view: `${api}/view` } : {}) },
    ...(hasSearch ? { search: true } : {}),
    ...nonEmpty(
      'filters',
      filters.map((field) => ({ key: keyOfPath(field), field })),
    ),
    columns: columns.map((field) => ({ key: keyOfPath(field), field })),
    ...nonEmpty('toolbar', at('toolbar')),
    ...nonEmpty('row', at('row')),
    ...nonEmpty('bulk', at('bulk')),
    ...(Object.keys(forms).length === 0 ? {} : { forms }),
    pageSize: 20,
  };
}

function formOf(title: string, fields: readonly string[]): JsonObject {
  return { title, layout: fields.length > 6 ? 'drawer' : 'modal', sections: [{ key: 'base', fields: [...fields] }] };
}

/** `owner.name` → `ownerName`. */
function keyOfPath(path: string): string {
  return path
    .split('.')
    .map((part, index) => (index === 0 ? part : `${part.charAt(0).toUpperCase()}${part.slice(1)}`))
    .join('')
    .replaceAll(/[^A-Za-z0-9]/g, '');
}
