import type { ActivitySource, ActivityTab, HistoryTab, PanoramaTab, RowsTab } from '../generated/documents.ts';

/** Rows told as entries of a timeline: which, and what an entry says. */
export type TimelineRows = RowsTab & Required<Pick<RowsTab, 'timeline'>>;

/** A source of an activity tab with the tab it stands for: rows, or what was done to the record. */
export type ToldSource =
  | { readonly kind: 'rows'; readonly source: ActivitySource; readonly tab: TimelineRows }
  | { readonly kind: 'history'; readonly source: ActivitySource; readonly tab: HistoryTab };

/** The sources of an activity tab that are among the tabs of its page, in their order. */
export function toldSources({ sources }: ActivityTab, tabs: readonly PanoramaTab[]): readonly ToldSource[] {
  return sources.flatMap((source): readonly ToldSource[] => {
    const tab = tabs.find(({ key }) => key === source.tab);
    if (tab?.kind === 'history') return [{ kind: 'history', source, tab }];
    if (tab?.kind !== 'list' && tab?.kind !== 'timeline') return [];
    const timeline = source.timeline ?? tab.timeline;
    return timeline === undefined ? [] : [{ kind: 'rows', source, tab: { ...tab, timeline } }];
  });
}
