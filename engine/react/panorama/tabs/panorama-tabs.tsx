import { WarningOutlined } from '@ant-design/icons';
import { Skeleton, Tabs } from 'antd';
import { Suspense, useId, useMemo, useState } from 'react';
import type { DetailView, PanoramaView, TabView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { ErrorBoundary } from '../../faults/error-boundary.tsx';
import { FaultBlock, Notice } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { DesignNode, DesignPlace } from '../../host/page-design.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { WidgetSlot } from '../../widgets/widget-slot.tsx';
import { ChangedRecordContext } from '../history/changed-record.ts';
import { GroupedBar } from './grouped-bar.tsx';
import { ListTab } from './list-tab.tsx';
import { tabGroups } from './tab-groups.ts';
import { TimelineTab } from './timeline-tab.tsx';
import { useTabList } from './use-tab-list.ts';

const HistoryTabView = lazyPart(async () => (await import('../history/history-tab.tsx')).HistoryTabView);
const ActivityTab = lazyPart(async () => (await import('../activity/activity-tab.tsx')).ActivityTab);
// Forms bring Formily with them; a panorama without one never loads it.
const FormTab = lazyPart(async () => (await import('./form-tab.tsx')).FormTab);

type PanoramaTabsProps = {
  readonly view: DetailView | PanoramaView;
  readonly record: WireRecord;
  readonly open: string;
  readonly onOpen: (key: string) => void;
};

/** What belongs to the record, one tab each: asked for when opened, kept once opened, failing alone. */
export function PanoramaTabs({ view, record, open, onOpen }: PanoramaTabsProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([open]));
  const bar = useTabList();
  const id = useId();
  const groups = tabGroups(view);
  if (!opened.has(open)) setOpened(new Set([...opened, open]));
  const { entity, actions } = view;
  const changed = useMemo(() => ({ entity, record, actions }), [entity, record, actions]);
  return (
    <div ref={bar} className="engine-card engine-panorama-tabs">
      <Tabs
        id={id}
        {...(groups === undefined
          ? {}
          : { renderTabBar: () => <GroupedBar id={id} groups={groups} open={open} onOpen={onOpen} /> })}
        activeKey={open}
        onChange={onOpen}
        items={view.tabs.map((tab) => ({
          key: tab.key,
          label: <DesignNode at={['tabs', tab.key]}>{tab.title}</DesignNode>,
          children: opened.has(tab.key) ? (
            <ErrorBoundary fallback={(error, retry) => <FaultBlock error={error} onRetry={retry} />} resetKey={record}>
              <Suspense fallback={<Skeleton active title={false} />}>
                <DesignPlace at={['tabs', tab.key]}>
                  <ChangedRecordContext value={changed}>
                    <TabContent view={tab} entity={view.page.entity} record={record} />
                  </ChangedRecordContext>
                </DesignPlace>
              </Suspense>
            </ErrorBoundary>
          ) : null,
        }))}
      />
    </div>
  );
}

type TabContentProps = {
  readonly view: TabView;
  /** The entity of the page. */
  readonly entity: string;
  readonly record: WireRecord;
};

function TabContent({ view, entity, record }: TabContentProps) {
  const t = useText();
  switch (view.kind) {
    case 'rows':
      return view.tab.kind === 'timeline' ? (
        <TimelineTab view={view} record={record} />
      ) : (
        <ListTab view={view} record={record} />
      );
    case 'activity':
      return <ActivityTab view={view} entity={entity} record={record} />;
    case 'history':
      return <HistoryTabView tab={view.tab} entity={entity} record={record} />;
    case 'form':
      return <FormTab action={view.action} record={record} />;
    case 'widget':
      return <WidgetSlot name={view.tab.widget} slot="tab" title={view.title} props={view.tab.props} record={record} />;
    case 'fault':
      return (
        <Notice
          role="alert"
          icon={<WarningOutlined aria-hidden="true" />}
          title={t('engine.fault.draw')}
          detail={view.fault}
        />
      );
  }
}
