import { useContext, useRef } from 'react';
import type { ListView } from '../../model/index.ts';
import { ActionBar } from '../actions/action-bar.tsx';
import { PageHeader } from '../page/page-header.tsx';
import { EmbeddedPageContext } from '../page/page-runtime.ts';
import { Announcements } from './announcements.tsx';
import { FilterBar } from './filter-bar.tsx';
import { CreateByKey } from './keys/create-by-key.tsx';
import { ListKeys } from './keys/list-keys.tsx';
import { ListBody } from './list-body.tsx';
import { ListFigures } from './list-figures.tsx';
import { FaultNotice } from './list-notices.tsx';
import { displayOf, fromStart, tabOf } from './list-state.ts';
import { ListTabs } from './list-tabs.tsx';
import { PageTab } from './page-tab.tsx';
import { useListState } from './use-list-state.ts';
import './list.css';

type Params = Readonly<Record<string, string>>;
type ListPageProps = {
  readonly view: ListView;
  readonly params: Params;
  readonly onParams?: ((params: Params) => void) | undefined;
};

/** A list page: figures, tabs, filters, and the rows as a table, board, calendar or tree. */
export function ListPage(props: ListPageProps) {
  return (
    <Announcements>
      <ListContent {...props} />
    </Announcements>
  );
}

function ListContent({ view, params, onParams }: ListPageProps) {
  const { state, setState, initial, inner, setInner } = useListState(view, params, onParams);
  const isEmbedded = useContext(EmbeddedPageContext);
  const root = useRef<HTMLDivElement>(null);
  const tab = tabOf(state, view);
  const hasRows = tab?.page === undefined;
  const toolbar = hasRows ? <ActionBar actions={view.toolbar} slot="toolbar" /> : null;
  return (
    <ListKeys root={root} isOn={hasRows}>
      <CreateByKey view={view} />
      <div className="engine-page" ref={root}>
        {isEmbedded ? (
          <div className="engine-embedded-actions">{toolbar}</div>
        ) : (
          <PageHeader title={view.page.title} actions={toolbar} />
        )}
        <ListFigures figures={view.figures} />
        {/* With another tab or view the place in the old one means nothing. */}
        <ListTabs view={view} chosen={state.tab} onChange={(key) => setState(fromStart(state, { tab: key }))}>
          {tab?.page !== undefined ? (
            <PageTab key={tab.key} page={tab.page} params={inner} onParams={setInner} />
          ) : tab?.fault !== undefined ? (
            <FaultNotice name={tab.title} fault={tab.fault} />
          ) : (
            <>
              <FilterBar view={view} state={state} initial={initial} onChange={setState} />
              <ListBody
                key={state.tab}
                view={view}
                state={state}
                display={displayOf(state, view)}
                setState={setState}
              />
            </>
          )}
        </ListTabs>
      </div>
    </ListKeys>
  );
}
