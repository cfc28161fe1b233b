import { useMemo, useRef } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { useIsNarrow } from '../../theme/use-media.ts';
import { foundOf, ListFrame } from '../frame/list-frame.tsx';
import { ListPager } from '../frame/list-pager.tsx';
import { ListTotal } from '../frame/list-total.tsx';
import { ListSums } from '../group/list-sums.tsx';
import { useRowFocus } from '../keys/use-row-focus.ts';
import { useTableCommands } from '../keys/use-table-commands.ts';
import { useListLayout } from '../layout/use-list-layout.ts';
import { useRowGrip } from '../order/use-row-grip.tsx';
import type { RowStore } from '../rows/row-store.ts';
import { useNavigationMark } from '../rows/use-navigation-mark.ts';
import { useRowStore } from '../rows/use-row-store.ts';
import { useRowsAbout } from '../rows/use-rows-about.ts';
import { type ListState, whereOf } from '../state/list-state.ts';
import { useAskedAt, useListQuery } from '../state/use-list-query.ts';
import { ListTable } from '../table/list-table.tsx';

const RecordCards = lazyPart(async () => (await import('../cards/record-cards.tsx')).RecordCards);
const GroupedDisplay = lazyPart(async () => (await import('../group/grouped-display.tsx')).GroupedDisplay);

type TableDisplayProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
};

const none: readonly WireRecord[] = [];

/** The rows of a list as a table, or cards where there is no room for one; either may be in groups. */
export function TableDisplay(props: TableDisplayProps) {
  const { group } = props.state;
  if (group !== undefined) return <GroupedDisplay {...props} choice={group} />;
  return <PagedDisplay {...props} />;
}

/** The rows of a list page by page. */
function PagedDisplay({ view, state, setState }: TableDisplayProps) {
  const layout = useListLayout(view);
  const query = useListQuery(view, state);
  const { data: answer } = query;
  useNavigationMark(view, state, query.isPlaceholderData ? undefined : answer);
  const root = useRef<HTMLDivElement>(null);
  const store = useRowStore();
  const focus = useRowFocus(root, store, answer?.list ?? none, useRowsAbout(view, state));
  useTableCommands({ view, state, setState, store, focus, answer, isPaged: true });
  const found = foundOf(answer?.list);
  return (
    <>
      <ListFrame
        view={view}
        state={state}
        setState={setState}
        layout={layout}
        store={store}
        answer={answer}
        summary={
          answer === undefined ? null : (
            <ListTotal key={JSON.stringify(whereOf(state, view))} view={view} state={state} answer={answer} />
          )
        }
        found={found}
        error={query.error}
        onRetry={() => void query.refetch()}
        root={root}
      >
        <Rows view={view} state={state} setState={setState} layout={layout} store={store} query={query} />
      </ListFrame>
      {answer === undefined || found === 'none' ? null : (
        <>
          <ListSums view={view} state={state} answer={answer} />
          <ListPager state={state} answer={answer} onChange={setState} />
        </>
      )}
    </>
  );
}

type RowsProps = TableDisplayProps & {
  readonly layout: ReturnType<typeof useListLayout>;
  readonly store: RowStore;
  readonly query: ReturnType<typeof useListQuery>;
};

function Rows({ view, state, setState, layout, store, query }: RowsProps) {
  const isNarrow = useIsNarrow();
  const list = query.data?.list;
  const grip = useRowGrip(view, state, list ?? none);
  const rows = useMemo(() => list?.map((record) => ({ record, depth: 0 })), [list]);
  const shared = { view, layout, store, askedAt: useAskedAt(query), isStale: query.isPlaceholderData };
  if (isNarrow) return <RecordCards {...shared} records={list} count={state.size} />;
  return <ListTable {...shared} {...grip} rows={rows} state={state} setState={setState} />;
}
