import { memo, type ReactNode, useMemo } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { actionsKey } from '../layout/column-layout.ts';
import type { LayoutTools } from '../layout/use-list-layout.ts';
import { RowBox } from '../rows/row-box.tsx';
import { useRows } from '../rows/row-store.ts';
import { useTableKit } from '../rows/table-kit.ts';
import { sortInForce } from '../state/list-sort.ts';
import type { ListState } from '../state/list-state.ts';
import { ActionsCell, HeadCell } from './head-cell.tsx';
import { boxClass, cellPlace, type TableMeasures } from './table-plan.ts';
import { tableRoles } from './table-roles.ts';
import { useHeadFocus } from './use-head-focus.ts';
import { useResize } from './use-resize.ts';
import { useResort } from './use-resort.ts';
import './table-head.css';

type TableHeadProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
  readonly layout: LayoutTools;
  readonly measures: TableMeasures;
  readonly apply: (variables: Readonly<Record<string, string>>) => void;
  /** The likeness of a line of the table, which stays in sight with the head. */
  readonly held?: ReactNode;
};

/** The head of a table: sorting, widths, selection of all. It stays in sight while the rows go by. */
export const TableHead = memo(function TableHead({
  view,
  state,
  setState,
  layout,
  measures,
  apply,
  held,
}: TableHeadProps) {
  const { columns, actions, canSelect } = useTableKit();
  const sort = sortInForce(state, view);
  const onSort = useResort(view, state, setState);
  const resize = useResize(layout, measures, apply);
  const keys = useMemo(
    () => [...columns.map(({ key }) => key), ...(actions.length === 0 ? [] : [actionsKey])],
    [columns, actions],
  );
  const focus = useHeadFocus(keys);
  const cells = columns.map((column, index) => (
    <HeadCell
      key={column.key}
      columns={columns}
      index={index}
      place={cellPlace(index, canSelect)}
      sort={sort}
      isChosenSort={state.sort.length > 0}
      onSort={onSort}
      resize={resize}
      focus={focus}
    />
  ));
  const right = columns.filter((column) => column.pin === 'right').length;
  return (
    <thead {...tableRoles.group} className={held ? 'engine-grid-head engine-grid-held' : 'engine-grid-head'}>
      <tr {...tableRoles.row} aria-rowindex={1} className="engine-tr" ref={resize.head}>
        {canSelect ? (
          <th {...tableRoles.heading} aria-colindex={1} className={boxClass(columns)}>
            <AllBox />
          </th>
        ) : null}
        {cells.slice(0, cells.length - right)}
        <th className="engine-td engine-td-spare" {...tableRoles.spare} />
        {cells.slice(cells.length - right)}
        {actions.length === 0 ? null : (
          <ActionsCell
            actions={actions}
            place={cellPlace(columns.length, canSelect)}
            resize={resize}
            focus={focus}
            isEdge={right === 0}
          />
        )}
      </tr>
      {held}
    </thead>
  );
});

function AllBox() {
  const t = useText();
  const { store } = useTableKit();
  const count = useRows(store, () => store.selectedInSight);
  const all = useRows(store, () => store.selectable);
  const isAll = count > 0 && count === all;
  return (
    <RowBox
      label={t('engine.list.selectAll')}
      checked={isAll}
      isPartly={count > 0 && !isAll}
      onToggle={() => store.selectAll(!isAll)}
    />
  );
}
