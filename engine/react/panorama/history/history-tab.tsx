import { HistoryOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { useState } from 'react';
import type { HistoryTab } from '../../../model/documents/index.ts';
import type { HistoryEntry, WireRecord } from '../../../model/wire/index.ts';
import { FaultBlock, Notice } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { HistoryEntryItem } from './history-entry.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { type HistoryNarrowing, useHistory } from './use-history.ts';
import './history.css';
import { LoadMore } from '../parts/load-more.tsx';
import { TimelineByDay } from '../parts/timeline-by-day.tsx';

type HistoryTabProps = { readonly tab: HistoryTab; readonly entity: string; readonly record: WireRecord };

/** What was done to a record, by whom and when, day by day, the newest first. */
export function HistoryTabView({ tab, entity, record }: HistoryTabProps) {
  const t = useText();
  const [narrowing, setNarrowing] = useState<HistoryNarrowing>({});
  const query = useHistory(tab, entity, record, narrowing);
  // While another part is asked for, the choices of the one before stay.
  const [choices, setChoices] = useState(query.choices);
  if (query.choices !== undefined && query.choices !== choices) setChoices(query.choices);
  const { entries } = query;
  const isNarrowed = Object.keys(narrowing).length > 0;
  return (
    <div className="engine-tab">
      {choices === undefined ? null : <HistoryFilters choices={choices} value={narrowing} onChange={setNarrowing} />}
      {query.error !== null && entries === undefined ? (
        <FaultBlock error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton active title={false} paragraph={{ rows: 6 }} /> : null}
      {entries?.length === 0 ? (
        <Notice
          icon={<HistoryOutlined aria-hidden="true" />}
          title={t(isNarrowed ? 'engine.history.noneNarrowed' : 'engine.history.empty')}
          detail={isNarrowed ? t('engine.list.emptyFilteredHint') : tab.empty}
        />
      ) : null}
      <Days
        entries={entries ?? []}
        titles={new Map(choices?.kinds.map(({ key, title }): [string, string] => [key, title]))}
      />
      <LoadMore query={query} />
    </div>
  );
}

type DaysProps = { readonly entries: readonly HistoryEntry[]; readonly titles: ReadonlyMap<string, string> };

function Days({ entries, titles }: DaysProps) {
  // A reveal says in its own title what for; a child row's title is told together with what the row is.
  const titleOf = (entry: HistoryEntry) =>
    entry.action === 'reveal' ? entry.title : (titles.get(`${entry.entity}.${entry.action}`) ?? entry.title);
  return (
    <TimelineByDay
      entries={entries}
      itemOf={(entry) => ({
        key: entry.id,
        children: <HistoryEntryItem entry={entry} title={titleOf(entry)} />,
      })}
    />
  );
}
