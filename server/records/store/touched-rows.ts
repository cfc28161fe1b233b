import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { DocumentSet, EntityDocument } from '../../../engine/model/documents/index.ts';
import { chosenKinds, editionFields, filteredFields } from '../../../engine/model/entity/index.ts';
import type { StoredRecord, TouchedRow, Values } from '../../kernel/operation/record-store.ts';

/** What a change of an entity's rows touches: rows with rules of its own, and those whose child rows they are. */
type Watched = {
  readonly isRuled: boolean;
  /** The only fields whose values are looked at; any where there is none. */
  readonly only?: ReadonlySet<string>;
  readonly parents: readonly { readonly entity: string; readonly by: string }[];
};

/** The entities whose changes are followed; those not in it cost nothing. */
const watchedEntities = memoizeByIdentity((documents: DocumentSet): ReadonlyMap<string, Watched> => {
  const found = new Map<string, Watched>();
  for (const document of documents.entities.values()) {
    if (!isWatched(document, documents)) continue;
    const { name, children } = document;
    found.set(name, { parents: found.get(name)?.parents ?? [], isRuled: true, ...onlyOffered(document, documents) });
    for (const { entity, by, rows } of children ?? []) {
      const child = found.get(entity) ?? { isRuled: false, parents: [] };
      const isRuled = child.isRuled || rows === 'fixed';
      found.set(entity, { ...child, isRuled, parents: [...child.parents, { entity: name, by }] });
    }
  }
  watchRowsOfRows(found, documents);
  return found;
});

/** Rows of rows: the row they belong to is touched with them, and so in turn is what it belongs to. */
function watchRowsOfRows(found: Map<string, Watched>, documents: DocumentSet): void {
  for (const name of [...found.keys()])
    for (const { entity, by } of documents.entities.get(name)?.children ?? []) {
      const rows = found.get(entity) ?? { isRuled: false, parents: [] };
      const isKnown = rows.parents.some((parent) => parent.entity === name && parent.by === by);
      if (!isKnown) found.set(entity, { ...rows, parents: [...rows.parents, { entity: name, by }] });
    }
}

function isWatched(document: EntityDocument, documents: DocumentSet): boolean {
  return offersSome(document) || isWatchedWhole(document, documents);
}

/** Whether any change of its rows is looked at, whatever field it is of. */
function isWatchedWhole(document: EntityDocument, documents: DocumentSet): boolean {
  const { rules, queue, order, editions, fields, children } = document;
  const words = [rules, queue, order, editions];
  return (
    words.some((word) => word !== undefined) ||
    fields.some(({ leafOnly }) => leafOnly === true) ||
    chosenKinds(document).length > 0 ||
    (children ?? []).some(({ rows, entity }) => rows === 'fixed' || offersSome(documents.entities.get(entity))) ||
    editionFields(document, documents).length > 0
  );
}

/** The fields that refer only to some rows, where nothing else of the entity is looked at. */
function onlyOffered(document: EntityDocument, documents: DocumentSet): Pick<Watched, 'only'> {
  if (isWatchedWhole(document, documents)) return {};
  return { only: new Set(filteredFields(document).map(({ key }) => key)) };
}

/** Whether a field refers only to rows that meet conditions. */
function offersSome(document: EntityDocument | undefined): boolean {
  return document !== undefined && filteredFields(document).length > 0;
}

function concerns({ only }: Watched, values: Values): boolean {
  return only === undefined || Object.keys(values).some((key) => only.has(key));
}

/** The rows with rules that a change has touched so far, each once. */
export class TouchedRows {
  readonly #rows = new Map<string, TouchedRow>();
  readonly #watched: ReadonlyMap<string, Watched>;
  #isBySystem: boolean;

  constructor(documents: DocumentSet, isBySystem: boolean) {
    this.#watched = watchedEntities(documents);
    this.#isBySystem = isBySystem;
  }

  /** Whether a change of the entity's rows has to be noted, which writes `values`. */
  isWatched(entity: string, values: Values): boolean {
    const watched = this.#watched.get(entity);
    return watched !== undefined && (watched.parents.length > 0 || concerns(watched, values));
  }

  /** Whether anything was noted since `take`. */
  get isAny(): boolean {
    return this.#rows.size > 0;
  }

  /** Notes a change; `values` are those that were written. */
  note(entity: string, id: string, change: TouchedRow['change'], values: Values, old?: StoredRecord): void {
    const watched = this.#watched.get(entity);
    if (watched === undefined) return;
    if (watched.isRuled && (change === 'delete' || concerns(watched, values))) this.#add(entity, id, change, old);
    for (const parent of watched.parents) {
      const ids = new Set([old?.[parent.by], values[parent.by]]);
      for (const parentId of ids)
        if (typeof parentId === 'string') this.#add(parent.entity, parentId, 'modify', undefined, true);
    }
  }

  /** What was noted since this was last asked. */
  take(): readonly TouchedRow[] {
    const rows = [...this.#rows.values()];
    this.#rows.clear();
    return rows;
  }

  /** What is done meanwhile follows from something else: no person does it. */
  async bySystem<Done>(work: () => Promise<Done>): Promise<Done> {
    const before = this.#isBySystem;
    this.#isBySystem = true;
    try {
      return await work();
    } finally {
      this.#isBySystem = before;
    }
  }

  #add(entity: string, id: string, change: TouchedRow['change'], old?: StoredRecord, isOfChildren = false): void {
    const key = `${entity}:${id}`;
    const known = this.#rows.get(key);
    const isByPeople = !this.#isBySystem || known?.isByPeople === true;
    const total = known?.change === 'create' && change === 'modify' ? 'create' : change;
    this.#rows.set(key, {
      ...{ entity, id, change: total, isByPeople },
      old: known === undefined ? old : (known.old ?? old),
      isOfChildren: isOfChildren || known?.isOfChildren === true,
    });
  }
}
