import { FrownOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryKeys } from '../../client/index.ts';
import { listView, type PageBundle, panoramaView, type ViewContext, viewContext } from '../../model/index.ts';
import { ActionHost } from '../actions/action-host.tsx';
import { DashboardPageView } from '../dashboard/dashboard-page.tsx';
import { useEngine, useText } from '../engine-context.tsx';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { FaultBlock, Notice } from '../faults/fault-block.tsx';
import { ListPage } from '../list/list-page.tsx';
import { PanoramaPageView } from '../panorama/panorama-page.tsx';
import { PageRuntimeContext, useNewPageRuntime } from './page-runtime.ts';
import { PageSkeleton } from './page-skeleton.tsx';

type Params = Readonly<Record<string, string>>;

type SchemaPageProps = {
  /** Name of the page document. */
  readonly name: string;
  /** Parameters of the address: `id` of the record, and what a list shows (see `readListState`). */
  readonly params: Params;
  /** Keeps changed parameters in the address; without it the page keeps them itself. */
  readonly onParams?: (params: Params) => void;
};

/** Draws a page from its document: fetched by name, compiled once, each part failing alone. */
export function SchemaPage({ name, params, onParams }: SchemaPageProps) {
  const { client, t } = useEngine();
  const bundle = useQuery({
    queryKey: queryKeys.page(name),
    queryFn: ({ signal }) => client.call<PageBundle>('/v1/sys/page/view', { name }, { signal, quiet: true }),
    staleTime: 5 * 60_000,
  });
  if (bundle.data !== undefined) {
    return (
      <ErrorBoundary
        resetKey={bundle.data}
        fallback={(error, retry) => <FaultBlock error={error} onRetry={retry} size="page" />}
      >
        <BundlePage key={name} bundle={bundle.data} params={params} onParams={onParams} />
      </ErrorBoundary>
    );
  }
  if (bundle.error !== null)
    return <FaultBlock error={bundle.error} onRetry={() => void bundle.refetch()} size="page" />;
  return <PageSkeleton label={t('engine.loading')} />;
}

type BundlePageProps = {
  readonly bundle: PageBundle;
  readonly params: Params;
  readonly onParams: ((params: Params) => void) | undefined;
};

function BundlePage({ bundle, params, onParams }: BundlePageProps) {
  const context = useMemo(() => viewContext(bundle), [bundle]);
  const runtime = useNewPageRuntime(bundle, context);
  return (
    <PageRuntimeContext.Provider value={runtime}>
      <ActionHost>
        <PageByKind bundle={bundle} context={context} params={params} onParams={onParams} />
      </ActionHost>
    </PageRuntimeContext.Provider>
  );
}

function PageByKind({ bundle, context, params, onParams }: BundlePageProps & { readonly context: ViewContext }) {
  const t = useText();
  const { page } = bundle;
  const list = useMemo(() => (page.kind === 'list' ? listView(page, context) : undefined), [page, context]);
  const panorama = useMemo(() => (page.kind === 'panorama' ? panoramaView(page, context) : undefined), [page, context]);
  if (list !== undefined) return <ListPage view={list} params={params} onParams={onParams} />;
  if (panorama !== undefined) return <PanoramaPageView view={panorama} params={params} onParams={onParams} />;
  if (page.kind === 'dashboard') return <DashboardPageView page={page} />;
  return (
    <Notice
      size="page"
      role="alert"
      icon={<FrownOutlined aria-hidden="true" />}
      title={t('engine.fault.page')}
      detail={t('engine.fault.entityMissing', { entity: page.entity })}
    />
  );
}
