import { isPathShown, operationsOfEntity } from '../../../engine/model/access/index.ts';
import { KeyedCache, memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { DocumentSet, EntityDocument, PageDocument } from '../../../engine/model/documents/index.ts';
import type { JsonObject } from '../../../engine/model/json/index.ts';
import { loadCandidatePage } from '../../../engine/model/load/index.ts';
import { forBrowser } from '../../access/page-bundle.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { type ListButton, listButtons } from './list-buttons.ts';
import { columnsOf, fieldsOf, first, formsOf, keyOfPath, keysOf, nonEmpty, type Offer } from './list-offers.ts';

type DetailPage = Extract<PageDocument, { readonly kind: 'detail' }>;

/** Rows of another entity, or its log, as a tab. */
type TabOffer = Offer & { readonly tab: JsonObject };

/** What a new page of one record can be made of, as far as the caller is shown and granted it. */
export type RecordOffers = {
  readonly facts: readonly Offer[];
  readonly tags: readonly Offer[];
  readonly tabs: readonly TabOffer[];
  readonly edited: readonly Offer[];
  readonly buttons: readonly ListButton[];
};

const nothing: RecordOffers = { facts: [], tags: [], tabs: [], edited: [], buttons: [] };

/** Offers everything the checks of a page let stand; nothing where one record is not read. */
export function recordOffers(entity: EntityDocument, context: CallContext): RecordOffers {
  const { documents, caller } = context;
  const seen = forBrowser(entity, caller, documents);
  if (!seen.operations.includes('view')) return nothing;
  const isTag = new Set(seen.fields.filter(({ type }) => type === 'enum').map(({ key }) => key));
  const facts = columnsOf(seen, context).filter(({ key }) => key !== entity.label);
  const candidates: RecordOffers = {
    facts: facts.map((fact) => ({ ...fact, isUsual: !isTag.has(fact.key) })),
    tags: facts.filter(({ key }) => isTag.has(key)).map((fact) => ({ ...fact, isUsual: true })),
    tabs: [...rowsTabs(entity, context), ...historyTab(seen)],
    edited: seen.fields.map(({ key, title }) => ({ key, title, isUsual: true })),
    // Of a record that is gone there is nothing to look at.
    buttons: listButtons(seen, caller).filter(({ place, action }) => place === 'row' && action.key !== 'delete'),
  };
  const key = JSON.stringify([entity.name, candidates]);
  return sound(documents).of(key, () => usual(soundOf(entity, candidates, documents)));
}

/** By what is offered before it is checked. */
const sound = memoizeByIdentity((_documents: DocumentSet) => new KeyedCache<RecordOffers>({ max: 200 }));

/** Columns of the rows of another entity. */
const rowColumns = 6;

/** Rows of every entity that refers to this one, by each of the fields that do. */
function rowsTabs(entity: EntityDocument, context: CallContext): readonly TabOffer[] {
  const { documents, caller } = context;
  return [...documents.entities.values()].flatMap((other) => {
    const seen = forBrowser(other, caller, documents);
    const query = operationsOfEntity(seen).find(({ kind }) => kind === 'query');
    if (query === undefined) return [];
    const { path: api, permission } = query;
    const referring = seen.fields.filter(({ type, ref }) => type === 'ref' && ref === entity.name);
    const isSeen = (path: string) => isPathShown(documents.entities, other, path, caller.grants);
    return referring
      .filter((field) => isSeen(field.key))
      .map((field): TabOffer => {
        const title = referring.length === 1 ? other.title : `${other.title}（${field.title}）`;
        const fields = columnsOf(seen, context).filter((one) => one.isUsual && one.of !== field.key);
        const columns = fields.slice(0, rowColumns).map((one) => ({ key: keyOfPath(one.key), field: one.key }));
        const key = keyOfPath(`${other.name.replaceAll(/_([a-z0-9])/g, '.$1')}.${field.key}`);
        const tab = {
          kind: 'list',
          entity: other.name,
          permission,
          api,
          match: { [field.key]: '@record.id' },
          columns,
        };
        return { key, title, isUsual: true, tab: { key, title: title.slice(0, 50), ...tab } };
      });
  });
}

function historyTab(seen: EntityDocument): readonly TabOffer[] {
  const history = operationsOfEntity(seen).find(({ kind }) => kind === 'history');
  if (history === undefined) return [];
  const { path: api, permission, title } = history;
  return [{ key: 'history', title, isUsual: true, tab: { key: 'history', title, kind: 'history', permission, api } }];
}

/** So many tabs are looked at on one page. */
const tabsAtOnce = 20;

/** Leaves out what a page with all of it would be faulty with. */
function soundOf(entity: EntityDocument, all: RecordOffers, documents: DocumentSet): RecordOffers {
  const pageWith = (tabs: readonly TabOffer[]): DetailPage | undefined => {
    const chosen = { ...all, facts: keysOf(all.facts), tags: keysOf(all.tags), edited: keysOf(all.edited), tabs };
    const json = { name: 'ownOffers', path: '/own/offers', title: entity.title, ...recordOf('detail', entity, chosen) };
    const { page } = loadCandidatePage({ file: 'pages/ownOffers.json', text: JSON.stringify(json) }, documents);
    return page?.kind === 'detail' ? page : undefined;
  };
  const page = pageWith([]);
  if (page === undefined) return nothing;
  const stands = (names: Iterable<string>) => {
    const standing = new Set(names);
    return (offer: Offer) => standing.has(offer.key);
  };
  const actions = new Set((page.header.actions ?? []).map(({ key }) => key));
  return {
    facts: all.facts.filter(stands(page.facts.flatMap(({ fields }) => fields))),
    tags: all.tags.filter(stands((page.header.tags ?? []).map(({ field }) => field))),
    tabs: inTurns(all.tabs, tabsAtOnce).flatMap((tabs) => soundTabs(tabs, pageWith(tabs))),
    edited: all.edited.filter(stands(fieldsOf(page, 'edit'))),
    buttons: all.buttons.filter(({ action }) => actions.has(action.key)),
  };
}

/** The tabs as a page draws them: a column that is faulty is not among them. */
function soundTabs(tabs: readonly TabOffer[], page: DetailPage | undefined): readonly TabOffer[] {
  return tabs.flatMap((offer) => {
    const drawn = page?.tabs?.find(({ key }) => key === offer.key);
    return drawn === undefined ? [] : [{ ...offer, tab: { ...drawn } }];
  });
}

function inTurns<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, turn) =>
    items.slice(turn * size, (turn + 1) * size),
  );
}

/** So many of each are chosen before anybody chooses. */
const usually = { facts: 12, tags: 2, tabs: 6, fields: 10 } as const;

function usual(offers: RecordOffers): RecordOffers {
  return {
    ...offers,
    facts: first(offers.facts, usually.facts),
    tags: first(offers.tags, usually.tags),
    tabs: first(offers.tabs, usually.tabs),
    edited: first(offers.edited, usually.fields),
  };
}

/** What was chosen for a page of one record. */
type ChosenRecord = {
  readonly facts: readonly string[];
  readonly tags: readonly string[];
  readonly tabs: readonly TabOffer[];
  readonly edited: readonly string[];
  readonly buttons: readonly ListButton[];
};

/** A page of one record, but for what it is called. */
export function recordOf(
  kind: 'detail' | 'panorama',
  entity: EntityDocument,
  { facts, tags, tabs, edited, buttons }: ChosenRecord,
): JsonObject {
  const view = operationsOfEntity(entity).find((operation) => operation.kind === 'view');
  return {
    ...{ schemaVersion: 2, kind, entity: entity.name, scope: 'all', api: { view: view?.path } },
    header: {
      title: entity.label,
      ...nonEmpty(
        'tags',
        tags.map((field) => ({ key: keyOfPath(field), field })),
      ),
      ...nonEmpty(
        'actions',
        buttons.map(({ action }) => action),
      ),
    },
    facts: [{ key: 'base', title: entity.title, fields: [...facts] }],
    // A panorama is made of tabs, be there none yet.
    ...(kind === 'detail' && tabs.length === 0 ? {} : { tabs: tabs.map(({ tab }) => tab) }),
    ...formsOf(entity, buttons, { added: [], edited }),
  };
}
