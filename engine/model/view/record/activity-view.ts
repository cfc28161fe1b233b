import { type TimelineRows, toldSources } from '../../documents/activity-sources.ts';
import type { ActivitySource, ActivityTab, PanoramaTab } from '../../generated/documents.ts';
import type { ActionView } from '../action/action-view.ts';
import type { FaultyTabView, RowsTabView } from './rows-tab-view.ts';

/** One source of a timeline of several, ready to draw; without rows it is what was done to the record. */
export type ActivitySourceView = Pick<ActivitySource, 'key' | 'icon' | 'tone'> & {
  readonly title: string;
  readonly rows?: RowsTabView;
};

/** One timeline of several sources ready to draw. */
export type ActivityTabView = {
  readonly kind: 'activity';
  readonly key: string;
  readonly title: string;
  readonly tab: ActivityTab;
  readonly sources: readonly ActivitySourceView[];
  /** The buttons of the sources' tabs, to add in place. */
  readonly toolbar: readonly ActionView[];
};

/** Compiles a timeline of several; `drawn` compiles the rows of a source as those of its tab. */
export function activityTab(
  tab: ActivityTab,
  tabs: readonly PanoramaTab[],
  drawn: (rows: TimelineRows) => RowsTabView | FaultyTabView,
): ActivityTabView {
  const sources = toldSources(tab, tabs).flatMap(({ kind, source, tab: told }): readonly ActivitySourceView[] => {
    const { key, title = told.title, icon, tone, name, link } = source;
    const shown = { key, title, ...(icon === undefined ? {} : { icon }), ...(tone === undefined ? {} : { tone }) };
    if (kind === 'history') return [shown];
    const columns = name === undefined ? [] : [{ key: 'name', field: name, ...(link === undefined ? {} : { link }) }];
    const rows = drawn({ ...told, kind: 'timeline', columns });
    return rows.kind === 'rows' ? [{ ...shown, rows }] : [];
  });
  const toolbar = distinct(sources.flatMap(({ rows }) => rows?.toolbar ?? []));
  return { kind: 'activity', key: tab.key, title: tab.title, tab, sources, toolbar };
}

/** Buttons of several tabs side by side: a later one of the same key stands under another. */
function distinct(actions: readonly ActionView[]): readonly ActionView[] {
  return actions.map((action, index) => {
    const isTaken = actions.findIndex(({ key }) => key === action.key) < index;
    return isTaken ? { ...action, key: `${action.key}${index}` } : action;
  });
}
