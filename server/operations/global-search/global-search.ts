import { type FoundGroup, type FoundRecord, maxFoundRecords, searchGlobally } from '../../../contract/global-search.ts';
import { isGranted, isPathShown, verbPermissions } from '../../../engine/model/access/index.ts';
import type { EntityDocument, PageDocument } from '../../../engine/model/documents/index.ts';
import { type EntityModel, pathTitle } from '../../../engine/model/entity/index.ts';
import { undialledKey, type WireRecord } from '../../../engine/model/wire/index.ts';
import { listedPages, recordPages, searchedLists } from '../../access/record-pages.ts';
import { normalKeyword } from '../../db/search/keyword.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { queryRows } from '../../records/read/query.ts';
import { ExportCells } from '../export/export-cells.ts';

/** Records read of each page, of which those come first that are called by the keyword. */
const maxRead = 20;

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
async function findKind({ model, pages, list: all }: Kind, keyword: string, context: CallContext): Promise<FoundGroup> {
  const { document } = model;
  const facts = factsOf(document, context);
  const body = {
    where: { search: keyword },
    fields: [document.label, ...facts.cells.fields],
    brief: true,
    size: maxRead,
    count: 'none',
  };
  const answers = await Promise.all(
    pages.map(async (page) => ({ page, list: (await queryRows(model, body, { ...context, page })).list })),
  );
  const found = new Map<string, FoundRecord>();
  for (const { page, list } of answers)
    for (const row of list) if (!found.has(row.id)) found.set(row.id, recordOf(row, document, facts, page));
  const records = byLikeness([...found.values()], keyword);
  return {
    entity: document.name,
    title: document.title,
    records: records.slice(0, maxFoundRecords),
    hasMore: records.length > maxFoundRecords,
    list: all === undefined ? null : { page: all.name, path: all.path },
  };
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

function recordOf(row: WireRecord, entity: EntityDocument, facts: Facts, page: PageDocument): FoundRecord {
  const label = String(row[entity.label] ?? '');
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
