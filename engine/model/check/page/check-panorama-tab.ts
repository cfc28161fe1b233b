import { recordPathOf } from '../../documents/record-match.ts';
import { resolvePath } from '../../entity/entity-model.ts';
import type {
  DetailPage,
  EntityDocument,
  FixedFilter,
  HistoryTab,
  PanoramaPage,
  PanoramaTab,
  RowsTab,
} from '../../generated/documents.ts';
import { checkText } from '../../texts/check-text.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkActions, checkSubmit, checkValues } from './check-actions.ts';
import { checkActivity, checkTimelineFields } from './check-activity-tab.ts';
import { checkColumns, checkConditions } from './check-columns.ts';
import { checkSteps } from './check-steps.ts';
import { checkTabTree } from './check-tree-view.ts';

/** Checks a tab of a record's page: what it calls, the rows it shows and what they are found by. */
export function checkPanoramaTab(
  tab: PanoramaTab,
  page: DetailPage | PanoramaPage,
  owner: EntityDocument,
  checker: Checker,
  at: At,
): void {
  switch (tab.kind) {
    case 'form':
      checkSubmit(tab.api, tab.permission, owner, checker, at);
      checkValues(tab.values, owner, checker, [...at, 'values']);
      checker.name('form', tab.form, Object.keys(page.forms ?? {}), [...at, 'form']);
      checkSteps(tab, owner, checker, [...at, 'after']);
      return;
    case 'activity':
      checkActivity(tab, page.tabs ?? [], checker, at);
      return;
    case 'history':
      checkHistory(tab, owner, checker, at);
      return;
    case 'widget':
      checker.name('permission', tab.permission, checker.permissions, [...at, 'permission']);
      checker.widget(tab.widget, tab.props, 'tab', at);
      return;
    default:
      checkRows(tab, page, owner, checker, at);
  }
}

function checkHistory(tab: HistoryTab, owner: EntityDocument, checker: Checker, at: At): void {
  const operation = checker.operation(tab.api, tab.permission, at);
  if (operation !== undefined && (operation.kind !== 'history' || operation.entity !== owner.name))
    checker.expect(checkText('check.panoramaTab.historyOf', { owner }), tab.api, [...at, 'api']);
}

function checkRows(
  tab: RowsTab,
  page: DetailPage | PanoramaPage,
  owner: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const entity = checker.entity(tab.entity, [...at, 'entity']);
  if (entity === undefined) return;
  checker.operation(tab.api, tab.permission, at);
  checker.filter(entity, tab.match, [...at, 'match']);
  checkMatch(tab.match, entity, owner, checker, [...at, 'match']);
  checkConditions(tab.where, entity, checker, [...at, 'where']);
  if (tab.kind === 'list' && tab.columns === undefined)
    checker.expect(checkText('check.panoramaTab.columnsForList'), '—', at);
  if (tab.kind === 'timeline' && tab.timeline === undefined)
    checker.expect(checkText('check.panoramaTab.timelineForTimeline'), '—', at);
  if (tab.columns !== undefined) checkColumns(tab.columns, entity, checker, [...at, 'columns']);
  checkTimelineFields(tab.timeline, entity, checker, [...at, 'timeline']);
  checker.sort(entity, tab.sort, [...at, 'sort']);
  checkTabTree(tab, entity, checker, at);
  checkActions(tab.toolbar, page.forms, owner, checker, [...at, 'toolbar'], 'toolbar');
  checkActions(tab.row, page.forms, entity, checker, [...at, 'row'], 'row');
}

/** What rows are found by is of the record, and where they refer to rows of an entity, a row of that entity. */
function checkMatch(match: FixedFilter, entity: EntityDocument, owner: EntityDocument, checker: Checker, at: At): void {
  for (const [path, value] of Object.entries(match)) {
    const source = recordPathOf(value);
    if (source === undefined || checker.path(owner, source, [...at, path]) === undefined) continue;
    const wanted = resolvePath(checker.documents.entities, entity, path)?.field.ref;
    const found = resolvePath(checker.documents.entities, owner, source);
    const meant = found?.field.key === 'id' ? found.entity.document.name : found?.field.ref;
    if (wanted !== undefined && meant !== wanted)
      checker.expect(checkText('check.panoramaTab.idOf', { wanted }), source, [...at, path]);
  }
}
