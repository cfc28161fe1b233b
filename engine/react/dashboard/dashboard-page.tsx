import { type ReactNode, Suspense, useContext, useMemo, useState } from 'react';
import type { Card } from '../../model/documents/index.ts';
import type { DashboardCardView, DashboardView } from '../../model/view/index.ts';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { FaultBlock } from '../faults/fault-block.tsx';
import { useText } from '../host/engine-context.tsx';
import { DesignPlace, useDesignMark } from '../host/page-design.tsx';
import { EmbeddedPageContext } from '../host/page-runtime.ts';
import { innerParams, outerParams } from '../page/inner-params.ts';
import { PageHeader } from '../page/page-header.tsx';
import { PageSkeleton } from '../page/page-skeleton.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { CardByKind, FaultyCard } from './cards/card-by-kind.tsx';
import { DashboardContext, type DashboardShared } from './data/dashboard-context.ts';
import { type DashboardState, periodsOf, readDashboardState, writeDashboardState } from './data/dashboard-state.ts';
import type { CardScope } from './data/use-dataset.ts';
import { useTrees } from './data/use-trees.ts';
import { PeriodSwitch } from './head/period-switch.tsx';
import { Refresh } from './head/refresh.tsx';
import { SharedFilters } from './head/shared-filters.tsx';
import './cards/dashboard.css';

// Few dashboards have others below them.
const DashboardTabs = lazyPart(async () => (await import('./tabs/dashboard-tabs.tsx')).DashboardTabs);

type Params = Readonly<Record<string, string>>;

type DashboardPageProps = {
  readonly view: DashboardView;
  readonly params: Params;
  readonly onParams: ((params: Params) => void) | undefined;
};

/** Figures, charts, tables and short lists for one period and one choice of filters; every card fails alone. */
export function DashboardPageView({ view, params, onParams }: DashboardPageProps) {
  const t = useText();
  const { state, setState, current, setTabs } = useDashboardState(view, params, onParams);
  const trees = useTrees(view);
  const mark = useDesignMark();
  const { filters, span } = state;
  const shared = useMemo<DashboardShared>(
    () => ({
      active: view.filters.filter(({ key }) => (filters[key] ?? []).length > 0),
      trees: new Map([...trees].map(([entity, { nodes }]) => [entity, nodes])),
      scope: view.page.scope,
    }),
    [view, filters, trees],
  );
  const hasFigures = view.cards.some(({ card }) => card !== undefined && 'dataset' in card);
  const actions = !hasFigures ? null : (
    <div className="engine-actions">
      <PeriodSwitch
        periods={periodsOf(view)}
        span={span}
        onChange={(changed) => setState({ ...state, span: changed })}
      />
      <Refresh />
    </div>
  );
  return (
    <div className="engine-page">
      <DashboardHead title={view.page.title} actions={actions} />
      <SharedFilters
        view={view}
        filters={filters}
        trees={trees}
        onChange={(changed) => setState({ ...state, filters: changed })}
      />
      <DashboardContext.Provider value={shared}>
        <div className="engine-dashboard">
          {view.cards.map((place) => (
            <div key={place.key} className={spanOf(place.card)} {...mark('cards', place.key)}>
              <DesignPlace at={['cards', place.key]}>
                <CardPlace place={place} scope={{ period: span, filters }} />
              </DesignPlace>
            </div>
          ))}
        </div>
      </DashboardContext.Provider>
      {view.tabs.length === 0 ? null : (
        <Suspense fallback={<PageSkeleton label={t('engine.loading')} />}>
          <DashboardTabs tabs={view.tabs} params={current} onParams={setTabs} />
        </Suspense>
      )}
    </div>
  );
}

/** Within another page that page has the title. */
function DashboardHead({ title, actions }: { readonly title: string; readonly actions: ReactNode }) {
  const isEmbedded = useContext(EmbeddedPageContext);
  if (isEmbedded) return actions === null ? null : <div className="engine-embedded-actions">{actions}</div>;
  return <PageHeader title={title} actions={actions} />;
}

/** The state of a dashboard, kept by the host in its address; here when the host keeps none. */
function useDashboardState(view: DashboardView, params: Params, onParams: DashboardPageProps['onParams']) {
  const [own, setOwn] = useState<Params>(params);
  const current = onParams === undefined ? own : params;
  const state = useMemo(() => readDashboardState(current, view, new Date().toISOString()), [current, view]);
  const go = onParams ?? setOwn;
  const written = (next: DashboardState) => writeDashboardState(next, view, new Date().toISOString());
  const setState = (next: DashboardState) => go({ ...ofTabs(current), ...written(next) });
  const setTabs = (next: Params) => go({ ...written(state), ...next });
  return { state, setState, current, setTabs };
}

/** The parameters that the tabs below the cards keep. */
function ofTabs(params: Params): Params {
  const tab = params.tab === undefined ? {} : { tab: params.tab };
  return { ...tab, ...outerParams(innerParams(params)) };
}

/** A figure keeps its quarter; other cards take the whole width of a phone. */
function spanOf(card: Card | undefined): string {
  if (card?.kind === 'figure') return 'engine-span-figure';
  return `engine-span-${card?.span ?? 2}`;
}

function CardPlace({ place, scope }: { readonly place: DashboardCardView; readonly scope: CardScope }) {
  const t = useText();
  const { card, key, fault } = place;
  if (card === undefined) return <FaultyCard title={t('engine.list.faultOf', { name: key })} detail={fault} />;
  return (
    <ErrorBoundary
      resetKey={card}
      fallback={(error, retry) => (
        <section className="engine-card engine-chart-card" aria-label={card.title}>
          <h2>{card.title}</h2>
          <FaultBlock error={error} onRetry={retry} />
        </section>
      )}
    >
      <CardByKind card={card} scope={scope} />
    </ErrorBoundary>
  );
}
