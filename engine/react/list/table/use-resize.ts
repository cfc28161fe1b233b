import { type RefObject, useMemo, useRef } from 'react';
import type { ColumnView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { useAnnounce } from '../../page/announcements.tsx';
import { boundedWidth } from '../layout/column-layout.ts';
import type { LayoutTools } from '../layout/use-list-layout.ts';
import { fittingWidth } from './fitting-width.ts';
import { type TableMeasures, tableVariables } from './table-plan.ts';

/** How far one press of an arrow key moves an edge. */
export const widthStep = 16;

/** What has an edge: a column of the page, or the one of the actions. */
export type Sized = Pick<ColumnView, 'key' | 'title' | 'pin'>;

/** The ways to change the width of a column. */
export type Resize = {
  /** The row of headings, whose cells are as wide as their columns. */
  readonly head: RefObject<HTMLTableRowElement | null>;
  /** The width a column has on the screen. */
  readonly actualWidth: (column: Sized) => number;
  /** Shows a width while the edge is dragged; nothing is drawn anew. */
  readonly preview: (column: Sized, width: number) => void;
  readonly cancel: () => void;
  readonly keep: (column: Sized, width: number) => void;
  readonly by: (column: Sized, change: number) => void;
  readonly fit: (column: Sized) => void;
};

export function useResize(
  layout: LayoutTools,
  measures: TableMeasures,
  apply: (variables: Readonly<Record<string, string>>) => void,
): Resize {
  const t = useText();
  const say = useAnnounce();
  const head = useRef<HTMLTableRowElement>(null);
  const { change } = layout;
  return useMemo(() => {
    // With the first edge that moves, every column keeps the width it has: only the one that was touched changes.
    const widthsWith = (column: Sized, width: number) =>
      new Map([...actualWidths(head.current), [column.key, boundedWidth(width)]]);
    const preview = (column: Sized, width: number) =>
      apply(tableVariables({ ...measures, isFixed: true, widths: widthsWith(column, width) }));
    const keep = (column: Sized, width: number) => {
      const widths = Object.fromEntries(widthsWith(column, width));
      change((before) => ({ ...before, widths: { ...before.widths, ...widths } }));
      say(t('engine.columns.width', { title: column.title, width: boundedWidth(width) }));
    };
    const actualWidth = (column: Sized) =>
      actualWidths(head.current).get(column.key) ?? measures.widths.get(column.key) ?? 0;
    return {
      head,
      actualWidth,
      preview,
      cancel: () => apply(tableVariables(measures)),
      keep,
      by: (column, step) => keep(column, actualWidth(column) + step),
      fit: (column) => keep(column, fittingWidth(head.current, column.key) ?? actualWidth(column)),
    };
  }, [measures, apply, change, say, t]);
}

function actualWidths(head: HTMLElement | null): ReadonlyMap<string, number> {
  const cells = head?.querySelectorAll<HTMLElement>('[data-column-key]') ?? [];
  return new Map([...cells].map((cell) => [cell.dataset.columnKey ?? '', cell.getBoundingClientRect().width]));
}
