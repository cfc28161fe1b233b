import { InboxOutlined, SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import type { ListView, WireRecord } from '../../model/index.ts';
import { ActionBar } from '../actions/action-bar.tsx';
import { useEngine, useText } from '../engine-context.tsx';
import { FaultBlock, Notice } from '../faults/fault-block.tsx';
import { PageHeader } from '../page/page-header.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FilterChips } from './filter-chips.tsx';
import { ListPager } from './list-pager.tsx';
import { RowsSkeleton } from './list-skeleton.tsx';
import { fromStart, isFiltered, type ListState, whereOf } from './list-state.ts';
import { ListTable } from './list-table.tsx';
import { ListTools } from './list-tools.tsx';
import { ListTotal } from './list-total.tsx';
import { useListLayout } from './use-list-layout.ts';
import { useListQuery } from './use-list-query.ts';
import { useListState } from './use-list-state.ts';
import './list.css';

type Params = Readonly<Record<string, string>>;
type ListPageProps = {
  readonly view: ListView;
  readonly params: Params;
  readonly onParams?: ((params: Params) => void) | undefined;
};

/** A list page: filters, rows, actions and pager. */
export function ListPage({ view, params, onParams }: ListPageProps) {
  const { user } = useEngine();
  const [state, setState] = useListState(view, params, onParams);
  const { layout, change, reset } = useListLayout(view, user.id);
  const query = useListQuery(view, state);
  const [selected, setSelected] = useState<readonly WireRecord[]>([]);
  const answer = query.data;
  // Other rows on the screen: what was selected is no longer in sight, so it is no longer selected.
  useEffect(() => {
    const ids = new Set(answer?.list.map((record) => record.id));
    setSelected((before) => before.filter((record) => ids.has(record.id)));
  }, [answer]);
  return (
    <div className="engine-page">
      <PageHeader title={view.page.title} actions={<ActionBar actions={view.toolbar} slot="toolbar" />} />
      <FilterBar view={view} state={state} onChange={setState} />
      <section className="engine-card engine-list" aria-label={view.page.title}>
        <div className="engine-list-head">
          {selected.length > 0 ? (
            <BulkBar actions={view.bulk} selected={selected} onClear={() => setSelected([])} />
          ) : (
            <div className="engine-list-summary">
              {answer === undefined ? null : (
                <ListTotal key={JSON.stringify(whereOf(state, view))} view={view} state={state} answer={answer} />
              )}
              <FilterChips view={view} state={state} onChange={setState} />
            </div>
          )}
          <ListTools
            view={view}
            layout={layout}
            onLayout={change}
            onResetLayout={reset}
            onRefresh={() => void query.refetch()}
            refreshing={query.isFetching}
          />
        </div>
        <ListRows
          view={view}
          state={state}
          setState={setState}
          layout={layout}
          query={query}
          selected={selected}
          setSelected={setSelected}
        />
      </section>
    </div>
  );
}

type ListRowsProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
  readonly layout: ReturnType<typeof useListLayout>['layout'];
  readonly query: ReturnType<typeof useListQuery>;
  readonly selected: readonly WireRecord[];
  readonly setSelected: (records: readonly WireRecord[]) => void;
};

function ListRows({ view, state, setState, layout, query, selected, setSelected }: ListRowsProps) {
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
        layout={layout}
        answer={answer}
        isStale={isPlaceholderData}
        selected={selected}
        onSelect={setSelected}
        onChange={setState}
      />
      <ListPager state={state} answer={answer} onChange={setState} />
    </>
  );
}

/** Nothing here, and why: no data yet with the next action, or conditions that leave nothing. */
function EmptyList({ view, state, setState }: Pick<ListRowsProps, 'view' | 'state' | 'setState'>) {
  const t = useText();
  const isBeyond = state.cursor !== undefined || state.page > 1;
  if (isBeyond) {
    return (
      <Notice size="page" icon={<InboxOutlined aria-hidden="true" />} title={t('engine.list.beyond')}>
        <Button onClick={() => setState(fromStart(state, {}))}>{t('engine.pager.first')}</Button>
      </Notice>
    );
  }
  if (isFiltered(state)) {
    return (
      <Notice
        size="page"
        icon={<SearchOutlined aria-hidden="true" />}
        title={t('engine.list.emptyFiltered')}
        detail={t('engine.list.emptyFilteredHint')}
      >
        <Button onClick={() => setState(fromStart(state, { keyword: '', filters: {}, extra: [] }))}>
          {t('engine.list.clearFilters')}
        </Button>
      </Notice>
    );
  }
  return (
    <Notice
      size="page"
      icon={<InboxOutlined aria-hidden="true" />}
      title={t('engine.list.empty')}
      detail={view.page.empty}
    >
      <ActionBar actions={view.toolbar} slot="toolbar" />
    </Notice>
  );
}
