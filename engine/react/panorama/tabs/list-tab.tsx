import type { TableColumnType, TableProps } from 'antd';
import { useMemo, useState } from 'react';
import type { ColumnView, RowsTabView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { RowActions, RowActionsTitle, rowActionsWidth } from '../../actions/row-actions.tsx';
import { DataTable } from '../../data-table/data-table.tsx';
import { columnWidth, tableColumn } from '../../data-table/list-columns.tsx';
import { TabFrame } from './tab-frame.tsx';
import type { TabNarrowing } from './tab-narrowing.ts';
import { useTabRows } from './use-tab-rows.ts';

/** Rows that belong to the record, as a compact table. */
export function ListTab({ view, record }: { readonly view: RowsTabView; readonly record: WireRecord }) {
  const [narrowing, setNarrowing] = useState<TabNarrowing>({});
  const query = useTabRows(view, record, narrowing);
  const sort = narrowing.sort === undefined ? (view.tab.sort ?? []) : [narrowing.sort];
  const shown = useMemo(() => view.columns.filter((column) => !column.hidden), [view]);
  const actionsWidth = view.row.length === 0 ? 0 : rowActionsWidth(view.row);
  const label = view.entity.document.label;
  const columns = [
    ...shown.map((column) => withTwoWays(tableColumn(column, sort))),
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
  const width = shown.reduce((sum, column) => sum + columnWidth(column), actionsWidth);
  return (
    <TabFrame view={view} record={record} query={query} narrowing={narrowing} onNarrow={setNarrowing}>
      {(rows) => (
        <DataTable
          size="small"
          columns={columns}
          dataSource={[...rows]}
          scroll={{ x: width }}
          isStale={query.isPlaceholderData}
          onChange={(_, __, sorter) => setNarrowing(sortedBy(narrowing, sorter, shown))}
        />
      )}
    </TabFrame>
  );
}

type Sorter = Parameters<NonNullable<TableProps<WireRecord>['onChange']>>[2];

/** A heading turns the order round; there is no third click that leaves it to the page, which may have the same. */
function withTwoWays(column: TableColumnType<WireRecord>): TableColumnType<WireRecord> {
  return column.sorter === undefined ? column : { ...column, sortDirections: ['ascend', 'descend', 'ascend'] };
}

/** Sorted by the heading that was used. */
function sortedBy(narrowing: TabNarrowing, sorter: Sorter, columns: readonly ColumnView[]): TabNarrowing {
  const { sort: _, ...rest } = narrowing;
  const { columnKey, order } = Array.isArray(sorter) ? { columnKey: undefined, order: undefined } : sorter;
  const path = columns.find(({ key }) => key === columnKey)?.path;
  if (path === undefined || order === undefined || order === null) return rest;
  return { ...rest, sort: order === 'ascend' ? path : `-${path}` };
}
