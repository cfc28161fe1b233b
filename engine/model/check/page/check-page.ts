import { verbPermissions } from '../../access/operations.ts';
import { recordPathOf } from '../../documents/record-match.ts';
import { entityModel, resolvePath } from '../../entity/entity-model.ts';
import type {
  ChildTable,
  CustomPage,
  DashboardPage,
  DetailPage,
  EntityDocument,
  FactGroup,
  FixedFilter,
  FormPage,
  HistoryTab,
  ListPage,
  PageDocument,
  PanoramaHeader,
  PanoramaPage,
  PanoramaTab,
  RowsTab,
} from '../../generated/documents.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkActions, checkSubmit, checkValues } from './check-actions.ts';
import { checkCard } from './check-card.ts';
import { checkColumns, checkConditions, checkTotals } from './check-columns.ts';
import { checkEditable } from './check-editable.ts';
import { checkForm, checkForms } from './check-form.ts';
import { checkFormUses } from './check-form-uses.ts';
import { checkListFigures } from './check-list-figures.ts';
import { checkStepsOfForm } from './check-steps.ts';
import { checkApi, checkTreeFilter } from './check-tree-filter.ts';
import { checkAdded, checkMoved } from './check-tree-view.ts';
import { checkView } from './check-view.ts';

/** Checks a page: fields, forms, actions with their permission, linked pages, datasets, widgets. */
export function checkPage(page: PageDocument, checker: Checker): void {
  checkFormUses(page, checker);
  switch (page.kind) {
    case 'list':
      checkList(page, checker);
      return;
    case 'detail':
      checkDetail(page, checker);
      return;
    case 'panorama':
      checkPanorama(page, checker);
      return;
    case 'form':
      checkFormPage(page, checker);
      return;
    case 'dashboard':
      checker.uniqueKeys(page.cards, ['cards']);
      checker.uniqueTitles(page.cards, ['cards']);
      checker.uniqueKeys(page.filters, ['filters']);
      checkDashboardScope(page.scope, checker);
      for (const [index, card] of page.cards.entries()) checkCard(card, checker, ['cards', index]);
      checkDashboardTabs(page, checker);
      checkSharedFilters(page, checker);
      return;
    case 'custom':
      checkCustom(page, checker);
  }
}

function checkList(page: ListPage, checker: Checker): void {
  const entity = checker.entity(page.entity, ['entity']);
  if (entity === undefined) return;
  checkScope(page.scope, entity, checker);
  checkQuery(page.api.query, entity, checker, ['api', 'query']);
  if (page.api.view !== undefined) checkViewApi(page.api.view, entity, checker);
  if (page.api.move !== undefined) {
    checkApi(page.api.move, 'move', entity, checker, ['api', 'move']);
    checkMoved(page, entity, checker);
  }
  checkAdded(page, entity, checker);
  checkFixedRows(page, entity, checker);
  checker.uniqueKeys(page.filters, ['filters']);
  for (const [index, filter] of (page.filters ?? []).entries()) {
    const field = checker.path(entity, filter.field, ['filters', index, 'field']);
    if (filter.defaultValue !== undefined && field !== undefined)
      checker.expression(filter.defaultValue, 'filterDefault', { field }, ['filters', index, 'defaultValue']);
  }
  checkColumns(page.columns, entity, checker, ['columns']);
  checkTotals(page.columns, entity, checker, ['columns']);
  checkEditable(page, entity, checker);
  checker.sort(entity, page.sort, ['sort']);
  checkForms(page.forms, entity, checker);
  for (const group of ['toolbar', 'row', 'bulk'] as const)
    checkActions(page[group], page.forms, entity, checker, [group], group === 'row' ? 'row' : 'toolbar');
  checker.uniqueKeys(page.views, ['views']);
  for (const [index, view] of (page.views ?? []).entries()) checkView(view, entity, checker, ['views', index]);
  checkListFigures(page, checker);
  if (page.aside !== undefined) checkTreeFilter(page.aside, page, entity, checker);
  checkTabs(page, entity, checker);
}

function checkTabs(page: ListPage, entity: EntityDocument, checker: Checker): void {
  checker.uniqueKeys(page.tabs, ['tabs']);
  checker.uniqueTitles(page.tabs ?? [], ['tabs']);
  for (const [index, tab] of (page.tabs ?? []).entries()) {
    const at = ['tabs', index];
    checkConditions(tab.where, entity, checker, [...at, 'where']);
    checker.sort(entity, tab.sort, [...at, 'sort']);
    if (tab.page === undefined) continue;
    for (const own of ['where', 'sort'] as const)
      if (tab[own] !== undefined)
        checker.expect([`${own} 与 page 只写一个`, `either ${own} or page`], tab.page, [...at, 'page']);
    if (!checker.page(tab.page, [...at, 'page'])) continue;
    const other = checker.documents.pages.get(tab.page);
    if (tab.page === page.name || (other !== undefined && (other.kind !== 'list' || other.tabs !== undefined)))
      checker.expect(['另一张没有页签的列表页面', 'another list page, without tabs'], tab.page, [...at, 'page']);
  }
}

function checkDashboardTabs(page: DashboardPage, checker: Checker): void {
  checker.uniqueKeys(page.tabs, ['tabs']);
  checker.uniqueTitles(page.tabs ?? [], ['tabs']);
  for (const [index, tab] of (page.tabs ?? []).entries()) {
    const at = ['tabs', index, 'page'];
    if (!checker.page(tab.page, at)) continue;
    const other = checker.documents.pages.get(tab.page);
    if (other !== undefined && (other.kind !== 'dashboard' || other.tabs !== undefined))
      checker.expect(['一张没有页签的看板页面', 'a dashboard page without tabs'], tab.page, at);
  }
}

function checkDetail(page: DetailPage, checker: Checker): void {
  const entity = checker.entity(page.entity, ['entity']);
  if (entity === undefined) return;
  checkRecordPage(page, entity, checker);
  checkChildTables(page.children, entity, checker, ['children']);
}

function checkChildTables(
  tables: readonly ChildTable[] | undefined,
  entity: EntityDocument,
  checker: Checker,
  place: At,
): void {
  checker.uniqueKeys(tables, place);
  const { children } = entityModel(entity);
  for (const [index, table] of (tables ?? []).entries()) {
    const at = [...place, index];
    if (!checker.name('child', table.key, children.keys(), [...at, 'key'], [entity.title, entity.name])) continue;
    const child = checker.documents.entities.get(children.get(table.key)?.entity ?? '');
    if (child === undefined) continue;
    checkColumns(table.columns, child, checker, [...at, 'columns']);
    checkChildTables(table.children, child, checker, [...at, 'children']);
  }
}

function checkPanorama(page: PanoramaPage, checker: Checker): void {
  const entity = checker.entity(page.entity, ['entity']);
  if (entity === undefined) return;
  checkRecordPage(page, entity, checker);
  checker.uniqueKeys(page.tabs, ['tabs']);
  checker.uniqueTitles(page.tabs, ['tabs']);
  for (const [index, tab] of page.tabs.entries()) checkTab(tab, page, entity, checker, ['tabs', index]);
}

/** What pages of one record share: scope, header, facts, forms and actions. */
function checkRecordPage(page: DetailPage | PanoramaPage, entity: EntityDocument, checker: Checker): void {
  checkScope(page.scope, entity, checker);
  checkViewApi(page.api.view, entity, checker);
  checkFixedRows(page, entity, checker);
  checkHeader(page.header, entity, checker);
  checkForms(page.forms, entity, checker);
  checkActions(page.header.actions, page.forms, entity, checker, ['header', 'actions'], 'header');
  checkFacts(page.facts, entity, checker);
}

function checkHeader(header: PanoramaHeader, entity: EntityDocument, checker: Checker): void {
  checker.path(entity, header.title, ['header', 'title']);
  if (header.subtitle !== undefined) checker.path(entity, header.subtitle, ['header', 'subtitle']);
  checker.uniqueKeys(header.tags, ['header', 'tags']);
  for (const [index, tag] of (header.tags ?? []).entries()) {
    const at = ['header', 'tags', index];
    checker.path(entity, tag.field, [...at, 'field']);
    if (tag.tone !== undefined) checker.expression(tag.tone, 'tone', { entity }, [...at, 'tone']);
  }
}

function checkFacts(groups: readonly FactGroup[], entity: EntityDocument, checker: Checker): void {
  checker.uniqueKeys(groups, ['facts']);
  for (const [index, group] of groups.entries()) {
    for (const [position, path] of group.fields.entries())
      checker.path(entity, path, ['facts', index, 'fields', position]);
    checkTones(group, entity, checker, ['facts', index, 'tones']);
  }
}

/** A colour is for a field of the same group. */
function checkTones(group: FactGroup, entity: EntityDocument, checker: Checker, at: At): void {
  for (const [path, tone] of Object.entries(group.tones ?? {})) {
    checker.name('field', path, group.fields, [...at, path]);
    checker.expression(tone, 'tone', { entity }, [...at, path]);
  }
}

function checkTab(tab: PanoramaTab, page: PanoramaPage, owner: EntityDocument, checker: Checker, at: At): void {
  switch (tab.kind) {
    case 'form':
      checkSubmit(tab.api, tab.permission, owner, checker, at);
      checkValues(tab.values, owner, checker, [...at, 'values']);
      checker.name('form', tab.form, Object.keys(page.forms ?? {}), [...at, 'form']);
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
    checker.expect([`${owner.title}的变更记录接口`, `the history of ${owner.name}`], tab.api, [...at, 'api']);
}

function checkRows(tab: RowsTab, page: PanoramaPage, owner: EntityDocument, checker: Checker, at: At): void {
  const entity = checker.entity(tab.entity, [...at, 'entity']);
  if (entity === undefined) return;
  checker.operation(tab.api, tab.permission, at);
  checker.filter(entity, tab.match, [...at, 'match']);
  checkMatch(tab.match, entity, owner, checker, [...at, 'match']);
  checkConditions(tab.where, entity, checker, [...at, 'where']);
  if (tab.kind === 'list' && tab.columns === undefined)
    checker.expect(['列表写明 columns', 'columns for a list'], '—', at);
  if (tab.kind === 'timeline' && tab.timeline === undefined)
    checker.expect(['时间线写明 timeline', 'timeline for a timeline'], '—', at);
  if (tab.columns !== undefined) checkColumns(tab.columns, entity, checker, [...at, 'columns']);
  const timeline = tab.timeline;
  if (timeline !== undefined) {
    for (const name of ['time', 'content', 'author'] as const) {
      const path = timeline[name];
      if (path !== undefined) checker.path(entity, path, [...at, 'timeline', name]);
    }
    for (const name of ['tags', 'facts'] as const) {
      for (const [index, path] of (timeline[name] ?? []).entries())
        checker.path(entity, path, [...at, 'timeline', name, index]);
    }
  }
  checker.sort(entity, tab.sort, [...at, 'sort']);
  checkActions(tab.toolbar, page.forms, owner, checker, [...at, 'toolbar'], 'toolbar');
  checkActions(tab.row, page.forms, entity, checker, [...at, 'row'], 'row');
}

/** The rows a page is about, whatever else is asked of it. */
function checkFixedRows(page: FixedRows, entity: EntityDocument, checker: Checker): void {
  checker.filter(entity, page.filter, ['filter']);
  if (page.filterWhen !== undefined) checker.expression(page.filterWhen, 'scope', { entity }, ['filterWhen']);
}

type FixedRows = Pick<ListPage, 'filter' | 'filterWhen'>;

/** What rows are found by is of the record, and where they refer to rows of an entity, a row of that entity. */
function checkMatch(match: FixedFilter, entity: EntityDocument, owner: EntityDocument, checker: Checker, at: At): void {
  for (const [path, value] of Object.entries(match)) {
    const source = recordPathOf(value);
    if (source === undefined || checker.path(owner, source, [...at, path]) === undefined) continue;
    const wanted = resolvePath(checker.documents.entities, entity, path)?.field.ref;
    const found = resolvePath(checker.documents.entities, owner, source);
    const meant = found?.field.key === 'id' ? found.entity.document.name : found?.field.ref;
    if (wanted !== undefined && meant !== wanted)
      checker.expect([`${wanted} 的编号`, `an id of ${wanted}`], source, [...at, path]);
  }
}

function checkFormPage(page: FormPage, checker: Checker): void {
  const entity = checker.entity(page.entity, ['entity']);
  if (entity === undefined) return;
  checkScope(page.scope, entity, checker);
  checkFixedRows(page, entity, checker);
  const operation = checkSubmit(page.api.submit, page.permission, entity, checker, [], ['api', 'submit']);
  if (page.api.view !== undefined) checkViewApi(page.api.view, entity, checker);
  else if (operation?.kind === 'modify') checker.expect(['编辑写明 api.view', 'api.view for editing'], '—', ['api']);
  checkForm(page.form, entity, checker, ['form']);
  checkValues(page.values, entity, checker, ['values']);
  if (page.link !== undefined) checker.page(page.link, ['link']);
  checkStepsOfForm(page, entity, checker);
}

function checkCustom(page: CustomPage, checker: Checker): void {
  checker.widget(page.widget, page.props, 'page', []);
  checker.uniqueKeys(page.operations, ['operations']);
  for (const [index, { api, permission }] of (page.operations ?? []).entries())
    checker.operation(api, permission, ['operations', index]);
}

/** A filter narrows the cards whose dataset has it; one that none has would do nothing. */
function checkSharedFilters(page: DashboardPage, checker: Checker): void {
  const names = new Set(page.cards.flatMap((card) => ('dataset' in card ? [card.dataset] : [])));
  const filters = [...names].flatMap((name) => checker.documents.datasets.get(name)?.filters ?? []);
  for (const [index, { key }] of (page.filters ?? []).entries())
    checker.name(
      'datasetFilter',
      key,
      filters.map((filter) => filter.key),
      ['filters', index, 'key'],
    );
}

function checkDashboardScope(scope: string, checker: Checker): void {
  const named = [...checker.documents.entities.values()].flatMap((entity) =>
    (entity.access?.scopes ?? []).map((known) => known.key),
  );
  checker.name('scope', scope, ['mine', 'department', 'all', ...named], ['scope']);
}

function checkScope(scope: string, entity: EntityDocument, checker: Checker): void {
  const named = (entity.access?.scopes ?? []).map((known) => known.key);
  checker.name('scope', scope, ['mine', 'department', 'all', ...named], ['scope']);
}

function checkQuery(api: string, entity: EntityDocument, checker: Checker, at: At): void {
  const operation = checker.operation(api, `${entity.name}:${verbPermissions.query}`, at, at);
  if (operation !== undefined && (operation.kind !== 'query' || operation.entity !== entity.name))
    checker.expect([`${entity.title}的查询接口`, `the query of ${entity.name}`], api, at);
}

function checkViewApi(api: string, entity: EntityDocument, checker: Checker): void {
  const at = ['api', 'view'];
  const operation = checker.operation(api, `${entity.name}:${verbPermissions.view}`, at, at);
  if (operation !== undefined && (operation.kind !== 'view' || operation.entity !== entity.name))
    checker.expect([`${entity.title}的查看接口`, `the view of ${entity.name}`], api, at);
}
