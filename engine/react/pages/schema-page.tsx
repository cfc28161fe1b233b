import { FrownOutlined } from '@ant-design/icons';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Suspense, useContext, useMemo } from 'react';
import { pageQuery } from '../../client/index.ts';
import { entityOfPage, type PageBundle } from '../../model/documents/index.ts';
import { nodeFaultText } from '../../model/view/index.ts';
import { ActionHost } from '../actions/action-host.tsx';
import { ConnectionNote } from '../faults/connection-note.tsx';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { FaultBlock, Notice } from '../faults/fault-block.tsx';
import { useEngine, useText } from '../host/engine-context.tsx';
import { DesignedPageContext } from '../host/page-design.tsx';
import { EmbeddedPageContext, PageDrawerContext, PageRuntimeContext, useNewPageRuntime } from '../host/page-runtime.ts';
import { useTitled } from '../host/use-titled.ts';
import { ListPage } from '../list/list-page.tsx';
import { MarkedPage } from '../page/marked-page.tsx';
import { PageSkeleton } from '../page/page-skeleton.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { useSharedParts } from '../parts/use-shared-parts.ts';
import { pageOf } from './compiled-page.ts';
import { useDesignedRuntime } from './designed-runtime.ts';

// Lists are what people open first and most; what the other kinds need comes with the first page of the kind.
const FormPagePlace = lazyPart(async () => (await import('../form-page/form-page.tsx')).FormPagePlace);
const PanoramaPageView = lazyPart(async () => (await import('../panorama/panorama-page.tsx')).PanoramaPageView);
const DetailPageView = lazyPart(async () => (await import('../detail/detail-page.tsx')).DetailPageView);
const DashboardPageView = lazyPart(async () => (await import('../dashboard/dashboard-page.tsx')).DashboardPageView);
const CustomPageView = lazyPart(async () => (await import('./custom-page.tsx')).CustomPageView);

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
  const { client } = useEngine();
  const bundle = useQuery(pageQuery(client, name));
  const isEmbedded = useContext(EmbeddedPageContext);
  return (
    <>
      {/* Lists say it where their rows stand. */}
      {isEmbedded || bundle.data?.page.kind === 'list' ? null : <ConnectionNote />}
      <Bundled name={name} query={bundle} params={params} onParams={onParams} />
    </>
  );
}

type BundledProps = Pick<SchemaPageProps, 'name' | 'params'> & {
  readonly query: UseQueryResult<PageBundle>;
  readonly onParams: ((params: Params) => void) | undefined;
};

/** The page once its documents came. */
function Bundled({ name, query: bundle, params, onParams }: BundledProps) {
  const t = useText();
  const design = useContext(DesignedPageContext);
  const own = design?.name === name ? design : undefined;
  const around = useTitled(own?.around ?? bundle.data);
  const page = useTitled(own?.page);
  const data = useMemo(
    () => (around === undefined || page === undefined ? around : { ...around, page }),
    [around, page],
  );
  if (data !== undefined && around !== undefined) {
    return (
      <ErrorBoundary
        resetKey={data}
        fallback={(error, retry) => <FaultBlock error={error} onRetry={retry} size="page" />}
      >
        <BundlePage key={name} bundle={data} around={around} params={params} onParams={onParams} />
      </ErrorBoundary>
    );
  }
  if (bundle.error !== null)
    return <FaultBlock error={bundle.error} page={name} onRetry={() => void bundle.refetch()} size="page" />;
  return <PageSkeleton label={t('engine.loading')} />;
}

type BundlePageProps = {
  readonly bundle: PageBundle;
  /** The documents it is drawn with: the bundle itself, unless the page is designed and another one with every key. */
  readonly around: PageBundle;
  readonly params: Params;
  readonly onParams: ((params: Params) => void) | undefined;
};

function BundlePage({ bundle, around, params, onParams }: BundlePageProps) {
  const t = useText();
  const { context } = pageOf(around);
  const design = useContext(DesignedPageContext);
  const runtime = useDesignedRuntime(useNewPageRuntime(around, context), design?.name === bundle.page.name);
  return (
    <PageRuntimeContext.Provider value={runtime}>
      <PageDrawerContext.Provider value={SchemaPage}>
        <ActionHost>
          <Suspense fallback={<PageSkeleton label={t('engine.loading')} />}>
            <MarkedPage isPersonal={bundle.isPersonal === true} isPrintedBare={bundle.page.kind !== 'panorama'}>
              <PageByKind bundle={bundle} around={around} params={params} onParams={onParams} />
            </MarkedPage>
          </Suspense>
        </ActionHost>
      </PageDrawerContext.Provider>
    </PageRuntimeContext.Provider>
  );
}

/** Draws a page by its kind; one that cannot be drawn says why in its place. */
function PageByKind({ bundle, around, params, onParams }: BundlePageProps) {
  const t = useText();
  const { page } = bundle;
  const { context, viewOf } = pageOf(around);
  const view = useSharedParts(viewOf(page));
  const whole = context.faults.find((node) => node.at === '');
  if (whole !== undefined) return <PageFault detail={nodeFaultText(whole)} />;
  switch (view?.kind) {
    case 'list':
      return <ListPage view={view.list} params={params} onParams={onParams} />;
    case 'panorama':
      return <PanoramaPageView view={view.panorama} params={params} onParams={onParams} />;
    case 'detail':
      return <DetailPageView view={view.detail} params={params} onParams={onParams} />;
    case 'form':
      return <FormPagePlace view={view.form} params={params} />;
    case 'dashboard':
      return <DashboardPageView view={view.dashboard} params={params} onParams={onParams} />;
    case 'custom':
      return <CustomPageView page={view.page} />;
    case 'unknown':
      return <PageFault detail={t('engine.fault.kind', { kind: view.given })} />;
    default:
      return <PageFault detail={t('engine.fault.entityMissing', { entity: entityOfPage(page) ?? '' })} />;
  }
}

function PageFault({ detail }: { readonly detail: string }) {
  const t = useText();
  return (
    <Notice
      size="page"
      role="alert"
      icon={<FrownOutlined aria-hidden="true" />}
      title={t('engine.fault.page')}
      detail={detail}
    />
  );
}
