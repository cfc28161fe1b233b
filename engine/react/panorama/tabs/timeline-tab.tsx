import { Timeline } from 'antd';
import { useState } from 'react';
import { dayOf } from '../../../model/time/index.ts';
import type { RowsTabView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { emptyText } from '../../fields/renderer/field-renderer.ts';
import { valueAt } from '../../record/record-path.ts';
import { DayName } from '../parts/day-name.tsx';
import { TimelineEntry } from '../timeline/timeline-entry.tsx';
import { TabFrame } from './tab-frame.tsx';
import type { TabNarrowing } from './tab-narrowing.ts';
import { useTabRows } from './use-tab-rows.ts';

type Day = { readonly day: string; readonly rows: readonly WireRecord[] };

/** What happened to the record, newest first as the page sorts it, day by day. */
export function TimelineTab({ view, record }: { readonly view: RowsTabView; readonly record: WireRecord }) {
  const [narrowing, setNarrowing] = useState<TabNarrowing>({});
  const query = useTabRows(view, record, narrowing);
  const time = view.tab.timeline?.time ?? 'createdAt';
  return (
    <TabFrame view={view} record={record} query={query} narrowing={narrowing} onNarrow={setNarrowing}>
      {(rows) => (
        <div className="engine-timeline">
          {byDay(rows, time).map(({ day, rows: ofDay }) => (
            <section key={day} aria-label={day}>
              <h3>
                <DayName day={day} />
              </h3>
              <Timeline
                items={ofDay.map((row) => ({ key: row.id, children: <TimelineEntry view={view} row={row} /> }))}
              />
            </section>
          ))}
        </div>
      )}
    </TabFrame>
  );
}

function byDay(rows: readonly WireRecord[], time: string): readonly Day[] {
  const days: { day: string; rows: WireRecord[] }[] = [];
  for (const row of rows) {
    const moment = valueAt(row, time);
    const day = typeof moment === 'string' ? dayOf(moment) : emptyText;
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}
