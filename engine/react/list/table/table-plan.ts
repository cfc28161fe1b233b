import type { CSSProperties } from 'react';
import type { ActionView, ColumnView } from '../../../model/view/index.ts';
import { rowActionsWidth } from '../../actions/actions-width.ts';
import { actionsKey, type Pin } from '../layout/column-layout.ts';
import type { Span } from './window.ts';

/** Width of the column of boxes. */
export const boxWidth = 40;

/** The measures of a table: widths of its columns, and what stands beside them. */
export type TableMeasures = {
  readonly columns: readonly ColumnView[];
  readonly widths: ReadonlyMap<string, number>;
  /** Whether somebody chose widths; without that the columns share the room. */
  readonly isFixed: boolean;
  readonly canSelect: boolean;
  readonly actions: readonly ActionView[];
};

/**
 * The measures as custom properties of the table. Rows read them, so that an edge that is moved moves every cell
 * without drawing any anew.
 */
export function tableVariables(measures: TableMeasures): Readonly<Record<`--engine-${string}`, string>> {
  const { columns, widths, isFixed, canSelect, actions } = measures;
  const width = (column: ColumnView) => widths.get(column.key) ?? 0;
  const actionsWidth = actions.length === 0 ? 0 : (widths.get(actionsKey) ?? rowActionsWidth(actions));
  const track = (column: ColumnView) =>
    isFixed ? `${width(column)}px` : `minmax(${width(column)}px, ${width(column)}fr)`;
  const tracks = (isRight: boolean) => columns.filter((column) => (column.pin === 'right') === isRight).map(track);
  const variables: Record<`--engine-${string}`, string> = {
    '--engine-columns': [
      ...(canSelect ? [`${boxWidth}px`] : []),
      ...tracks(false),
      // Where widths are chosen, the room that is left over stands here.
      isFixed ? 'minmax(0, 1fr)' : '0',
      ...tracks(true),
      ...(actionsWidth === 0 ? [] : [`${actionsWidth}px`]),
    ].join(' '),
    '--engine-row-width': `${columns.reduce((sum, column) => sum + width(column), 0) + actionsWidth + (canSelect ? boxWidth : 0)}px`,
  };
  let left = canSelect ? boxWidth : 0;
  for (const column of columns.filter(({ pin }) => pin === 'left')) {
    variables[`--engine-pin-${columns.indexOf(column)}`] = `${left}px`;
    left += width(column);
  }
  let right = actionsWidth;
  for (const column of columns.filter(({ pin }) => pin === 'right').reverse()) {
    variables[`--engine-pin-${columns.indexOf(column)}`] = `${right}px`;
    right += width(column);
  }
  return variables;
}

/** The number of a column among all of the table, from 1; the one of boxes counts. */
export function cellPlace(index: number, canSelect: boolean): number {
  return index + (canSelect ? 2 : 1);
}

/** Which columns are drawn, by index: pinned ones, and of the others those within the span. */
export function drawnColumns(columns: readonly ColumnView[], span: Span | undefined): readonly number[] {
  const all = columns.map((_, index) => index);
  if (span === undefined) return all;
  return all.filter((index) => columns[index]?.pin !== undefined || (index >= span.first && index < span.end));
}

/** Where each column begins, in pixels from the first, and where the last one ends. */
export function columnEdges({ columns, widths, canSelect }: TableMeasures): readonly number[] {
  const edges = [canSelect ? boxWidth : 0];
  for (const column of columns) edges.push((edges.at(-1) ?? 0) + (widths.get(column.key) ?? 0));
  return edges;
}

/** Where a pinned cell stands. */
export function pinStyle({ pin }: ColumnView, index: number): CSSProperties | undefined {
  return pin === undefined ? undefined : { [pin]: `var(--engine-pin-${index})` };
}

/** Classes of a cell: its side, and whether it is the last one there, which throws the shadow. */
export function cellClass(columns: readonly ColumnView[], index: number, isRight: boolean): string {
  const column = columns[index];
  const classes = ['engine-td'];
  if (isRight) classes.push('engine-td-right');
  if (column?.pin !== undefined) {
    classes.push(`engine-pin engine-pin-${column.pin}`);
    if (isEdge(columns, index, column.pin)) classes.push('engine-pin-edge');
  }
  return classes.join(' ');
}

/** Classes of the cell with the box, which is the last one pinned left where no column is. */
export function boxClass(columns: readonly ColumnView[]): string {
  const classes = 'engine-td engine-td-box engine-pin engine-pin-left';
  return columns[0]?.pin === 'left' ? classes : `${classes} engine-pin-edge`;
}

function isEdge(columns: readonly ColumnView[], index: number, pin: Pin): boolean {
  return columns[pin === 'left' ? index + 1 : index - 1]?.pin !== pin;
}
