import { Skeleton } from 'antd';
import type { PanoramaView } from '../../model/view/index.ts';
import { recordIdOf, usePageRecord } from '../calls/page-record.ts';
import { RecordEditions } from '../edition/record-editions.tsx';
import { FaultBlock } from '../faults/fault-block.tsx';
import { isPassing, StaleNote } from '../faults/stale-note.tsx';
import { useEngine, useText } from '../host/engine-context.tsx';
import { RecordQueue } from '../queue/record-queue.tsx';
import { useRecordNavigation } from '../record-navigation/use-record-navigation.ts';
import { RecordWaiting } from '../second/record-waiting.tsx';
import { FactGroups } from './record/fact-groups.tsx';
import { NoRecord, RecordHeader } from './record/record-header.tsx';
import { useAskedRun } from './record/use-asked-run.ts';
import { PanoramaTabs } from './tabs/panorama-tabs.tsx';
import { useOpenTab } from './tabs/use-open-tab.ts';
import { PrintMark } from './tools/print-mark.tsx';
import { RecordTools } from './tools/record-tools.tsx';
import './record/panorama.css';

type Params = Readonly<Record<string, string>>;
type PanoramaPageProps = {
  readonly view: PanoramaView;
  readonly params: Params;
  readonly onParams: ((params: Params) => void) | undefined;
};

/** One record in full: who it is, what is known, and everything that belongs to it. `id` names it, `tab` what is open. */
export function PanoramaPageView({ view, params, onParams }: PanoramaPageProps) {
  const t = useText();
  const id = recordIdOf(params);
  const query = usePageRecord(view, id);
  const { open: openPage } = useEngine();
  const show = (other: string) =>
    onParams === undefined ? openPage(view.page.name, { ...params, id: other }) : onParams({ ...params, id: other });
  const steps = useRecordNavigation(view.page.entity, id, show);
  const tab = useOpenTab(view.tabs, params, onParams);
  useAskedRun(view, query.data);
  if (id === '') return <NoRecord />;
  const record = query.data;
  const retry = () => void query.refetch();
  if (query.error !== null && (record === undefined || !isPassing(query.error)))
    return <FaultBlock error={query.error} onRetry={retry} size="page" />;
  return (
    <div className="engine-page">
      <StaleNote error={query.error} onRetry={retry} />
      <RecordHeader view={view} record={record} tools={<RecordTools steps={steps} />} />
      {record === undefined ? (
        <PanoramaSkeleton label={t('engine.loading')} />
      ) : (
        <>
          <RecordEditions entity={view.entity} record={record} />
          <RecordQueue key={`queue ${record.id}`} entity={view.entity} record={record} />
          <RecordWaiting entity={view.page.entity} record={record} />
          <PrintMark />
          <div className="engine-panorama">
            <FactGroups groups={view.groups} record={record} />
            <PanoramaTabs key={record.id} view={view} record={record} open={tab.open} onOpen={tab.onOpen} />
          </div>
        </>
      )}
    </div>
  );
}

/** What is known of a record that is on its way; one can already go on to the next. */
function PanoramaSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="engine-panorama" role="status" aria-label={label}>
      <div className="engine-card engine-facts">
        <Skeleton active paragraph={{ rows: 10 }} />
      </div>
      <div className="engine-card engine-panorama-tabs">
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    </div>
  );
}
