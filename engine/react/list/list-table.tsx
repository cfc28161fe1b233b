import type { CheckboxProps, TableProps } from 'antd';
import type { SorterResult } from 'antd/es/table/interface';
import { useMemo } from 'react';
import type { ListView, WireRecord } from '../../model/index.ts';
import { RowActions, RowActionsTitle, rowActionsWidth } from '../actions/row-actions.tsx';
import { useEngine, useText } from '../engine-context.tsx';
import { DataTable } from './data-table.tsx';
import { columnWidth, tableColumn } from './list-columns.tsx';
import { fromStart, type ListState } from './list-state.ts';
import type { ListLayout } from './use-list-layout.ts';

type ListTableProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly layout: ListLayout;
  readonly rows: readonly WireRecord[];
  readonly isStale: boolean;
  readonly selected: readonly WireRecord[];
  readonly onSelect: (records: readonly WireRecord[]) => void;
  readonly onChange: (state: ListState) => void;
  /** How rows open to those below them, where they do. */
  readonly expandable?: TableProps<WireRecord>['expandable'];
};

const selectionWidth = 40;

/** The rows of a list, with their actions and selection. */
export function ListTable(props: ListTableProps) {
  const { view, state, layout, rows, isStale, selected, onSelect, onChange, expandable } = props;
  const t = useText();
  const { stickyTop } = useEngine();
  const sort = state.sort.length > 0 ? state.sort : (view.page.sort ?? []);
  const shown = useMemo(() => view.columns.filter((column) => !layout.hidden.has(column.key)), [view, layout.hidden]);
  const hasSelection = view.bulk.length > 0;
  const actionsWidth = view.row.length === 0 ? 0 : rowActionsWidth(view.row);
  const width =
    shown.reduce((sum, column) => sum + columnWidth(column), 0) + actionsWidth + (hasSelection ? selectionWidth : 0);
  const label = view.entity.document.label;
  const columns = [
    ...shown.map((column) => tableColumn(column, sort)),
    ...(actionsWidth === 0
      ? []
      : [
          {
            key: ':actions',
            title: <RowActionsTitle actions={view.row} />,
            width: actionsWidth,
            fixed: 'right' as const,
            render: (_: unknown, record: WireRecord) => (
              <RowActions actions={view.row} record={record} name={nameOf(record, label)} />
            ),
          },
        ]),
  ];
  const resort = (sorter: SorterResult<WireRecord> | SorterResult<WireRecord>[]) => {
    const [first] = Array.isArray(sorter) ? sorter : [sorter];
    const path = shown.find((column) => column.key === first?.columnKey)?.path;
    const next = path === undefined || !first?.order ? [] : [first.order === 'descend' ? `-${path}` : path];
    onChange(fromStart(state, { sort: next }));
  };
  return (
    <DataTable
      isStale={isStale}
      size={layout.density}
      columns={columns}
      dataSource={[...rows]}
      scroll={{ x: width }}
      sticky={{ offsetHeader: stickyTop ?? 0 }}
      onChange={(_, __, sorter) => resort(sorter)}
      {...(expandable === undefined ? {} : { expandable })}
      {...(hasSelection
        ? {
            rowSelection: {
              columnWidth: selectionWidth,
              fixed: true,
              selectedRowKeys: selected.map((record) => record.id),
              onChange: (_: unknown, records: WireRecord[]) => onSelect(records),
              getTitleCheckboxProps: () => labelled(t('engine.list.selectAll')),
              getCheckboxProps: (record: WireRecord) =>
                labelled(t('engine.list.select', { name: nameOf(record, label) })),
            },
          }
        : {})}
    />
  );
}

/** antd passes aria attributes on to the checkbox, though its type does not name them. */
function labelled(label: string): Partial<CheckboxProps> {
  const attributes: { 'aria-label': string; title?: string } = { 'aria-label': label };
  return attributes;
}

function nameOf(record: WireRecord, label: string): string {
  const name = record[label];
  return typeof name === 'string' ? name : '';
}
