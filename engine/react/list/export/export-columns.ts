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

/** Formatted text of the entity, written as its source: what is taken in again is what went out, formulas too. */
export function formattedFileColumns(view: ListView): readonly FileColumn[] {
  return view.entity.document.fields
    .filter(({ type, secret }) => type === 'html' && secret !== true)
    .map(({ key, title }) => ({ path: key, title }));
}

/** Columns of a file, with those of formatted text behind them; no more than a file may have. */
export function withFormatted(columns: readonly FileColumn[], formatted: readonly FileColumn[]): readonly FileColumn[] {
  return [...columns.slice(0, maxColumns - formatted.length), ...formatted];
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
