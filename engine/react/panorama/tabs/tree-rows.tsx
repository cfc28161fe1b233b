import { InboxOutlined } from '@ant-design/icons';
import type { TableProps } from 'antd';
import type { ReactNode } from 'react';
import { recordPathOf } from '../../../model/documents/index.ts';
import { matchWhere } from '../../../model/record/index.ts';
import type { RowsTabView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { DataTable } from '../../data-table/data-table.tsx';
import { FaultBlock, Notice } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { BoundedNote } from '../../list/tree-nodes/tree-tools.tsx';
import { createAction } from '../../list/tree-nodes/use-adding.ts';
import { addingId, useTreeNodes } from '../../list/tree-nodes/use-tree-nodes.tsx';
import { Announcements } from '../../page/announcements.tsx';
import { valueAt } from '../../record/record-path.ts';
import type { TabColumn } from './tab-columns.tsx';

type TreeRowsProps = {
  readonly view: RowsTabView;
  readonly tree: NonNullable<RowsTabView['tree']>;
  /** The record of the page, to which the tree belongs. */
  readonly record: WireRecord;
  /** How the rows are drawn in a table. */
  readonly table: Omit<TableProps<WireRecord>, 'columns'> & { readonly columns: readonly TabColumn[] };
};

/** The rows of a tab as a tree: opened node by node, moved, and added where the new ones will stand. */
export function TreeRows(props: TreeRowsProps) {
  return (
    <Announcements>
      <Nodes {...props} />
    </Announcements>
  );
}

function Nodes({ view, tree: drawn, record, table }: TreeRowsProps) {
  const t = useText();
  const { tab, entity, fields, toolbar } = view;
  const { tree, rows, nodeButton, tools, adding } = useTreeNodes({
    source: {
      entity: tab.entity,
      path: tab.api,
      fields,
      parent: drawn.parent,
      where: matchWhere(tab.match, record) ?? [],
      sort: tab.sort,
    },
    move: drawn.move,
    add: {
      action: drawn.add === true ? createAction(toolbar, tab.entity) : undefined,
      entity: entity.document,
      whole: wholeOf(view, drawn.within, record),
      record,
    },
  });
  const { error } = tree.top;
  const isEmpty = rows?.length === 0 && adding === undefined;
  const depths = new Map(rows?.map((row) => [row.record.id, row.depth]));
  return (
    <>
      <div className="engine-tab-tree">{tools}</div>
      <BoundedNote tree={tree} />
      {error !== null && rows === undefined ? (
        <FaultBlock error={error} onRetry={() => void tree.top.refetch()} />
      ) : isEmpty ? (
        <Notice icon={<InboxOutlined aria-hidden="true" />} title={t('engine.list.empty')} detail={tab.empty} />
      ) : (
        <DataTable
          {...table}
          loading={rows === undefined}
          // What is open stands in the rows already: antd is to find no rows below others.
          expandable={{ childrenColumnName: ':none' }}
          columns={withNodes(table.columns, {
            before: (row) => (
              <span className="engine-tree-place" style={{ paddingLeft: (depths.get(row.id) ?? 0) * 20 }}>
                {nodeButton(row)}
              </span>
            ),
            box: adding?.box,
          })}
          dataSource={withAdding(rows?.map((row) => row.record) ?? [], adding?.at)}
          rowClassName={(row) => (row.id === addingId ? 'engine-tree-add-line' : '')}
        />
      )}
    </>
  );
}

/** What all rows of the tree are within: the value of the record by which they are found. */
function wholeOf({ tab }: RowsTabView, within: string, record: WireRecord): string | undefined {
  const path = recordPathOf(tab.match[within]);
  const value = path === undefined ? tab.match[within] : valueAt(record, path);
  return typeof value === 'string' ? value : undefined;
}

/** The rows, and among them the line of the box. */
function withAdding(rows: readonly WireRecord[], at: number | undefined): WireRecord[] {
  if (at === undefined) return [...rows];
  return [...rows.slice(0, at), { id: addingId }, ...rows.slice(at)];
}

type LineParts = { readonly before: (row: WireRecord) => ReactNode; readonly box: ReactNode };

/** The first column says how the rows stand below one another; the box of adding has a line for itself. */
function withNodes(columns: readonly TabColumn[], { before, box }: LineParts): TabColumn[] {
  return columns.map((column, index) => ({
    ...column,
    onCell: (row) => (row.id === addingId ? { colSpan: index === 0 ? columns.length : 0, className: 'engine-td' } : {}),
    render: (value, row) => {
      if (row.id === addingId) return index === 0 ? box : null;
      return (
        <>
          {index === 0 ? before(row) : null}
          {column.render(value, row)}
        </>
      );
    },
  }));
}
