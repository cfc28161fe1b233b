import { type ColumnView, type FieldTypeName, fileTypeOf, type ListView } from '../../../model/index.ts';

/** A column of the file. */
export type FileColumn = { readonly path: string; readonly title: string };

const maxColumns = 100;
/** Files, formatted text and structured data say nothing in a cell. */
const isWritten = (type: FieldTypeName) => type !== 'html' && type !== 'json' && fileTypeOf(type) === undefined;

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
  const isTold = (key: string) => {
    const relation = relations.get(key);
    return taken.has(key) || (relation !== undefined && [...taken].some((path) => path.startsWith(`${relation}.`)));
  };
  const further = view.entity.document.fields.filter(
    ({ key, type, secret }) => secret !== true && isWritten(type) && !isTold(key),
  );
  return [...columns, ...further.map(({ key, title }) => ({ path: key, title }))].slice(0, maxColumns);
}

function isReadable({ field, fault }: ColumnView): boolean {
  return fault === undefined && isWritten(field.type);
}
