import { Tabs } from 'antd';
import { useState } from 'react';
import type { PanoramaView, TabView, WireRecord } from '../../model/index.ts';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { FaultBlock } from '../faults/fault-block.tsx';
import { ListTab } from './list-tab.tsx';
import { TimelineTab } from './timeline-tab.tsx';

type PanoramaTabsProps = {
  readonly view: PanoramaView;
  readonly record: WireRecord;
  readonly open: string;
  readonly onOpen: (key: string) => void;
};

/** What belongs to the record, one tab each: asked for when opened, kept once opened, failing alone. */
export function PanoramaTabs({ view, record, open, onOpen }: PanoramaTabsProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([open]));
  if (!opened.has(open)) setOpened(new Set([...opened, open]));
  return (
    <div className="engine-card engine-panorama-tabs">
      <Tabs
        activeKey={open}
        onChange={onOpen}
        items={view.tabs.map((tab) => ({
          key: tab.tab.key,
          label: tab.tab.title,
          children: opened.has(tab.tab.key) ? (
            <ErrorBoundary fallback={(error, retry) => <FaultBlock error={error} onRetry={retry} />} resetKey={record}>
              <TabContent view={tab} record={record} />
            </ErrorBoundary>
          ) : null,
        }))}
      />
    </div>
  );
}

function TabContent({ view, record }: { readonly view: TabView; readonly record: WireRecord }) {
  return view.tab.kind === 'timeline' ? (
    <TimelineTab view={view} record={record} />
  ) : (
    <ListTab view={view} record={record} />
  );
}
