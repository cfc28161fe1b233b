import { useMemo } from 'react';
import type { RowsTabView, WireRecord } from '../../model/index.ts';
import { RowActions, RowActionsTitle, rowActionsWidth } from '../actions/row-actions.tsx';
import { DataTable } from '../list/data-table.tsx';
import { columnWidth, tableColumn } from '../list/list-columns.tsx';
import { TabFrame } from './tab-frame.tsx';
import { useTabRows } from './use-tab-rows.ts';

/** Rows that belong to the record, as a compact table. */
export function ListTab({ view, record }: { readonly view: RowsTabView; readonly record: WireRecord }) {
  const query = useTabRows(view, record);
  const shown = useMemo(() => view.columns.filter((column) => !column.hidden), [view]);
  const actionsWidth = view.row.length === 0 ? 0 : rowActionsWidth(view.row);
  const label = view.entity.document.label;
  const columns = [
    ...shown.map((column) => tableColumn({ ...column, sortable: false }, [])),
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
    <TabFrame view={view} record={record} query={query}>
      {(rows) => <DataTable size="small" columns={columns} dataSource={[...rows]} scroll={{ x: width }} />}
    </TabFrame>
  );
}
