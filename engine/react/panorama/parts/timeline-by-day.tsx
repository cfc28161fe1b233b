import { Timeline, type TimelineProps } from 'antd';
import { dayOf } from '../../../model/time/index.ts';
import { DayName } from './day-name.tsx';

type Item = NonNullable<TimelineProps['items']>[number];

type Props<Entry> = {
  /** What happened, in the order it is shown; `at` is ISO 8601. */
  readonly entries: readonly Entry[];
  /** How an entry is drawn; undefined leaves it out. */
  readonly itemOf: (entry: Entry) => Item | undefined;
};

/** What happened, under the name of the day it happened on. */
export function TimelineByDay<Entry extends { readonly at: string }>({ entries, itemOf }: Props<Entry>) {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) days.set(dayOf(entry.at), [...(days.get(dayOf(entry.at)) ?? []), entry]);
  return (
    <div className="engine-timeline">
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3>
            <DayName day={day} />
          </h3>
          <Timeline items={ofDay.flatMap((entry) => itemOf(entry) ?? [])} />
        </section>
      ))}
    </div>
  );
}
