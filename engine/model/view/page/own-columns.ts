import type { DocumentSet } from '../../documents/documents.ts';
import type { ListPage } from '../../generated/documents.ts';
import { relationName } from '../../naming/naming.ts';

/** Scopes within which somebody who reaches his own rows alone sees just those. */
const wholeScopes: ReadonlySet<string | undefined> = new Set(['all', 'department']);

/**
 * The columns of a list as its reader finds them at first: where all its rows are his own, who has a row is the same in
 * each, and that column is not shown until he wants it.
 */
export function columnsForReader(
  { columns, entity, scope }: Pick<ListPage, 'columns' | 'entity' | 'scope'>,
  reachesOwn: (entity: string) => boolean,
  documents: DocumentSet,
): ListPage['columns'] {
  const isOwn = scope === 'mine' || (wholeScopes.has(scope) && reachesOwn(entity));
  const [owner, ...others] = documents.entities.get(entity)?.access?.owner ?? [];
  if (!isOwn || owner === undefined || others.length > 0) return columns;
  const holder = `${withLastAsRelation(owner)}.`;
  return columns.map((column) =>
    column.field === owner || column.field?.startsWith(holder) === true ? { ...column, hidden: true } : column,
  );
}

/** `order.sellerId` as the way to the person himself: `order.seller`. */
function withLastAsRelation(path: string): string {
  const at = path.lastIndexOf('.') + 1;
  return `${path.slice(0, at)}${relationName(path.slice(at))}`;
}
