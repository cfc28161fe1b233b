import { Fragment, memo, type ReactNode, useMemo, useRef } from 'react';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useRows } from '../rows/row-store.ts';
import { useTableKit } from '../rows/table-kit.ts';
import { SkeletonRows } from './skeleton-rows.tsx';
import { tableRoles } from './table-roles.ts';
import { TableRow } from './table-row.tsx';
import { type TableWindow, useTableWindow } from './use-table-window.ts';
import { tellWholeText } from './whole-text.ts';

/** A row and how deep it stands in a tree. */
export type PlacedRow = { readonly record: WireRecord; readonly depth: number };

/** Where a line stands: its place among all, and the room before it of those not drawn, in pixels. */
export type LinePlace = { readonly place: number; readonly gap: number };

/** A line that is no row, for example the one above a group: it draws itself, as high as a row. */
export type OtherLine = {
  readonly id: string;
  readonly draw: (at: LinePlace) => ReactNode;
  /** Whether it is drawn also while its place is out of sight, for example because the keyboard is in it. */
  readonly stays?: true;
  /** Draws its likeness below the head, where it stays while what belongs to it goes by; null where nothing does. */
  readonly held?: () => ReactNode;
};

/** What stands in a table from top to bottom. */
export type TableLine = PlacedRow | OtherLine;

type TableBodyProps = {
  /** Absent while they are asked for the first time: grey rows stand in their place. */
  readonly rows: readonly TableLine[] | undefined;
  /** Where each column begins, and where the last one ends, in pixels. */
  readonly edges: readonly number[];
  /** Pixels of a row, which those that are not drawn leave free. */
  readonly height: number;
  readonly askedAt: number;
  /** How many rows are asked for. */
  readonly size: number;
};

/** The rows that are drawn, each where it belongs. What is in sight is its own business: the head stands as it is. */
export const TableBody = memo(function TableBody({ rows, edges, height, askedAt, size }: TableBodyProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const drawn = useTableWindow(body, { count: rows?.length ?? 0, height, edges });
  const places = useDrawnPlaces(rows ?? [], drawn);
  const last = places.at(-1) ?? -1;
  return (
    <tbody
      {...tableRoles.group}
      ref={body}
      className="engine-grid-rows"
      style={{ paddingBottom: ((rows?.length ?? 0) - 1 - last) * height }}
      onPointerOver={tellWholeText}
    >
      {rows === undefined ? (
        <SkeletonRows count={Math.min(size, 20)} />
      ) : (
        places.map((place, index) => {
          const row = rows[place];
          const gap = (place - (places[index - 1] ?? -1) - 1) * height;
          if (row === undefined) return null;
          if ('draw' in row) return <Fragment key={row.id}>{row.draw({ place, gap })}</Fragment>;
          return (
            <TableRow key={row.record.id} {...row} askedAt={askedAt} place={place} gap={gap} span={drawn.columns} />
          );
        })
      )}
    </tbody>
  );
});

/**
 * The places of the rows that are drawn. The row with the keyboard always is: scrolled out of sight it keeps the
 * keyboard, its menu and the cell being edited; so does a line that stays.
 */
function useDrawnPlaces(rows: readonly TableLine[], { rows: { first, end } }: TableWindow): readonly number[] {
  const { store } = useTableKit();
  const isPart = first > 0 || end < rows.length;
  const current = useRows(store, () => (isPart ? store.focused : undefined));
  const stop = useMemo(() => placeOf(rows, current), [rows, current]);
  // All rows are looked through once, not with every step of the wheel.
  const stays = useMemo(
    () => rows.flatMap((row, place) => ('draw' in row && row.stays === true ? [place] : [])),
    [rows],
  );
  const places = Array.from({ length: Math.min(end, rows.length) - first }, (_, index) => first + index);
  if (!isPart) return places;
  return [...new Set([...places, stop, ...stays])].sort((a, b) => a - b);
}

/** The place of the row with the keyboard, of the first where none has it. */
function placeOf(rows: readonly TableLine[], id: string | undefined): number {
  if (id === undefined) return 0;
  return Math.max(
    0,
    rows.findIndex((row) => ('draw' in row ? row.id : row.record.id) === id),
  );
}
