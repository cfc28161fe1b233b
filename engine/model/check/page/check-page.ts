import { verbPermissions } from '../../access/operations.ts';
import { calledName } from '../../entity/common-field.ts';
import { entityModel } from '../../entity/entity-model.ts';
import type {
  ChildTable,
  CustomPage,
  DashboardPage,
  DetailPage,
  EntityDocument,
  FactGroup,
  FormPage,
  ListPage,
  ListTab,
  PageDocument,
  PanoramaHeader,
  PanoramaPage,
} from '../../generated/documents.ts';
import { relationName } from '../../naming/naming.ts';
import { checkText } from '../../texts/check-text.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkActions, checkSubmit, checkValues } from './check-actions.ts';
import { checkCard } from './check-card.ts';
import { checkColumns, checkConditions, checkTotals } from './check-columns.ts';
import { checkEditable } from './check-editable.ts';
import { checkForm, checkForms } from './check-form.ts';
import { checkFormUses, rowFormOwners } from './check-form-uses.ts';
import { checkListFigures } from './check-list-figures.ts';
import { checkPanoramaTab } from './check-panorama-tab.ts';
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
  checkMoveApi(page, entity, checker);
  checkAdded(page, entity, checker);
  checkFixedRows(page, entity, checker);
  checkFilters(page, entity, checker);
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

/** The call that moves rows, and how they are moved. */
function checkMoveApi(page: ListPage, entity: EntityDocument, checker: Checker): void {
  const { move } = page.api;
  if (move === undefined) return;
  checkApi(move, 'move', entity, checker, ['api', 'move']);
  checkMoved(page, entity, checker);
}

function checkFilters({ filters }: ListPage, entity: EntityDocument, checker: Checker): void {
  checker.uniqueKeys(filters, ['filters']);
  for (const [index, filter] of (filters ?? []).entries()) {
    const field = checker.path(entity, filter.field, ['filters', index, 'field']);
    if (field?.refBy !== undefined)
      checker.expect(
        checkText('check.page.itsNameOrWhichOfThem', {
          relation: relationName(field.key),
          called: calledName,
          kind: field.refBy.field,
        }),
        filter.field,
        ['filters', index, 'field'],
      );
    if (filter.defaultValue !== undefined && field !== undefined)
      checker.expression(filter.defaultValue, 'filterDefault', { field }, ['filters', index, 'defaultValue']);
  }
}

function checkTabs(page: ListPage, entity: EntityDocument, checker: Checker): void {
  checker.uniqueKeys(page.tabs, ['tabs']);
  checker.uniqueTitles(page.tabs ?? [], ['tabs']);
  for (const [index, tab] of (page.tabs ?? []).entries()) {
    const at = ['tabs', index];
    checkConditions(tab.where, entity, checker, [...at, 'where']);
    checker.sort(entity, tab.sort, [...at, 'sort']);
    if (tab.page !== undefined) checkTabPage(tab, tab.page, page, checker, [...at, 'page']);
  }
}

/** A tab that is a page: another list, which says itself what it shows. */
function checkTabPage(tab: ListTab, name: string, page: ListPage, checker: Checker, at: At): void {
  for (const own of ['where', 'sort'] as const)
    if (tab[own] !== undefined) checker.expect(checkText('check.page.eitherOrPage', { own }), name, at);
  if (!checker.page(name, at)) return;
  const other = checker.documents.pages.get(name);
  if (name === page.name || (other !== undefined && (other.kind !== 'list' || other.tabs !== undefined)))
    checker.expect(checkText('check.page.anotherListPageWithoutTabs'), name, at);
}

function checkDashboardTabs(page: DashboardPage, checker: Checker): void {
  checker.uniqueKeys(page.tabs, ['tabs']);
  checker.uniqueTitles(page.tabs ?? [], ['tabs']);
  for (const [index, tab] of (page.tabs ?? []).entries()) {
    const at = ['tabs', index, 'page'];
    if (!checker.page(tab.page, at)) continue;
    const other = checker.documents.pages.get(tab.page);
    if (other !== undefined && (other.kind !== 'dashboard' || other.tabs !== undefined))
      checker.expect(checkText('check.page.dashboardPageWithoutTabs'), tab.page, at);
  }
}

function checkDetail(page: DetailPage, checker: Checker): void {
  const entity = checker.entity(page.entity, ['entity']);
  if (entity === undefined) return;
  checkRecordPage(page, entity, checker);
  checkChildTables(page.children, entity, checker, ['children']);
  checkRecordTabs(page, entity, checker);
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
    if (!checker.name('child', table.key, children.keys(), [...at, 'key'], entity)) continue;
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
  checkRecordTabs(page, entity, checker);
}

function checkRecordTabs(page: DetailPage | PanoramaPage, entity: EntityDocument, checker: Checker): void {
  const { tabs = [] } = page;
  checker.uniqueKeys(tabs, ['tabs']);
  checker.uniqueTitles(tabs, ['tabs']);
  for (const [index, tab] of tabs.entries()) checkPanoramaTab(tab, page, entity, checker, ['tabs', index]);
}

/** What pages of one record share: scope, header, facts, forms and actions. */
function checkRecordPage(page: DetailPage | PanoramaPage, entity: EntityDocument, checker: Checker): void {
  checkScope(page.scope, entity, checker);
  checkViewApi(page.api.view, entity, checker);
  checkFixedRows(page, entity, checker);
  checkHeader(page.header, entity, checker);
  checkFormsOfRecord(page, entity, checker);
  checkActions(page.header.actions, page.forms, entity, checker, ['header', 'actions'], 'header');
  checkFacts(page.facts, entity, checker);
}

/** Forms that only rows of a tab open are about these; all others are about the record of the page. */
function checkFormsOfRecord(page: DetailPage | PanoramaPage, entity: EntityDocument, checker: Checker): void {
  const owners = rowFormOwners(page);
  for (const [name, form] of Object.entries(page.forms ?? {})) {
    const owner = checker.documents.entities.get(owners.get(name) ?? entity.name) ?? entity;
    checkForm(form, owner, checker, ['forms', name]);
  }
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

/** The rows a page is about, whatever else is asked of it. */
function checkFixedRows(page: FixedRows, entity: EntityDocument, checker: Checker): void {
  checker.filter(entity, page.filter, ['filter']);
  if (page.filterWhen !== undefined) checker.expression(page.filterWhen, 'scope', { entity }, ['filterWhen']);
}

type FixedRows = Pick<ListPage, 'filter' | 'filterWhen'>;

function checkFormPage(page: FormPage, checker: Checker): void {
  const entity = checker.entity(page.entity, ['entity']);
  if (entity === undefined) return;
  checkScope(page.scope, entity, checker);
  checkFixedRows(page, entity, checker);
  const operation = checkSubmit(page.api.submit, page.permission, entity, checker, [], ['api', 'submit']);
  if (page.api.view !== undefined) checkViewApi(page.api.view, entity, checker);
  else if (operation?.kind === 'modify') checker.expect(checkText('check.page.apiViewForEditing'), '—', ['api']);
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
    checker.expect(checkText('check.page.queryOf', { entity }), api, at);
}

function checkViewApi(api: string, entity: EntityDocument, checker: Checker): void {
  const at = ['api', 'view'];
  const operation = checker.operation(api, `${entity.name}:${verbPermissions.view}`, at, at);
  if (operation !== undefined && (operation.kind !== 'view' || operation.entity !== entity.name))
    checker.expect(checkText('check.page.viewOf', { entity }), api, at);
}
