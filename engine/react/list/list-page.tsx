import { type ReactNode, Suspense, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { ListView } from '../../model/view/index.ts';
import { ActionBar } from '../actions/action-bar.tsx';
import { useText } from '../host/engine-context.tsx';
import { EmbeddedPageContext } from '../host/page-runtime.ts';
import { RowPickingContext } from '../host/row-picking.ts';
import { ImportButton } from '../import/import-button.tsx';
import { Announcements } from '../page/announcements.tsx';
import { PageHeader } from '../page/page-header.tsx';
import { PageSkeleton } from '../page/page-skeleton.tsx';
import { PageTab } from '../page/page-tab.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { useIsNarrow } from '../theme/use-media.ts';
import { ListBody } from './displays/list-body.tsx';
import { ListFigures } from './figures/list-figures.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import { FaultNotice } from './frame/list-notices.tsx';
import { CreateByKey } from './keys/create-by-key.tsx';
import { ListKeys } from './keys/list-keys.tsx';
import { chosenView } from './state/known-views.ts';
import { displayOf, fromStart, tabOf, whereOf } from './state/list-state.ts';
import { useListState } from './state/use-list-state.ts';
import { ListTabs } from './tabs/list-tabs.tsx';
import { ListToolsSlot } from './toolbar/list-tools-slot.ts';
import { ViewNotice } from './view-switcher/view-notice.tsx';
import { ViewSwitcher } from './view-switcher/view-switcher.tsx';
import { ListViewsContext } from './views/list-views-context.ts';
import { useKnownViews } from './views/use-known-views.ts';
import { usePersistedLayout } from './views/use-persisted-layout.ts';
import './list.css';

// Few lists have a tree beside them.
const ListTreeFilter = lazyPart(async () => (await import('./tree-filter/tree-filter.tsx')).ListTreeFilter);

type Params = Readonly<Record<string, string>>;
type ListPageProps = {
  readonly view: ListView;
  readonly params: Params;
  readonly onParams?: ((params: Params) => void) | undefined;
};

/** A list page: figures, tabs, filters, and the rows as a table, board, calendar or tree; or what a form picks rows from. */
export function ListPage({ view, ...props }: ListPageProps) {
  const picking = useContext(RowPickingContext);
  const shown = useMemo(() => (picking === undefined ? view : picking.viewOf(view)), [view, picking]);
  return (
    <Announcements>
      <ListWithViews view={shown} {...props} />
    </Announcements>
  );
}

/** The list once it is known which views it has: one of them may be the one it opens with. */
function ListWithViews(props: ListPageProps) {
  const t = useText();
  const views = useKnownViews(props.view.page.name);
  const { known, isWaiting, isAsking } = views;
  // A view this browser has not heard of yet may be new; it is waited for.
  const isNew = isAsking && chosenView(props.params, known).isMissing;
  if (isWaiting || isNew) return <PageSkeleton label={t('engine.loading')} />;
  return <ListContent {...props} views={views} />;
}

/** What can be done with the list as a whole: its own actions, and taking in a table of further rows. */
function Toolbar({ view }: { readonly view: ListView }) {
  return (
    <div className="engine-actions">
      {view.imports.map((offer) => (
        <ImportButton key={offer.api} offer={offer} listed={view.entity.document.title} />
      ))}
      <ActionBar actions={view.toolbar} slot="toolbar" />
    </div>
  );
}

type ListContentProps = ListPageProps & { readonly views: ReturnType<typeof useKnownViews> };

function ListContent({ view, params, onParams, views }: ListContentProps) {
  const { known } = views;
  const list = useListState(view, params, onParams, known);
  const { state, setState, chosen } = list;
  const { persisted, calls } = usePersistedLayout(view.page.name, known);
  const ofViews = useMemo(() => ({ known, chosen, persisted, calls }), [known, chosen, persisted, calls]);
  const openedId = chosen.saved?.id;
  useEffect(() => {
    if (openedId !== undefined) void calls.noteUse(openedId);
  }, [openedId, calls]);
  const root = useRef<HTMLDivElement>(null);
  const tab = tabOf(state, view);
  const hasRows = tab?.page === undefined;
  const [slot, setSlot] = useToolsSlot();
  const hasHead = useHasWideHead();
  const isWide = hasHead && hasRows;
  const tools = <HeadTools view={view} list={list} hasRows={hasRows} slot={isWide ? setSlot : undefined} />;
  return (
    <ListViewsContext.Provider value={ofViews}>
      <ListKeys root={root} isOn={hasRows}>
        <CreateByKey view={view} />
        <div className="engine-page engine-list-page" ref={root}>
          <ListTop view={view} head={hasHead ? (view.tabs.length > 0 ? 'tabs' : 'tools') : 'title'} tools={tools} />
          <ViewNotice
            view={view}
            lost={list.lost}
            error={views.error}
            onRetry={() => void views.refetch()}
            onLeave={() => setState(state)}
          />
          {hasRows ? (
            <ListFigures figures={view.figures} where={whereOf(state, view)} withConditions={list.withConditions} />
          ) : null}
          {/* With another tab or view the place in the old one means nothing. */}
          <BesideTree view={view} list={list}>
            <ListTabs
              view={view}
              chosen={state.tab}
              onChange={(key) => setState(fromStart(state, { tab: key }))}
              beside={isWide ? tools : null}
            >
              <ListToolsSlot.Provider value={isWide ? slot : undefined}>
                <ListPart view={view} list={list} />
              </ListToolsSlot.Provider>
            </ListTabs>
          </BesideTree>
        </div>
      </ListKeys>
    </ListViewsContext.Provider>
  );
}

/**
 * The place in the head for the tools of the rows. A page that goes out of sight keeps it: else its tools would be drawn
 * anew whenever somebody comes back.
 */
function useToolsSlot() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const keep = useCallback((place: HTMLElement | null) => {
    if (place !== null) setSlot(place);
  }, []);
  return [slot, keep] as const;
}

type ListPartProps = { readonly view: ListView; readonly list: ReturnType<typeof useListState> };

/** Whether the head of the page has room for the tools of the list; a list within a page or a picker has its own line. */
function useHasWideHead(): boolean {
  const isNarrow = useIsNarrow();
  const isEmbedded = useContext(EmbeddedPageContext);
  const isPicking = useContext(RowPickingContext) !== undefined;
  return !(isNarrow || isEmbedded || isPicking);
}

type HeadToolsProps = ListPartProps & {
  readonly hasRows: boolean;
  /** Takes the place where the rows put their number and their tools; undefined where they have a line of their own. */
  readonly slot: ((place: HTMLElement | null) => void) | undefined;
};

/** In which view the list is, its number of rows, its tools, and what can be done with the whole of it. */
function HeadTools({ view, list, hasRows, slot }: HeadToolsProps) {
  const { state, setState, initial, go } = list;
  if (!hasRows) return null;
  const switcher = <ViewSwitcher {...{ view, state, initial, go, stay: () => setState(state) }} />;
  if (slot === undefined)
    return (
      <>
        {switcher}
        <Toolbar view={view} />
      </>
    );
  return (
    <div className="engine-list-bar">
      {switcher}
      <div className="engine-list-slot" ref={slot} />
      <Toolbar view={view} />
    </div>
  );
}

type ListTopProps = {
  readonly view: ListView;
  /**
   * What stands at the head of the page: its tabs with the tools beside them, the tools, or its title before the tools.
   * Where there is room for tabs of pages and for the way here, those say what the page is, and the title is for those
   * who listen.
   */
  readonly head: 'tabs' | 'tools' | 'title';
  readonly tools: ReactNode;
};

/** What the list is, and its tools where no tabs have them beside them. */
function ListTop({ view, head, tools }: ListTopProps) {
  const isEmbedded = useContext(EmbeddedPageContext);
  const isPicking = useContext(RowPickingContext) !== undefined;
  if (isPicking) return null;
  if (isEmbedded) return <div className="engine-embedded-actions">{tools}</div>;
  if (head === 'title') return <PageHeader title={view.page.title} actions={tools} />;
  const title = <h1 className="engine-said">{view.page.title}</h1>;
  if (head === 'tabs') return title;
  return (
    <header className="engine-page-header engine-list-head-bare">
      {title}
      {tools}
    </header>
  );
}

/** The rows beside the tree that narrows them, where the page has one. */
function BesideTree({ view, list, children }: ListPartProps & { readonly children: ReactNode }) {
  const { state, setState } = list;
  if (view.aside === undefined) return children;
  const choose = (id: string | undefined) => {
    const { node: _, ...rest } = fromStart(state, {});
    setState(id === undefined ? rest : { ...rest, node: id });
  };
  return (
    <div className="engine-beside">
      <Suspense fallback={<section className="engine-card engine-tree-filter" aria-label={view.aside.title} />}>
        <ListTreeFilter view={view.aside} chosen={state.node} onChoose={choose} />
      </Suspense>
      <div className="engine-beside-list">{children}</div>
    </div>
  );
}

/** What the chosen tab shows: another page, or the rows below their filters. */
function ListPart({ view, list }: ListPartProps) {
  const { state, setState, initial, inner, setInner } = list;
  const tab = tabOf(state, view);
  if (tab?.page !== undefined) return <PageTab key={tab.key} page={tab.page} params={inner} onParams={setInner} />;
  if (tab?.fault !== undefined) return <FaultNotice name={tab.title} fault={tab.fault} />;
  return (
    <>
      <FilterBar view={view} state={state} initial={initial} onChange={setState} />
      <ListBody key={state.tab} view={view} state={state} display={displayOf(state, view)} setState={setState} />
    </>
  );
}
