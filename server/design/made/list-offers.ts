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

/** Something that can be chosen for a page. */
export type Offer = { readonly key: string; readonly title: string; readonly isUsual: boolean };

/** A column, and the field it shows something of. */
type ColumnOffer = Offer & { readonly of: string };

/** What a new list of an entity can be made of, as far as the caller is shown and granted it. */
export type ListOffers = {
  readonly columns: readonly Offer[];
  readonly filters: readonly Offer[];
  /** Fields by whose values the cards of a board are laid out. */
  readonly lanes: readonly Offer[];
  /** Fields of the form of a new record, and of that of one that is there. */
  readonly added: readonly Offer[];
  readonly edited: readonly Offer[];
  readonly buttons: readonly ListButton[];
};

/** Offers everything the checks of a page let stand: none of it is a fault on a page. */
export function listOffers(entity: EntityDocument, context: CallContext): ListOffers {
  const { documents, caller } = context;
  const seen = forBrowser(entity, caller, documents);
  const fields = seen.fields.map(({ key, title }) => ({ key, title, isUsual: true }));
  const candidates: ListOffers = {
    columns: columnsOf(seen, context).map(({ of: _, ...column }) => column),
    lanes: lanesOf(seen),
    filters: seen.fields.map(({ key, title, type }) => ({ key, title, isUsual: filterTypes.has(type) })),
    added: fields,
    edited: fields,
    buttons: listButtons(seen, caller),
  };
  const key = JSON.stringify([entity.name, candidates]);
  return sound(documents).of(key, () => usual(soundOf(entity, candidates, documents)));
}

const filterTypes: ReadonlySet<string> = new Set(['enum', 'bool', 'ref', 'date', 'month', 'datetime']);

/** By what is offered before it is checked. */
const sound = memoizeByIdentity((_documents: DocumentSet) => new KeyedCache<ListOffers>({ max: 200 }));

/** What of an entity's fields can be shown; of a reference the label of what it leads to. */
export function columnsOf(seen: EntityDocument, { documents, caller }: CallContext): readonly ColumnOffer[] {
  const isSeen = (path: string) => isPathShown(documents.entities, seen, path, caller.grants);
  return seen.fields.map((field) => columnOf(field, documents)).filter(({ key }) => isSeen(key));
}

function columnOf({ key: of, title, type, ref }: EntityField, { entities }: DocumentSet): ColumnOffer {
  const other = ref === undefined ? undefined : entities.get(ref);
  const isLong = type === 'text' || type === 'json';
  if (other === undefined || type !== 'ref') return { key: of, of, title, isUsual: !isLong };
  return { key: `${relationName(of)}.${other.label}`, of, title, isUsual: true };
}

/** Most ways to look at one list. */
const maxLanes = 7;

/** Choices by which cards are laid out; first those that transitions change. */
function lanesOf({ fields, states = [] }: EntityDocument): readonly Offer[] {
  const moved = new Set(states.map(({ field }) => field));
  const choices = fields.filter(({ type }) => type === 'enum');
  return [...choices.filter(({ key }) => moved.has(key)), ...choices.filter(({ key }) => !moved.has(key))]
    .slice(0, maxLanes)
    .map(({ key, title }, index) => ({ key, title, isUsual: index === 0 }));
}

/** Leaves out what a page with all of it would be faulty with. */
function soundOf(entity: EntityDocument, all: ListOffers, documents: DocumentSet): ListOffers {
  const chosen = {
    ...{
      columns: keysOf(all.columns),
      filters: keysOf(all.filters),
      added: keysOf(all.added),
      edited: keysOf(all.edited),
      lanes: keysOf(all.lanes),
    },
    buttons: all.buttons,
  };
  const json = { name: 'ownOffers', path: '/own/offers', title: entity.title, ...listOf(entity, chosen) };
  const { page } = loadCandidatePage({ file: 'pages/ownOffers.json', text: JSON.stringify(json) }, documents);
  if (page?.kind !== 'list') return { columns: [], filters: [], lanes: [], added: [], edited: [], buttons: [] };
  const stands = (names: ReadonlySet<string>) => (offer: Offer) => names.has(offer.key);
  const actions = new Set([...(page.toolbar ?? []), ...(page.row ?? []), ...(page.bulk ?? [])].map(({ key }) => key));
  return {
    columns: all.columns.filter(stands(new Set(page.columns.map(({ field }) => field)))),
    filters: all.filters.filter(stands(new Set((page.filters ?? []).map(({ field }) => field)))),
    lanes: all.lanes.filter(
      stands(new Set((page.views ?? []).flatMap((view) => ('field' in view ? [view.field] : [])))),
    ),
    added: all.added.filter(stands(fieldsOf(page, 'add'))),
    edited: all.edited.filter(stands(fieldsOf(page, 'edit'))),
    buttons: all.buttons.filter(({ action }) => actions.has(action.key)),
  };
}

/** The fields of a form of a page. */
export function fieldsOf({ forms }: Pick<ListPage, 'forms'>, form: string): ReadonlySet<string> {
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

/** Of what is usual the first few. */
export function first<One extends Offer>(offers: readonly One[], count: number): readonly One[] {
  let left = count;
  return offers.map((offer) => {
    if (!offer.isUsual) return offer;
    left -= 1;
    return left >= 0 ? offer : { ...offer, isUsual: false };
  });
}

/** What is offered, by key. */
export function keysOf(offers: readonly Offer[]): readonly string[] {
  return offers.map(({ key }) => key);
}

/** What was chosen for a list. */
type ChosenList = {
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  readonly added: readonly string[];
  readonly edited: readonly string[];
  readonly buttons: readonly ListButton[];
  /** Fields by whose values its cards are laid out, before the table. */
  readonly lanes: readonly string[];
  /** The page that the name of a row opens. */
  readonly opens?: string | undefined;
};

/** Facts on the card of a board. */
const cardFacts = 4;

/** A list page of an entity, but for what it is called. */
export function listOf(entity: EntityDocument, chosen: ChosenList): JsonObject {
  const { columns, filters, buttons, lanes, opens } = chosen;
  const api = apiBase(entity);
  const at = (place: ListButton['place']) => buttons.filter((one) => one.place === place).map(({ action }) => action);
  const hasSearch = entityModel(entity).document.fields.some(({ searchable }) => searchable === true);
  const opening = columns.includes(entity.label) ? entity.label : columns[0];
  const linked = (field: string) => (opens !== undefined && field === opening ? { link: opens } : {});
  const facts = columns.filter((field) => field !== entity.label && !lanes.includes(field)).slice(0, cardFacts);
  const boards = lanes.map((field) => ({
    key: keyOfPath(`by.${field}`),
    kind: 'kanban',
    field,
    card: entity.label,
    facts,
  }));
  return {
    ...{ schemaVersion: 2, kind: 'list', entity: entity.name, scope: 'all' },
    api: { query: `${api}/query`, ...(entity.operations.includes('view') ? { view: `${api}/view` } : {}) },
    ...(hasSearch ? { search: true } : {}),
    ...nonEmpty(
      'filters',
      filters.map((field) => ({ key: keyOfPath(field), field })),
    ),
    columns: columns.map((field) => ({ key: keyOfPath(field), field, ...linked(field) })),
    ...nonEmpty('views', boards.length === 0 ? [] : [...boards, { key: 'table', kind: 'table' }]),
    ...nonEmpty('toolbar', at('toolbar')),
    ...nonEmpty('row', at('row')),
    ...nonEmpty('bulk', at('bulk')),
    ...formsOf(entity, buttons, chosen),
    pageSize: 20,
  };
}

/** A property with a list; none where it would be empty. */
export function nonEmpty(name: string, items: readonly unknown[]): JsonObject {
  return items.length === 0 ? {} : { [name]: items };
}

/** The forms that buttons ask for. */
export function formsOf(
  { title }: EntityDocument,
  buttons: readonly ListButton[],
  { added, edited }: Pick<ChosenList, 'added' | 'edited'>,
): JsonObject {
  const forms = Object.fromEntries([
    ...(buttons.some(({ action }) => action.form === 'add') ? [['add', formOf(`新增${title}`, added)]] : []),
    ...(buttons.some(({ action }) => action.form === 'edit') ? [['edit', formOf(`编辑${title}`, edited)]] : []),
    ...buttons.flatMap(({ action, input }) =>
      input === undefined ? [] : [[action.key, formOf(action.title, input)] as const],
    ),
  ]);
  return Object.keys(forms).length === 0 ? {} : { forms };
}

/** A form of one section, beside the page where it is long. */
export function formOf(title: string, fields: readonly string[]): JsonObject {
  return { title, layout: fields.length > 6 ? 'drawer' : 'modal', sections: [{ key: 'base', fields: [...fields] }] };
}

/** `owner.name` → `ownerName`. */
export function keyOfPath(path: string): string {
  return path
    .split('.')
    .map((part, index) => (index === 0 ? part : `${part.charAt(0).toUpperCase()}${part.slice(1)}`))
    .join('')
    .replaceAll(/[^A-Za-z0-9]/g, '');
}
