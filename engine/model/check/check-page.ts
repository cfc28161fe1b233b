import { entityModel } from '../entity-model.ts';
import type {
  Card,
  CardCondition,
  DrillDown,
  EntityDocument,
  FormDocument,
  ListColumn,
  ListPage,
  PageAction,
  PageDocument,
  PanoramaPage,
  PanoramaTab,
} from '../generated/documents.ts';
import { verbPermissions } from '../operations.ts';
import type { Checker } from './checker.ts';

type At = readonly (string | number)[];

/** Checks a page: fields, forms, actions with their permission, linked pages, datasets. */
export function checkPage(page: PageDocument, checker: Checker): void {
  switch (page.kind) {
    case 'list':
      checkList(page, checker);
      return;
    case 'panorama':
      checkPanorama(page, checker);
      return;
    case 'dashboard':
      checker.uniqueKeys(page.cards, ['cards']);
      for (const [index, card] of page.cards.entries()) checkCard(card, checker, ['cards', index]);
  }
}

function checkList(page: ListPage, checker: Checker): void {
  const entity = checker.entity(page.entity, ['entity']);
  if (entity === undefined) return;
  checkScope(page.scope, entity, checker);
  checkQuery(page.api.query, entity, checker, ['api', 'query']);
  checker.filter(entity, page.filter, ['filter']);
  checker.uniqueKeys(page.filters, ['filters']);
  for (const [index, filter] of (page.filters ?? []).entries())
    checker.path(entity, filter.field, ['filters', index, 'field']);
  checkColumns(page.columns, entity, checker, ['columns']);
  checker.sort(entity, page.sort, ['sort']);
  checkForms(page.forms, entity, checker);
  for (const group of ['toolbar', 'row', 'bulk'] as const)
    checkActions(page[group], page.forms, entity, checker, [group]);
}

function checkPanorama(page: PanoramaPage, checker: Checker): void {
  const entity = checker.entity(page.entity, ['entity']);
  if (entity === undefined) return;
  checkScope(page.scope, entity, checker);
  checker.operation(page.api.view, `${entity.name}:${verbPermissions.view}`, ['api', 'view']);
  checker.filter(entity, page.filter, ['filter']);
  checker.path(entity, page.header.title, ['header', 'title']);
  if (page.header.subtitle !== undefined) checker.path(entity, page.header.subtitle, ['header', 'subtitle']);
  for (const [index, tag] of (page.header.tags ?? []).entries())
    checker.path(entity, tag.field, ['header', 'tags', index, 'field']);
  checkForms(page.forms, entity, checker);
  checkActions(page.header.actions, page.forms, entity, checker, ['header', 'actions']);
  checker.uniqueKeys(page.facts, ['facts']);
  for (const [index, group] of page.facts.entries()) {
    for (const [position, path] of group.fields.entries())
      checker.path(entity, path, ['facts', index, 'fields', position]);
  }
  checker.uniqueKeys(page.tabs, ['tabs']);
  for (const [index, tab] of page.tabs.entries()) checkTab(tab, page, entity, checker, ['tabs', index]);
}

function checkTab(tab: PanoramaTab, page: PanoramaPage, owner: EntityDocument, checker: Checker, at: At): void {
  const entity = checker.entity(tab.entity, [...at, 'entity']);
  if (entity === undefined) return;
  checker.operation(tab.api, tab.permission, at);
  checker.filter(entity, tab.match, [...at, 'match']);
  if (tab.kind === 'list' && tab.columns === undefined)
    checker.add({ code: 'E_SCHEMA_CONFLICT', expected: '列表写明 columns', got: '没有' }, at);
  if (tab.kind === 'timeline' && tab.timeline === undefined)
    checker.add({ code: 'E_SCHEMA_CONFLICT', expected: '时间线写明 timeline', got: '没有' }, at);
  if (tab.columns !== undefined) checkColumns(tab.columns, entity, checker, [...at, 'columns']);
  const timeline = tab.timeline;
  if (timeline !== undefined) {
    const paths = [
      timeline.time,
      timeline.content,
      timeline.author,
      ...(timeline.tags ?? []),
      ...(timeline.facts ?? []),
    ];
    for (const path of paths) if (path !== undefined) checker.path(entity, path, [...at, 'timeline']);
  }
  checker.sort(entity, tab.sort, [...at, 'sort']);
  checkActions(tab.toolbar, page.forms, owner, checker, [...at, 'toolbar']);
  checkActions(tab.row, page.forms, entity, checker, [...at, 'row']);
}

function checkCard(card: Card, checker: Checker, at: At): void {
  if (card.kind === 'list') {
    const entity = checker.entity(card.entity, [...at, 'entity']);
    if (entity === undefined) return;
    checker.operation(card.api, card.permission, at);
    checker.filter(entity, card.filter, [...at, 'filter']);
    checkConditions(card.where, entity, checker, [...at, 'where']);
    checkColumns(card.columns, entity, checker, [...at, 'columns']);
    checker.sort(entity, card.sort, [...at, 'sort']);
    if (card.link !== undefined) checker.name('页面', card.link, checker.documents.pages.keys(), [...at, 'link']);
    return;
  }
  if (!checker.name('数据集', card.dataset, checker.documents.datasets.keys(), [...at, 'dataset'])) return;
  const dataset = checker.documents.datasets.get(card.dataset);
  const measures = dataset?.measures.map((measure) => measure.key) ?? [];
  if (card.kind === 'figure') {
    checker.name('度量', card.measure, measures, [...at, 'measure']);
    if (card.link !== undefined) checkDrill(card.link, checker, [...at, 'link']);
    return;
  }
  for (const [index, measure] of card.measures.entries())
    checker.name('度量', measure, measures, [...at, 'measures', index]);
  checker.name(
    '维度',
    card.dimension,
    (dataset?.dimensions ?? []).map((dimension) => dimension.key),
    [...at, 'dimension'],
  );
}

function checkDrill(link: DrillDown, checker: Checker, at: At): void {
  if (!checker.name('页面', link.page, checker.documents.pages.keys(), [...at, 'page'])) return;
  const page = checker.documents.pages.get(link.page);
  const entity = page?.kind === 'list' ? checker.documents.entities.get(page.entity) : undefined;
  if (entity === undefined) {
    checker.add({ code: 'E_SCHEMA_CONFLICT', expected: '列表页面', got: link.page }, [...at, 'page']);
    return;
  }
  if (link.time !== undefined) checker.path(entity, link.time, [...at, 'time']);
  checkConditions(link.where, entity, checker, [...at, 'where']);
}

function checkConditions(
  conditions: readonly CardCondition[] | undefined,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  for (const [index, condition] of (conditions ?? []).entries())
    checker.path(entity, condition.field, [...at, index, 'field']);
}

function checkScope(scope: string, entity: EntityDocument, checker: Checker): void {
  const named = (entity.access?.scopes ?? []).map((known) => known.key);
  checker.name('范围', scope, ['mine', 'department', 'all', ...named], ['scope']);
}

function checkQuery(api: string, entity: EntityDocument, checker: Checker, at: At): void {
  const operation = checker.operation(api, `${entity.name}:${verbPermissions.query}`, at);
  if (operation !== undefined && (operation.kind !== 'query' || operation.entity !== entity.name)) {
    checker.add({ code: 'E_SCHEMA_CONFLICT', expected: `${entity.title}的查询接口`, got: api }, at);
  }
}

function checkColumns(columns: readonly ListColumn[], entity: EntityDocument, checker: Checker, at: At): void {
  checker.uniqueKeys(columns, at);
  for (const [index, column] of columns.entries()) {
    checker.path(entity, column.field, [...at, index, 'field']);
    if (column.link !== undefined)
      checker.name('页面', column.link, checker.documents.pages.keys(), [...at, index, 'link']);
  }
}

function checkActions(
  actions: readonly PageAction[] | undefined,
  forms: Readonly<Record<string, FormDocument>> | undefined,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  checker.uniqueKeys(actions, at);
  for (const [index, action] of (actions ?? []).entries()) {
    const here = [...at, index];
    if (action.api !== undefined) checker.operation(action.api, action.permission, here);
    if (action.api === undefined && action.link === undefined && action.widget === undefined) {
      checker.add({ code: 'E_SCHEMA_CONFLICT', expected: '写明 api、link 或 widget', got: '没有' }, here);
    }
    if (action.form !== undefined) checker.name('表单', action.form, Object.keys(forms ?? {}), [...here, 'form']);
    if (action.link !== undefined) checker.name('页面', action.link, checker.documents.pages.keys(), [...here, 'link']);
    if (action.visibleWhen !== undefined) checker.expression(action.visibleWhen, entity, [...here, 'visibleWhen']);
    for (const [key, value] of Object.entries(action.values ?? {}))
      checker.expression(value, entity, [...here, 'values', key]);
  }
}

function checkForms(
  forms: Readonly<Record<string, FormDocument>> | undefined,
  owner: EntityDocument,
  checker: Checker,
): void {
  for (const [name, form] of Object.entries(forms ?? {})) {
    const entity = form.entity === undefined ? owner : checker.entity(form.entity, ['forms', name, 'entity']);
    if (entity === undefined) continue;
    const writable = [...entityModel(entity).fields.values()].filter(
      (field) => field.readonly !== true && field.secret !== true,
    );
    const inputs = transitionInputs(entity);
    const keys = [...writable.map((field) => field.key), ...inputs];
    checker.uniqueKeys(form.sections, ['forms', name, 'sections']);
    for (const [index, section] of form.sections.entries()) {
      for (const [position, field] of section.fields.entries()) {
        checker.name('可填写的字段', typeof field === 'string' ? field : field.key, keys, [
          'forms',
          name,
          'sections',
          index,
          'fields',
          position,
        ]);
      }
    }
    checker.uniqueKeys(form.rules, ['forms', name, 'rules']);
    for (const [index, rule] of (form.rules ?? []).entries()) {
      checker.expression(rule.when, undefined, ['forms', name, 'rules', index, 'when']);
      for (const [position, effect] of rule.then.entries())
        checker.name('字段', effect.field, keys, ['forms', name, 'rules', index, 'then', position, 'field']);
    }
  }
}

function transitionInputs(entity: EntityDocument): readonly string[] {
  const transitions = (entity.states ?? []).flatMap((machine) => machine.transitions);
  return [...transitions, ...(entity.actions ?? [])].flatMap((declared) =>
    (declared.input ?? []).map((input) => input.key),
  );
}
