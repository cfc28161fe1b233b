import type { EntityField } from '../../../model/documents/index.ts';
import { isWritten } from '../../../model/record/index.ts';
import type { ColumnView, ListView } from '../../../model/view/index.ts';

/** A column of the file. */
export type FileColumn = { readonly path: string; readonly title: string };

const maxColumns = 100;
/** Files, formatted text and structured data without a shape say nothing in a cell. */
const isTold = (field: Pick<EntityField, 'type' | 'shape'>) => field.type !== 'html' && isWritten(field);

/** The columns that a table shows, as columns of a file. */
export function shownFileColumns(columns: readonly ColumnView[]): readonly FileColumn[] {
  return columns.flatMap((column) => (isReadable(column) ? [{ path: column.path, title: column.title }] : []));
}

/** Everything the reader may see of the rows: the columns of the page, then the fields that none of them shows. */
export function allFileColumns(view: ListView, shown: readonly ColumnView[]): readonly FileColumn[] {
  const ofPage = [...shown, ...view.columns.filter((column) => !shown.includes(column))];
  const columns = shownFileColumns(ofPage);
  const taken = new Set(columns.map(({ path }) => path));
  const relations = new Map([...view.entity.relations.values()].map(({ field, name }) => [field.key, name]));
  const isShown = (key: string) => {
    const relation = relations.get(key);
    return taken.has(key) || (relation !== undefined && [...taken].some((path) => path.startsWith(`${relation}.`)));
  };
  const further = view.entity.document.fields.filter(
    (field) => field.secret !== true && isTold(field) && !isShown(field.key),
  );
  return [...columns, ...further.map(({ key, title }) => ({ path: key, title }))].slice(0, maxColumns);
}

function isReadable({ field, fault }: ColumnView): boolean {
  return fault === undefined && isTold(field);
}
