import { Alert, Skeleton, type TableProps } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import type { RowsTabView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { DataTable } from '../../data-table/data-table.tsx';
import { useText } from '../../host/engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { shownColumns, tabColumns } from './tab-columns.tsx';
import { TabFrame } from './tab-frame.tsx';
import { isNarrowed, type TabNarrowing } from './tab-narrowing.ts';
import { useTabCount, useTabRows } from './use-tab-rows.ts';

// Most tabs are no trees.
const TreeRows = lazyPart(async () => (await import('./tree-rows.tsx')).TreeRows);

type ListTabProps = { readonly view: RowsTabView; readonly record: WireRecord };

/** Rows that belong to the record, as a compact table, or as a tree until they are narrowed or sorted. */
export function ListTab({ view, record }: ListTabProps) {
  const [narrowing, setNarrowing] = useState<TabNarrowing>({});
  const { tree } = view;
  const isTree = tree !== undefined && narrowing.sort === undefined && !isNarrowed(narrowing);
  const query = useTabRows(view, record, narrowing, !isTree);
  const counted = useTabCount(view, record, isTree);
  const sort = narrowing.sort === undefined ? (view.tab.sort ?? []) : [narrowing.sort];
  const { columns, width } = tabColumns(view, sort);
  const onChange: TableProps<WireRecord>['onChange'] = (_, __, sorter) =>
    setNarrowing(sortedBy(narrowing, sorter, view));
  return (
    <TabFrame
      view={view}
      record={record}
      query={query}
      count={isTree ? counted : query}
      narrowing={narrowing}
      onNarrow={setNarrowing}
      instead={
        isTree ? (
          <Suspense fallback={<Skeleton active title={false} />}>
            <TreeRows
              view={view}
              tree={tree}
              record={record}
              table={{ size: 'small', columns, scroll: { x: width }, onChange }}
            />
          </Suspense>
        ) : undefined
      }
    >
      {(rows) => (
        <>
          {tree === undefined ? null : <FlatNote />}
          <DataTable
            size="small"
            columns={columns}
            dataSource={[...rows]}
            scroll={{ x: width }}
            isStale={query.isPlaceholderData}
            onChange={onChange}
          />
        </>
      )}
    </TabFrame>
  );
}

/** A tree that is narrowed or sorted is a list. */
function FlatNote(): ReactNode {
  const t = useText();
  return <Alert type="info" showIcon className="engine-list-note" message={t('engine.list.tree.flat')} />;
}

type Sorter = Parameters<NonNullable<TableProps<WireRecord>['onChange']>>[2];

/** Sorted by the heading that was used. */
function sortedBy(narrowing: TabNarrowing, sorter: Sorter, view: RowsTabView): TabNarrowing {
  const { sort: _, ...rest } = narrowing;
  const { columnKey, order } = Array.isArray(sorter) ? { columnKey: undefined, order: undefined } : sorter;
  const path = shownColumns(view).find(({ key }) => key === columnKey)?.path;
  if (path === undefined || order === undefined || order === null) return rest;
  return { ...rest, sort: order === 'ascend' ? path : `-${path}` };
}
