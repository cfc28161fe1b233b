import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ColumnView, ListView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useEngine } from '../../host/engine-context.tsx';
import { useSharedParts } from '../../parts/use-shared-parts.ts';
import { fetchCellInput } from '../cell-edit/editable-cell.tsx';
import { actionsKey, type ListLayout, shownColumns, widthOf } from '../layout/column-layout.ts';
import type { LayoutTools } from '../layout/use-list-layout.ts';
import { CellEdits } from '../rows/cell-edits.ts';
import type { RowStore } from '../rows/row-store.ts';
import { type TableKit, TableKitContext } from '../rows/table-kit.ts';
import type { ListState } from '../state/list-state.ts';
import { SideScroll } from './side-scroll.tsx';
import { TableBody, type TableLine } from './table-body.tsx';
import { TableHead } from './table-head.tsx';
import { columnEdges, tableVariables } from './table-plan.ts';
import { tableRoles } from './table-roles.ts';
import { useHeldLine } from './use-held-line.ts';
import { maxRowsWhole, rowHeights } from './use-table-window.ts';
import './table.css';

type ListTableProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
  readonly layout: LayoutTools;
  readonly store: RowStore;
  /** Absent while they are asked for the first time: grey rows stand in their place. */
  readonly rows: readonly TableLine[] | undefined;
  readonly askedAt: number;
  readonly isStale: boolean;
  readonly nodeButton?: (record: WireRecord) => ReactNode;
};

/** The rows of a list as a table: a head that stays in sight, pinned columns, selection and actions. */
export const ListTable = memo(function ListTable(props: ListTableProps) {
  const { view, state, setState, layout, rows, askedAt, isStale } = props;
  const { stickyTop } = useEngine();
  // In a dialog nothing stands above the rows.
  const top = props.store.isPicking ? 0 : (stickyTop ?? 0);
  const root = useRef<HTMLDivElement>(null);
  const kit = useTableKitOf(props);
  const measures = useMemo(
    () => ({
      columns: kit.columns,
      widths: widthsOf(kit.columns, layout.layout),
      isFixed: Object.keys(layout.layout.widths).length > 0,
      canSelect: kit.canSelect,
      actions: kit.actions,
    }),
    [kit, layout.layout],
  );
  const height = rowHeights[layout.layout.density];
  const apply = useCallback((variables: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(variables)) root.current?.style.setProperty(name, value);
  }, []);
  useLayoutEffect(() => apply(tableVariables(measures)), [apply, measures]);
  useLayoutEffect(() => apply({ '--engine-sticky-top': `${top}px` }), [apply, top]);
  useLayoutEffect(() => apply({ '--engine-row-height': `${height}px` }), [apply, height]);
  const count = rows?.length ?? 0;
  const edges = useSharedParts(useMemo(() => columnEdges(measures), [measures]));
  const held = useHeldLine(root, rows ?? noLines);
  return (
    <TableKitContext.Provider value={kit}>
      <div
        ref={root}
        className={`engine-grid engine-grid-${layout.layout.density}${count > maxRowsWhole ? ' engine-grid-part' : ''}${isStale ? ' engine-stale' : ''}`}
        aria-busy={isStale || rows === undefined}
      >
        {/* Rows are laid out as grids; the roles say what they are to readers that go by the layout. */}
        <table
          {...tableRoles.table}
          aria-label={view.page.title}
          aria-rowcount={rows === undefined ? -1 : count + 1}
          aria-colcount={columnCount(kit)}
        >
          <TableHead
            view={view}
            state={state}
            setState={setState}
            layout={layout}
            measures={measures}
            apply={apply}
            held={held?.held?.()}
          />
          <TableBody rows={rows} edges={edges} height={height} askedAt={askedAt} size={state.size} />
        </table>
        <SideScroll grid={root} watch={measures} />
      </div>
    </TableKitContext.Provider>
  );
});

/** The widths of the columns, and of the one of the actions where the user gave it one. */
function widthsOf(columns: readonly ColumnView[], layout: ListLayout): ReadonlyMap<string, number> {
  const ofActions = layout.widths[actionsKey];
  const widths = columns.map((column) => [column.key, widthOf(column, layout)] as const);
  return new Map(ofActions === undefined ? widths : [...widths, [actionsKey, ofActions]]);
}

const noLines: readonly TableLine[] = [];

/** All columns of the table, those of boxes and actions with them. */
function columnCount({ columns, canSelect, actions }: TableKit): number {
  return columns.length + (canSelect ? 1 : 0) + (actions.length > 0 ? 1 : 0);
}

function useTableKitOf({ view, layout, store, nodeButton }: ListTableProps): TableKit {
  const { hidden, order, pins } = layout.layout;
  const { columns } = view;
  const actionsWidth = layout.layout.widths[actionsKey];
  const actionsRoom = actionsWidth === undefined ? undefined : Math.floor(actionsWidth / 14) * 14;
  const [edits] = useState(() => new CellEdits());
  // Widths are none of the rows' business: an edge that was moved draws no row anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of the layout that order columns
  const shown = useMemo(() => shownColumns(columns, layout.layout), [columns, hidden, order, pins]);
  const isEdited = shown.some(({ edit }) => edit !== undefined);
  useEffect(() => (isEdited ? fetchCellInput() : undefined), [isEdited]);
  return useMemo(
    () => ({
      columns: shown,
      actions: view.row,
      canSelect: view.bulk.length > 0 || store.isPicking,
      store,
      edits,
      label: view.entity.document.label,
      ...(actionsRoom === undefined ? {} : { actionsRoom }),
      ...(nodeButton === undefined ? {} : { nodeButton }),
    }),
    [shown, view, store, edits, actionsRoom, nodeButton],
  );
}
