import { Skeleton } from 'antd';
import { Suspense } from 'react';
import type { DetailView } from '../../model/view/index.ts';
import { recordIdOf, usePageRecord } from '../calls/page-record.ts';
import { RecordEditions } from '../edition/record-editions.tsx';
import { FaultBlock } from '../faults/fault-block.tsx';
import { isPassing, StaleNote } from '../faults/stale-note.tsx';
import { useText } from '../host/engine-context.tsx';
import { FactGroups } from '../panorama/record/fact-groups.tsx';
import { NoRecord, RecordHeader } from '../panorama/record/record-header.tsx';
import { useOpenTab } from '../panorama/tabs/use-open-tab.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { RecordQueue } from '../queue/record-queue.tsx';
import { RecordWaiting } from '../second/record-waiting.tsx';
import { ChildTable } from './child-table.tsx';
import './detail.css';

// Most pages have none.
const PanoramaTabs = lazyPart(async () => (await import('../panorama/tabs/panorama-tabs.tsx')).PanoramaTabs);

type Params = Readonly<Record<string, string>>;
type DetailPageProps = {
  readonly view: DetailView;
  readonly params: Params;
  readonly onParams: ((params: Params) => void) | undefined;
};

/**
 * One record on a page of its own, read from top to bottom: who it is, what is known, the rows it consists of, and tabs
 * of what belongs to it. `id` names it, `tab` what is open.
 */
export function DetailPageView({ view, params, onParams }: DetailPageProps) {
  const t = useText();
  const id = recordIdOf(params);
  const query = usePageRecord(view, id);
  const tab = useOpenTab(view.tabs, params, onParams);
  if (id === '') return <NoRecord />;
  const record = query.data;
  const retry = () => void query.refetch();
  if (query.error !== null && (record === undefined || !isPassing(query.error)))
    return <FaultBlock error={query.error} onRetry={retry} size="page" />;
  if (record === undefined) return <DetailSkeleton label={t('engine.loading')} />;
  return (
    <div className="engine-page engine-detail">
      <StaleNote error={query.error} onRetry={retry} />
      <RecordHeader view={view} record={record} />
      <RecordEditions entity={view.entity} record={record} />
      <RecordQueue key={`queue ${record.id}`} entity={view.entity} record={record} />
      <RecordWaiting entity={view.page.entity} record={record} />
      <FactGroups groups={view.groups} record={record} />
      {view.children.map((table) => (
        <ChildTable key={table.key} table={table} record={record} />
      ))}
      {view.tabs.length === 0 ? null : (
        <Suspense fallback={<Skeleton active title={false} />}>
          <PanoramaTabs key={record.id} view={view} record={record} open={tab.open} onOpen={tab.onOpen} />
        </Suspense>
      )}
    </div>
  );
}

function DetailSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="engine-page" role="status" aria-label={label}>
      <div className="engine-card engine-panorama-header">
        <Skeleton active title={{ width: 200 }} paragraph={false} />
      </div>
      <div className="engine-card engine-facts">
        <Skeleton active paragraph={{ rows: 6 }} />
      </div>
    </div>
  );
}
