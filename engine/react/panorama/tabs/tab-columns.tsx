import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import type { ColumnView, RowsTabView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { rowActionsWidth } from '../../actions/actions-width.ts';
import { RowActions, RowActionsTitle } from '../../actions/row-actions.tsx';
import { Cell, columnWidth, tableColumn } from '../../data-table/list-columns.tsx';

/** The columns of a tab that are shown. */
export function shownColumns(view: RowsTabView): readonly ColumnView[] {
  return view.columns.filter((column) => !column.hidden);
}

/** A column that draws its cells itself. */
export type TabColumn = TableColumnType<WireRecord> & {
  readonly render: (value: unknown, row: WireRecord) => ReactNode;
};

/** The columns of a tab's table, with the actions on each row, sorted as told; and how wide they all are. */
export function tabColumns(
  view: RowsTabView,
  sort: readonly string[],
): { readonly columns: TabColumn[]; readonly width: number } {
  const shown = shownColumns(view);
  const actionsWidth = view.row.length === 0 ? 0 : rowActionsWidth(view.row);
  const label = view.entity.document.label;
  const columns = [
    ...shown.map((column) => ({
      ...withTwoWays(tableColumn(column, sort)),
      render: (_: unknown, row: WireRecord) => <Cell column={column} record={row} />,
    })),
    ...(actionsWidth === 0
      ? []
      : [
          {
            key: ':actions',
            title: <RowActionsTitle actions={view.row} />,
            width: actionsWidth,
            fixed: 'right' as const,
            render: (_: unknown, row: WireRecord) => (
              <RowActions actions={view.row} record={row} name={String(row[label] ?? '')} />
            ),
          },
        ]),
  ];
  return { columns, width: shown.reduce((sum, column) => sum + columnWidth(column), actionsWidth) };
}

/** A heading turns the order round; there is no third click that leaves it to the page, which may have the same. */
function withTwoWays(column: TableColumnType<WireRecord>): TableColumnType<WireRecord> {
  return column.sorter === undefined ? column : { ...column, sortDirections: ['ascend', 'descend', 'ascend'] };
}
