import type { NoticePlace } from '../../contract/notices.ts';
import { listedPages, recordPages } from '../access/record-pages.ts';
import { type CallContext, modelOf } from '../kernel/operation/context.ts';
import type { StoredRecord } from '../kernel/operation/record-store.ts';
import { reachableIds } from '../records/read/view.ts';

type Places = ReadonlyMap<string, NoticePlace>;

/**
 * Where each of the caller's notices leads, by the notice's id: the page it names, else the first page of the record it
 * is about on which the caller may see that record now. Nothing for a notice whose record or page is not, or no longer,
 * his.
 */
export async function placesOf(notices: readonly StoredRecord[], context: CallContext): Promise<Places> {
  const isLinked = ({ linkPage, linkId }: StoredRecord) => typeof linkPage === 'string' || typeof linkId === 'string';
  const linked = notices.filter(isLinked);
  if (linked.length === 0) return new Map();
  const listed = await listedPages(context);
  const places = new Map<string, NoticePlace>();
  for (const { id, linkPage } of linked) {
    const page = typeof linkPage === 'string' ? context.documents.pages.get(linkPage) : undefined;
    if (page !== undefined && listed.has(page.name)) places.set(id, { path: page.path, id: null });
  }
  const about = linked.filter(({ id, linkId }) => typeof linkId === 'string' && !places.has(id));
  for (const entity of new Set(about.map(({ linkEntity }) => String(linkEntity)))) {
    const told = about.filter(({ linkEntity }) => linkEntity === entity);
    for (const [id, place] of await recordPlaces(entity, told, listed, context)) places.set(id, place);
  }
  return places;
}

async function recordPlaces(
  entity: string,
  notices: readonly StoredRecord[],
  listed: ReadonlySet<string>,
  context: CallContext,
): Promise<Places> {
  const document = context.documents.entities.get(entity);
  if (document === undefined) return new Map();
  const places = new Map<string, NoticePlace>();
  let open = notices;
  for (const page of recordPages(document, context.documents, context.caller)) {
    if (open.length === 0) break;
    if (!listed.has(page.name)) continue;
    const wanted = [...new Set(open.map(({ linkId }) => String(linkId)))];
    const reached = await reachableIds(modelOf(context.documents, entity), wanted, { ...context, page });
    for (const { id, linkId } of open)
      if (reached.has(String(linkId))) places.set(id, { path: page.path, id: String(linkId) });
    open = open.filter(({ id }) => !places.has(id));
  }
  return places;
}
