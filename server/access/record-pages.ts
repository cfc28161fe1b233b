import { isGranted, operationsOfEntity, permissionsOf } from '../../engine/model/access/index.ts';
import type { DocumentSet, EntityDocument, PageDocument } from '../../engine/model/documents/index.ts';
import { readMenuChanges } from '../db/menu-store.ts';
import { type Caller, mayOpen } from '../kernel/caller/caller.ts';
import { type CallContext, modelOf } from '../kernel/operation/context.ts';
import { menuInForce } from './menu-in-force.ts';

/** Pages of the menu in force that the caller may open, in its order: no other has a route. */
export async function listedPages({ caller, documents, db }: CallContext): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const visit = (entries: ReturnType<typeof menuInForce>): void => {
    for (const { name, enabled, children } of entries) {
      if (!enabled) continue;
      if (documents.pages.has(name) && mayOpen(caller, name)) names.add(name);
      visit(children);
    }
  };
  visit(menuInForce(documents.menu, await readMenuChanges(db)));
  return names;
}

/** A page about one record, with tabs. */
export type RecordPage = Extract<PageDocument, { readonly kind: 'panorama' | 'detail' }>;

/** The page of a record by name, where the caller may open it. */
export function recordPageNamed(
  name: string,
  { caller, documents }: Pick<CallContext, 'caller' | 'documents'>,
): RecordPage | undefined {
  const page = documents.pages.get(name);
  if (page === undefined || !mayOpen(caller, name)) return undefined;
  return page.kind === 'panorama' || page.kind === 'detail' ? page : undefined;
}

/** A page that shows rows of an entity: one of them, or a list. */
export type RowPage = RecordPage | Extract<PageDocument, { readonly kind: 'list' }>;

/** The page of rows by name, where the caller may open it. */
export function rowPageNamed(
  name: string,
  { caller, documents }: Pick<CallContext, 'caller' | 'documents'>,
): RowPage | undefined {
  const page = documents.pages.get(name);
  if (page?.kind !== 'list' || !mayOpen(caller, name)) return recordPageNamed(name, { caller, documents });
  return page;
}

/** Permissions one of which reading the rows of a page asks for. */
export function readingPermissions(page: RowPage, { documents }: Pick<CallContext, 'documents'>): readonly string[] {
  const { document } = modelOf(documents, page.entity);
  const asked = page.kind === 'list' ? page.api.query : page.api.view;
  const operation = operationsOfEntity(document).find(({ path }) => path === asked);
  return operation === undefined ? [] : permissionsOf(operation);
}

/** Pages that show one record of an entity, whole, to somebody who holds what they ask for. */
export function recordPages(entity: EntityDocument, documents: DocumentSet, caller: Caller): readonly PageDocument[] {
  if (!isGranted(caller.grants, `${entity.name}:get`)) return [];
  return pagesOf(entity, documents, caller).filter(({ kind }) => kind === 'panorama' || kind === 'detail');
}

/** Lists of an entity's records with a search, for somebody who holds what they ask for. */
export function searchedLists(entity: EntityDocument, documents: DocumentSet, caller: Caller): readonly PageDocument[] {
  return pagesOf(entity, documents, caller).filter((page) => page.kind === 'list' && page.search === true);
}

function pagesOf({ name, access }: EntityDocument, { pages }: DocumentSet, { grants }: Caller) {
  const asked = new Map((access?.scopes ?? []).map(({ key, permission }) => [key, permission]));
  return [...pages.values()].filter((page) => {
    if (!('entity' in page) || page.entity !== name || !('scope' in page)) return false;
    const permission = asked.get(page.scope);
    return permission === undefined || isGranted(grants, permission);
  });
}
