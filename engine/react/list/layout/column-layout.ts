import { presentKey } from '../../../model/json/index.ts';
import type { ColumnView } from '../../../model/view/index.ts';
import { columnWidth } from '../../data-table/list-columns.tsx';

/** How densely rows stand. */
export type Density = 'large' | 'middle' | 'small';

/** At which side of the table a column stays in sight. */
export type Pin = 'left' | 'right';

/** What a user made of a list's look. What he did not touch is as the page has it. */
export type ListLayout = {
  readonly density: Density;
  readonly hidden: ReadonlySet<string>;
  /** Keys of columns in the order chosen; empty: the page's own. */
  readonly order: readonly string[];
  /** Widths by key, once any edge was moved. */
  readonly widths: Readonly<Record<string, number>>;
  /** Sides by key; `none` frees a column that the page pins. */
  readonly pins: Readonly<Record<string, Pin | 'none'>>;
};

export const densities: readonly Density[] = ['large', 'middle', 'small'];
/** A column is never narrower or wider than this. */
export const narrowest = 48;
export const widest = 1200;

/** The column of what can be done with a row, among the widths; no column of a page is called so. */
export const actionsKey = ':actions';

/** The look of a list that nobody touched. */
export function plainLayout(columns: readonly ColumnView[]): ListLayout {
  const hidden = new Set(columns.filter((column) => column.hidden).map((column) => column.key));
  return { density: 'middle', hidden, order: [], widths: {}, pins: {} };
}

/** Whether anything of a look differs from the page's own, apart from the density. */
export function isArranged(layout: ListLayout, columns: readonly ColumnView[]): boolean {
  const { hidden } = plainLayout(columns);
  const isSame = hidden.size === layout.hidden.size && [...hidden].every((key) => layout.hidden.has(key));
  return (
    !isSame ||
    layout.order.length > 0 ||
    Object.keys(layout.widths).length > 0 ||
    columns.some((column) => pinOf(column, layout) !== column.pin)
  );
}

/** The side a column is pinned to: the user's choice, else the page's. */
export function pinOf(column: ColumnView, layout: ListLayout): Pin | undefined {
  const chosen = layout.pins[column.key];
  if (chosen === 'none') return undefined;
  return chosen ?? column.pin;
}

/** Every column in the user's order: those pinned left first, those pinned right last. */
export function arranged(columns: readonly ColumnView[], layout: ListLayout): readonly ColumnView[] {
  const ordered = inOrder(columns, layout.order).map((column) => pinned(column, pinOf(column, layout)));
  const at = (side: Pin | undefined) => ordered.filter((column) => column.pin === side);
  return [...at('left'), ...at(undefined), ...at('right')];
}

/** The columns a table draws, in order. */
export function shownColumns(columns: readonly ColumnView[], layout: ListLayout): readonly ColumnView[] {
  return arranged(columns, layout).filter((column) => !layout.hidden.has(column.key));
}

/** Width of a column: the user's, else what the page or its type asks for. */
export function widthOf(column: ColumnView, layout: ListLayout): number {
  return layout.widths[column.key] ?? columnWidth(column);
}

export function boundedWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, narrowest), widest));
}

/** Moves a column before or behind its neighbour of the same side. */
export function movedColumn(
  columns: readonly ColumnView[],
  layout: ListLayout,
  key: string,
  step: -1 | 1,
): ListLayout | undefined {
  const all = arranged(columns, layout);
  const from = all.findIndex((column) => column.key === key);
  const neighbour = all[from + step];
  if (from < 0 || neighbour === undefined || neighbour.pin !== all[from]?.pin) return undefined;
  return placedColumn(columns, layout, key, from + step);
}

/** Puts a column at a place among all of them. */
export function placedColumn(
  columns: readonly ColumnView[],
  layout: ListLayout,
  key: string,
  place: number,
): ListLayout {
  const keys = arranged(columns, layout).map((column) => column.key);
  const others = keys.filter((other) => other !== key);
  return { ...layout, order: [...others.slice(0, place), key, ...others.slice(place)] };
}

function pinned(column: ColumnView, side: Pin | undefined): ColumnView {
  if (column.pin === side) return column;
  const { pin: _, ...free } = column;
  return side === undefined ? free : { ...free, pin: side };
}

/** Columns the user never placed, added to the page since, stay behind their neighbour of the page. */
function inOrder(columns: readonly ColumnView[], order: readonly string[]): readonly ColumnView[] {
  if (order.length === 0) return columns;
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const placed = order.filter((key) => byKey.has(key));
  columns.forEach(({ key }, index) => {
    if (placed.includes(key)) return;
    const before = columns[index - 1]?.key;
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, key);
  });
  return placed.flatMap((key) => byKey.get(key) ?? []);
}

/**
 * Reads a look that was kept, a column that was renamed meanwhile under its present key; what is not understood is as the
 * page has it.
 */
export function readLayout(kept: unknown, columns: readonly ColumnView[]): ListLayout {
  const plain = plainLayout(columns);
  if (typeof kept !== 'object' || kept === null) return plain;
  const { density, hidden, order, widths, pins }: Partial<Record<keyof ListLayout, unknown>> = kept;
  const keys = (list: readonly unknown[]) => texts(list).map((key) => presentKey(columns, key) ?? key);
  return {
    density: densities.find((each) => each === density) ?? plain.density,
    hidden: Array.isArray(hidden) ? new Set(keys(hidden)) : plain.hidden,
    order: Array.isArray(order) ? [...new Set(keys(order))] : [],
    widths: entriesOf(widths, columns, (width) => (typeof width === 'number' ? boundedWidth(width) : undefined)),
    pins: entriesOf(pins, columns, (pin) => (pin === 'left' || pin === 'right' || pin === 'none' ? pin : undefined)),
  };
}

/** A look as it is kept. */
export function writeLayout(layout: ListLayout): unknown {
  return { ...layout, hidden: [...layout.hidden] };
}

/** How many columns a kept look places, widens or pins that the page does not have; what it hides is missed by nobody. */
export function lostColumns(kept: unknown, columns: readonly ColumnView[]): number {
  if (typeof kept !== 'object' || kept === null) return 0;
  const { order, widths, pins, hidden }: Partial<Record<keyof ListLayout, unknown>> = kept;
  const placed = [
    ...(Array.isArray(order) ? texts(order) : []),
    ...Object.keys({ ...Object(widths), ...Object(pins) }),
  ];
  const isMissed = (key: string) => key !== actionsKey && presentKey(columns, key) === undefined;
  const unseen = new Set(Array.isArray(hidden) ? texts(hidden) : []);
  return [...new Set(placed)].filter((key) => isMissed(key) && !unseen.has(key)).length;
}

function texts(list: readonly unknown[]): readonly string[] {
  return list.filter((item): item is string => typeof item === 'string');
}

function entriesOf<Value>(
  kept: unknown,
  columns: readonly ColumnView[],
  read: (value: unknown) => Value | undefined,
): Readonly<Record<string, Value>> {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).flatMap(([key, raw]) => {
      const present = key === actionsKey ? key : presentKey(columns, key);
      const value = present === undefined ? undefined : read(raw);
      return present === undefined || value === undefined ? [] : [[present, value] as const];
    }),
  );
}
