import { entityModel, isStored } from '../../entity/entity-model.ts';
import type {
  ActivitySource,
  ActivityTab,
  EntityDocument,
  PanoramaTab,
  RowsTab,
  TimelineFields,
} from '../../generated/documents.ts';
import { checkText } from '../../texts/check-text.ts';
import type { At, Checker } from '../checker/checker.ts';

/** Checks an activity tab: its sources are other tabs of the page, each told once, and each has a time of its own. */
export function checkActivity({ sources }: ActivityTab, tabs: readonly PanoramaTab[], checker: Checker, at: At): void {
  checker.uniqueKeys(sources, [...at, 'sources']);
  const told = tabs.filter(({ kind }) => kind === 'list' || kind === 'timeline' || kind === 'history');
  for (const [index, source] of sources.entries()) {
    const place = [...at, 'sources', index];
    const isKnown = checker.name(
      'tab',
      source.tab,
      told.map(({ key }) => key),
      [...place, 'tab'],
    );
    if (sources.findIndex(({ tab }) => tab === source.tab) < index)
      checker.expect(checkText('check.activityTab.eachTabToldOnce'), source.tab, [...place, 'tab']);
    const tab = told.find(({ key }) => key === source.tab);
    if (!isKnown || tab === undefined) continue;
    if (tab.kind === 'history') checkHistorySource(source, checker, place);
    else if (tab.kind === 'list' || tab.kind === 'timeline') checkRowsSource(source, tab, checker, place);
  }
}

/** What was done to a record has words of its own. */
function checkHistorySource(source: ActivitySource, checker: Checker, at: At): void {
  for (const name of ['name', 'link', 'timeline'] as const)
    if (source[name] !== undefined)
      checker.expect(checkText('check.activityTab.noOfHistory', { name }), JSON.stringify(source[name]), [...at, name]);
}

function checkRowsSource(source: ActivitySource, tab: RowsTab, checker: Checker, at: At): void {
  const entity = checker.documents.entities.get(tab.entity);
  if (entity === undefined) return;
  if (source.name !== undefined) checker.path(entity, source.name, [...at, 'name']);
  if (source.link !== undefined) checker.page(source.link, [...at, 'link']);
  if (source.link !== undefined && source.name === undefined)
    checker.expect(checkText('check.activityTab.nameBesideIt'), source.link, [...at, 'link']);
  const timeline = source.timeline ?? tab.timeline;
  if (timeline === undefined) {
    checker.expect(checkText('check.activityTab.timelineForList'), '—', at);
    return;
  }
  checkTimelineFields(source.timeline, entity, checker, [...at, 'timeline']);
  checkTime(
    timeline.time,
    entity,
    checker,
    source.timeline === undefined ? [...at, 'tab'] : [...at, 'timeline', 'time'],
  );
}

/** Sources are merged by a moment that stands in the rows themselves. */
function checkTime(path: string, entity: EntityDocument, checker: Checker, at: At): void {
  const field = entityModel(entity).fields.get(path);
  if (field === undefined || field.type !== 'datetime' || !isStored(field))
    checker.expect(checkText('check.activityTab.storedDatetimeFieldOfItsOwn'), path, at);
}

/** Checks what the entries of a timeline say. */
export function checkTimelineFields(
  timeline: TimelineFields | undefined,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  for (const name of ['time', 'content', 'author'] as const) {
    const path = timeline?.[name];
    if (path !== undefined) checker.path(entity, path, [...at, name]);
  }
  for (const name of ['tags', 'facts'] as const)
    for (const [index, path] of (timeline?.[name] ?? []).entries()) checker.path(entity, path, [...at, name, index]);
}
