import { memoizeByIdentity } from '../../cache/cache.ts';
import { faultsAt } from '../../documents/isolate.ts';
import { type EntityModel, pathTitle, resolvePath } from '../../entity/entity-model.ts';
import { groupPath } from '../../entity/grouping.ts';
import type { EntityDocument, EntityField, ListColumn } from '../../generated/documents.ts';
import { formatMessage } from '../../texts/message.ts';
import { modelText } from '../../texts/model-text.ts';
import type { ActionView } from '../action/action-view.ts';
import type { CellEdit } from '../action/cell-edit.ts';
import { compiledTone, type ToneOf, withFaultyNodes } from '../compile/compiled-text.ts';
import { defined } from '../compile/defined.ts';
import type { ViewContext } from '../compile/view-context.ts';

/** One column ready to draw. `path` addresses the value in a row, `field` says its type. */
export type ColumnView = {
  readonly key: string;
  readonly path: string;
  readonly field: EntityField;
  readonly title: string;
  /** Keys it once had, under which what people arranged may still be kept. */
  readonly formerKeys?: readonly string[];
  readonly sortable: boolean;
  readonly hidden: boolean;
  readonly width?: number;
  readonly pin?: 'left' | 'right';
  readonly link?: string;
  /** Where the id of the linked record stands when the column shows a related one, such as `owner.id`. */
  readonly linkId?: string;
  /** Colour of the cell. */
  readonly toneOf?: ToneOf;
  /** Entity of the rows, where the column shows a number that can be dialled. */
  readonly dial?: string;
  /** Widget that draws the cell in the place of the field's own renderer. */
  readonly widget?: string;
  readonly props?: Readonly<Record<string, unknown>>;
  /** How the cell is changed in place; absent where it is not. */
  readonly edit?: CellEdit;
  /** Path of what rows are grouped by along this column: its own, or the id of the record it names. */
  readonly groupPath?: string;
  /** Whether its values are summed where rows are grouped. */
  readonly isTotalled?: boolean;
  /** Fields of the record that the colour reads. */
  readonly reads: readonly string[];
  /** Why the column cannot be drawn; then only this is shown in its place. */
  readonly fault?: string;
};

/**
 * Compiles columns; one that cannot be drawn becomes its own fault. `at` is their key path in the page: with it, the
 * columns that were left out of the page show their faults in their places.
 */
export function columnViews(
  columns: readonly ListColumn[],
  entity: EntityDocument,
  context: ViewContext,
  at?: string,
): readonly ColumnView[] {
  const viewOf = columnsIn(context)(entity);
  const compiled = columns.map(viewOf);
  return at === undefined ? compiled : withFaultyNodes(compiled, faultsAt(context.faults, at), faultyColumn);
}

/** Each column is worked out once: of a page that is edited, the others stay the same objects. */
const columnsIn = memoizeByIdentity((context: ViewContext) =>
  memoizeByIdentity((entity: EntityDocument) =>
    memoizeByIdentity((column: ListColumn) => columnView(column, entity, context)),
  ),
);

/** Where the id of what a link opens stands: with the related record, or in the field that names one of several kinds. */
function linkedId(path: string, isRelated: boolean, isAnyKind: boolean): string | undefined {
  if (isAnyKind) return path;
  return isRelated ? path.replace(/[^.]+$/, 'id') : undefined;
}

function columnView(column: ListColumn, entity: EntityDocument, context: ViewContext): ColumnView {
  const { key, field: path, formerKeys, width, pin, link, widget, props } = column;
  const title = column.title ?? pathTitle(context.entities, entity, path);
  const resolved = resolvePath(context.entities, entity, path);
  const tone = compiledTone(column.tone);
  const fault = resolved === undefined ? formatMessage(modelText('model.view.noField', { name: path })) : tone.fault;
  if (resolved === undefined || fault !== undefined) {
    const { title: _, ...rest } = faultyColumn(key, fault ?? '');
    return { ...rest, title, path, ...defined({ formerKeys, width, pin }) };
  }
  const isRelated = resolved.relations.length > 0;
  const kind = resolved.field.refBy?.field;
  return {
    key,
    path,
    title,
    field: resolved.field,
    hidden: column.hidden === true,
    sortable: resolved.field.sortable === true && !isRelated,
    reads: kind === undefined ? tone.reads : [...tone.reads, path.replace(/[^.]+$/, kind)],
    ...defined({
      formerKeys,
      toneOf: tone.toneOf,
      width,
      pin,
      link,
      linkId: link === undefined ? undefined : linkedId(path, isRelated, kind !== undefined),
      dial: dialledIn(resolved.field, entity),
      widget,
      props,
      groupPath: groupPath(resolved, path),
      isTotalled: column.total,
    }),
  };
}

/** The entity a number is dialled in; undefined where the field holds none. */
export function dialledIn(field: EntityField, entity: EntityDocument): string | undefined {
  return field.dial === true ? entity.name : undefined;
}

function faultyColumn(key: string, fault: string): ColumnView {
  const field: EntityField = { key, title: key, type: 'string' };
  return { key, path: key, title: key, field, sortable: false, hidden: false, reads: [], fault };
}

/** Paths a list must ask for: what it shows, what its colours and buttons read, and the label. */
export function fieldsToAsk(
  entity: EntityModel,
  columns: readonly ColumnView[],
  actions: readonly ActionView[],
): readonly string[] {
  const drawn = columns.filter((column) => column.fault === undefined);
  const shown = drawn.flatMap((column) => [
    column.path,
    ...(column.linkId === undefined ? [] : [column.linkId]),
    ...column.reads,
  ]);
  return askable([entity.document.label, ...shown, ...actions.flatMap((action) => action.reads)]);
}

/** Paths as a request names them: each once, without what every record carries anyway. */
export function askable(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].filter((path) => path !== 'id' && path !== 'version');
}
