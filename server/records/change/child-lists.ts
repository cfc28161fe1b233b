import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { ChildRows, DocumentSet, EntityDocument } from '../../../engine/model/documents/index.ts';

/** A list of child rows, with the entity it belongs to. */
export type ChildListOf = { readonly parent: EntityDocument; readonly rows: ChildRows };

/** The lists that rows of an entity may stand in; looked up once per set of documents. */
export function childListsOf(entity: string, documents: DocumentSet): readonly ChildListOf[] {
  return childLists(documents).get(entity) ?? [];
}

const childLists = memoizeByIdentity((documents: DocumentSet): ReadonlyMap<string, readonly ChildListOf[]> => {
  const found = new Map<string, ChildListOf[]>();
  for (const parent of documents.entities.values())
    for (const rows of parent.children ?? [])
      found.set(rows.entity, [...(found.get(rows.entity) ?? []), { parent, rows }]);
  return found;
});
