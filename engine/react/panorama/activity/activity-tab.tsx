import { HistoryOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import type { ActivitySourceView, ActivityTabView } from '../../../model/view/index.ts';
import type { ActivityEntry, WireRecord } from '../../../model/wire/index.ts';
import { ActionBar } from '../../actions/action-bar.tsx';
import { FaultBlock, Notice } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { HistoryEntryItem } from '../history/history-entry.tsx';
import { LoadMore } from '../parts/load-more.tsx';
import { TimelineByDay } from '../parts/timeline-by-day.tsx';
import { TimelineEntry } from '../timeline/timeline-entry.tsx';
import { activityIcon } from './activity-icon.tsx';
import { ActivityKinds } from './activity-kinds.tsx';
import { useActivity } from './use-activity.ts';
import '../history/history.css';
import './activity.css';

type ActivityTabProps = {
  readonly view: ActivityTabView;
  /** The entity of the page. */
  readonly entity: string;
  readonly record: WireRecord;
};

/** What happened to a record and around it, of several sources in one timeline, day by day, the newest first. */
export function ActivityTab({ view, entity, record }: ActivityTabProps) {
  const t = useText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const query = useActivity(view, entity, record, chosen);
  const { entries } = query;
  return (
    <div className="engine-tab">
      <div className="engine-tab-head">
        <ActionBar actions={view.toolbar} slot="toolbar" record={record} size="small" />
      </div>
      <ActivityKinds sources={view.sources} chosen={chosen} onChoose={setChosen} />
      {query.error !== null && entries === undefined ? (
        <FaultBlock error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton active title={false} paragraph={{ rows: 6 }} /> : null}
      {entries?.length === 0 ? (
        <Notice
          icon={<HistoryOutlined aria-hidden="true" />}
          title={t(chosen.size === 0 ? 'engine.activity.empty' : 'engine.activity.noneChosen')}
          detail={view.tab.empty}
        />
      ) : null}
      <Days entries={entries ?? []} sources={view.sources} />
      <LoadMore query={query} />
    </div>
  );
}

type DaysProps = { readonly entries: readonly ActivityEntry[]; readonly sources: readonly ActivitySourceView[] };

function Days({ entries, sources }: DaysProps) {
  const known = new Map(sources.map((source) => [source.key, source]));
  return (
    <TimelineByDay
      entries={entries}
      itemOf={(entry) => {
        const source = known.get(entry.source);
        return source === undefined ? undefined : itemOf(entry, source);
      }}
    />
  );
}

function itemOf(entry: ActivityEntry, source: ActivitySourceView) {
  const lead = <span className={`engine-tag engine-tone-${source.tone ?? 'default'}`}>{source.title}</span>;
  const dot = activityIcon(source.icon);
  const id = 'change' in entry ? entry.change.id : entry.record.id;
  return {
    key: `${entry.source} ${id}`,
    ...(dot === undefined ? {} : { dot: <span className="engine-activity-dot">{dot}</span> }),
    children: <EntryOf entry={entry} source={source} lead={lead} />,
  };
}

type EntryOfProps = {
  readonly entry: ActivityEntry;
  readonly source: ActivitySourceView;
  readonly lead: ReactNode;
};

function EntryOf({ entry, source, lead }: EntryOfProps) {
  if ('change' in entry) return <HistoryEntryItem entry={entry.change} title={entry.change.title} lead={lead} />;
  return source.rows === undefined ? null : <TimelineEntry view={source.rows} row={entry.record} lead={lead} />;
}
