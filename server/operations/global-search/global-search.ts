import { type FoundGroup, type FoundRecord, maxFoundRecords, searchGlobally } from '../../../contract/record/search.ts';
import { isGranted, isPathShown, isShown, verbPermissions } from '../../../engine/model/access/index.ts';
import {
  type EntityDocument,
  type EntityField,
  fieldMask,
  formActionOf,
  type PageAction,
  type PageDocument,
} from '../../../engine/model/documents/index.ts';
import { type EntityModel, pathTitle } from '../../../engine/model/entity/index.ts';
import { textHolds, textReads } from '../../../engine/model/expression/index.ts';
import { undialledKey, type Where, type WireRecord } from '../../../engine/model/wire/index.ts';
import { listedPages, recordPages, searchedLists } from '../../access/record-pages.ts';
import { normalKeyword } from '../../db/search/keyword.ts';
import { type Caller, callerValues, maskModeOf } from '../../kernel/caller/caller.ts';
import { isTail } from '../../kernel/crypto/tail.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { queryRows } from '../../records/read/query.ts';
import { ExportCells } from '../export/export-cells.ts';
import { foundIds } from './found-ids.ts';

/** Looks for people and things by a keyword, as each of their pages would. */
export const globalSearchOperations: readonly CallerOperation[] = [
  implement(searchGlobally, async ({ keyword }, context) => {
    if (keyword.trim() === '') return [];
    const listed = await listedPages(context);
    const kinds = kindsOf(context, listed);
    const groups = await Promise.all(kinds.map((kind) => findKind(kind, keyword, context)));
    return groups.filter(({ records }) => records.length > 0);
  }),
];

/** A kind of records somebody may look for, and the pages on which he opens them. */
type Kind = {
  readonly model: EntityModel;
  readonly pages: readonly PageDocument[];
  /** The list that shows all that is found; undefined where he has none. */
  readonly list: PageDocument | undefined;
};

/** The kinds that are looked for, in the order in which the menu shows them to the caller. */
function kindsOf({ documents, caller }: CallContext, listed: ReadonlySet<string>): readonly Kind[] {
  const order = [...listed];
  const placeOf = ({ pages }: Kind) => Math.min(...pages.map(({ name }) => order.indexOf(name)));
  const kinds = [...documents.entities.values()].flatMap((entity): readonly Kind[] => {
    if (entity.globalSearch === undefined) return [];
    if (!isGranted(caller.grants, `${entity.name}:${verbPermissions.query}`)) return [];
    const isListed = ({ name }: PageDocument) => listed.has(name);
    const whole = recordPages(entity, documents, caller).filter(isListed);
    const lists = searchedLists(entity, documents, caller).filter(isListed);
    const pages = whole.length > 0 ? whole : lists;
    return pages.length === 0 ? [] : [{ model: modelOf(documents, entity.name), pages, list: lists[0] }];
  });
  return kinds.sort((one, other) => placeOf(one) - placeOf(other));
}

/** The records of one kind: each on the first of its pages where it is found. */
async function findKind(kind: Kind, keyword: string, context: CallContext): Promise<FoundGroup> {
  const { document } = kind.model;
  const records = await recordsOf(kind, await placesOf(kind, keyword, context), context);
  const inOrder = isEnd(keyword) ? records : byLikeness(records, keyword);
  return {
    entity: document.name,
    title: document.globalSearch?.title ?? document.title,
    records: inOrder.slice(0, maxFoundRecords),
    hasMore: inOrder.length > maxFoundRecords,
    list: kind.list === undefined ? null : { page: kind.list.name, path: kind.list.path },
  };
}

/** On which page each record is opened that the keyword finds, in the order in which they are told: most kinds have none. */
async function placesOf(
  { model, pages }: Kind,
  keyword: string,
  context: CallContext,
): Promise<ReadonlyMap<string, PageDocument>> {
  const wanted = wantedOf(model.document, keyword, context).flatMap((where) => pages.map((page) => ({ where, page })));
  const found = await Promise.all(
    wanted.map(async ({ where, page }) => ({ page, ids: await foundIds(model, where, keyword, { ...context, page }) })),
  );
  const places = new Map<string, PageDocument>();
  for (const { page, ids } of found) for (const id of ids) if (!places.has(id)) places.set(id, page);
  return places;
}

/** What is told of records, each as its page shows it; one that has gone meanwhile is left out. */
async function recordsOf(
  { model, pages }: Kind,
  places: ReadonlyMap<string, PageDocument>,
  context: CallContext,
): Promise<readonly FoundRecord[]> {
  if (places.size === 0) return [];
  const { document } = model;
  const facts = factsOf(document, context);
  const acts = new Map(pages.map((page) => [page, actOn(page, document, context)]));
  const body = {
    fields: [
      document.label,
      nameOf(document),
      ...facts.cells.fields,
      ...[...acts.values()].flatMap((act) => act?.reads ?? []),
    ],
    brief: true,
    count: 'none',
  };
  const told = new Map<string, FoundRecord>();
  await Promise.all(
    pages.map(async (page) => {
      const ids = [...places].flatMap(([id, place]) => (place === page ? [id] : []));
      if (ids.length === 0) return;
      const where: Where = { field: 'id', op: 'in', value: ids };
      const { list } = await queryRows(model, { ...body, size: ids.length, where }, { ...context, page });
      for (const row of list) told.set(row.id, recordOf(row, { document, facts, act: acts.get(page), page }, context));
    }),
  );
  return [...places.keys()].flatMap((id) => told.get(id) ?? []);
}

/** What is asked for: numbers that end so, which else would be lost among all that hold these figures somewhere, and whatever the keyword finds. */
function wantedOf(entity: EntityDocument, keyword: string, { caller }: CallContext): readonly Where[] {
  const ends = isEnd(keyword)
    ? entity.fields.filter((field) => field.tail === true && isReadable(field, entity, caller))
    : [];
  return [...ends.map(({ key }) => ({ field: key, op: 'eq' as const, value: keyword.trim() })), { search: keyword }];
}

function isReadable(field: EntityField, entity: EntityDocument, caller: Caller): boolean {
  const mask = fieldMask(field);
  const isHidden = mask !== undefined && maskModeOf(caller, mask) === 'hidden';
  return !isHidden && isShown(entity, field.key, caller.grants);
}

function isEnd(keyword: string): boolean {
  return isTail(keyword.trim());
}

/** The field a hit is called by. */
function nameOf({ label, globalSearch }: EntityDocument): string {
  return globalSearch?.label ?? label;
}

/** What can be done with a hit once its page is open, and what of the row that hangs on. */
type Act = { readonly action: PageAction; readonly reads: readonly string[] };

function actOn(page: PageDocument, { globalSearch }: EntityDocument, { caller }: CallContext): Act | undefined {
  const key = globalSearch?.action;
  const action = key === undefined || page.kind !== 'panorama' ? undefined : formActionOf(page, key);
  if (action === undefined || !isGranted(caller.grants, action.permission)) return undefined;
  return { action, reads: textReads([action.visibleWhen, action.enabledWhen], 'record') };
}

/** What can be done with this row now. */
function actOf(row: WireRecord, act: Act | undefined, { caller, now, calendar }: CallContext): FoundRecord['act'] {
  if (act === undefined) return null;
  const { key, title, visibleWhen, enabledWhen } = act.action;
  const scope = { record: row, user: callerValues(caller), now, calendar };
  const isPossible = [visibleWhen, enabledWhen].every((when) => when === undefined || textHolds(when, scope));
  return isPossible ? { key, title: title ?? key } : null;
}

type Facts = { readonly titles: readonly string[]; readonly cells: ExportCells; readonly dial: string | undefined };

function factsOf(entity: EntityDocument, { documents, caller }: CallContext): Facts {
  const wanted = entity.globalSearch?.facts ?? entity.labelFacts ?? [];
  const paths = wanted.filter((path) => isPathShown(documents.entities, entity, path, caller.grants));
  const columns = paths.map((path) => ({ path, title: pathTitle(documents.entities, entity, path) }));
  const numbers = entity.fields.filter(({ dial }) => dial === true).map(({ key }) => key);
  return {
    dial: paths.find((path) => numbers.includes(path)),
    titles: columns.map(({ title }) => title),
    cells: new ExportCells(columns, modelOf(documents, entity.name), documents),
  };
}

type Found = {
  readonly document: EntityDocument;
  readonly facts: Facts;
  readonly act: Act | undefined;
  readonly page: PageDocument;
};

function recordOf(row: WireRecord, { document, facts, act, page }: Found, context: CallContext): FoundRecord {
  const label = String(row[nameOf(document)] || (row[document.label] ?? ''));
  const texts = facts.cells.row(row).map((cell) => (cell === null ? '' : String(cell)));
  const isList = page.kind === 'list';
  return {
    id: row.id,
    label,
    facts: facts.titles.flatMap((title, n) => {
      const text = texts[n] ?? '';
      return text === '' ? [] : [{ title, text }];
    }),
    dial: dialledOf(row, facts),
    act: actOf(row, act, context),
    place: { page: page.name, path: page.path, id: isList ? null : row.id, keyword: isList ? label : null },
  };
}

/** The number to call, where there is one beside the name and the record says nothing against it. */
function dialledOf(row: WireRecord, { dial }: Facts): string | null {
  const undialled: unknown = row[undialledKey];
  const isRefused = typeof undialled === 'object' && undialled !== null && dial !== undefined && dial in undialled;
  return dial === undefined || isRefused || typeof row[dial] !== 'string' || row[dial] === '' ? null : dial;
}

/** Those that are called just so, then those whose name begins so, then the others; each as they were found. */
function byLikeness(records: readonly FoundRecord[], keyword: string): readonly FoundRecord[] {
  const wanted = normalKeyword(keyword);
  const unlikeness = ({ label }: FoundRecord) => {
    const name = normalKeyword(label);
    if (name === wanted) return 0;
    return name.startsWith(wanted) ? 1 : 2;
  };
  return records.toSorted((one, other) => unlikeness(one) - unlikeness(other));
}
