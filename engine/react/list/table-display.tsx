import { useEffect, useState } from 'react';
import type { ListView, QueryAnswer, WireRecord } from '../../model/index.ts';
import { useEngine, useText } from '../engine-context.tsx';
import { FaultBlock } from '../faults/fault-block.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ListHead } from './list-head.tsx';
import { EmptyList } from './list-notices.tsx';
import { ListPager } from './list-pager.tsx';
import { RowsSkeleton } from './list-skeleton.tsx';
import { type ListState, whereOf } from './list-state.ts';
import { ListTable } from './list-table.tsx';
import { ListTotal } from './list-total.tsx';
import { type LayoutTools, useListLayout } from './use-list-layout.ts';
import { useListQuery } from './use-list-query.ts';

type TableDisplayProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
};

/** The rows of a list page by page, with selection, total and pager. */
export function TableDisplay({ view, state, setState }: TableDisplayProps) {
  const { user } = useEngine();
  const layout = useListLayout(view, user.id);
  const query = useListQuery(view, state);
  const answer = query.data;
  const [selected, setSelected] = useSelection(answer);
  return (
    <>
      <ListHead
        view={view}
        state={state}
        setState={setState}
        layout={layout}
        instead={
          selected.length === 0 ? undefined : (
            <BulkBar actions={view.bulk} selected={selected} onClear={() => setSelected([])} />
          )
        }
        summary={
          answer === undefined ? null : (
            <ListTotal key={JSON.stringify(whereOf(state, view))} view={view} state={state} answer={answer} />
          )
        }
      />
      <TableRows
        view={view}
        state={state}
        setState={setState}
        layout={layout}
        query={query}
        selected={selected}
        setSelected={setSelected}
      />
    </>
  );
}

/** The selected rows; what is no longer in sight is no longer selected. */
function useSelection(answer: QueryAnswer | undefined) {
  const [selected, setSelected] = useState<readonly WireRecord[]>([]);
  useEffect(() => {
    const ids = new Set(answer?.list.map((record) => record.id));
    setSelected((before) => before.filter((record) => ids.has(record.id)));
  }, [answer]);
  return [selected, setSelected] as const;
}

type TableRowsProps = TableDisplayProps & {
  readonly layout: LayoutTools;
  readonly query: ReturnType<typeof useListQuery>;
  readonly selected: readonly WireRecord[];
  readonly setSelected: (records: readonly WireRecord[]) => void;
};

function TableRows({ view, state, setState, layout, query, selected, setSelected }: TableRowsProps) {
  const t = useText();
  const { data: answer, error, isPlaceholderData } = query;
  if (error !== null) return <FaultBlock error={error} onRetry={() => void query.refetch()} size="page" />;
  if (answer === undefined)
    return <RowsSkeleton columns={Math.min(view.columns.length, 8)} label={t('engine.loading')} />;
  if (answer.list.length === 0) return <EmptyList view={view} state={state} setState={setState} />;
  return (
    <>
      <ListTable
        view={view}
        state={state}
        layout={layout.layout}
        rows={answer.list}
        isStale={isPlaceholderData}
        selected={selected}
        onSelect={setSelected}
        onChange={setState}
      />
      <ListPager state={state} answer={answer} onChange={setState} />
    </>
  );
}
