import { isStored } from '../../entity/entity-model.ts';
import type { EntityDocument, ListPage, PageAction, RowsTab } from '../../generated/documents.ts';
import { apiBase } from '../../naming/naming.ts';
import { checkText } from '../../texts/check-text.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkApi } from './check-tree-filter.ts';

/** Rows are moved in the order people put them into, or in the tree the page draws, sorted as that orders them. */
export function checkMoved({ views, sort }: ListPage, { order, tree, name }: EntityDocument, checker: Checker): void {
  const place = ['api', 'move'];
  const isTree = tree !== undefined && (views ?? []).some(({ kind }) => kind === 'tree');
  if (order === undefined && !isTree)
    checker.expect(checkText('check.treeView.entityWithOrderOrTreeDrawn'), name, place);
  if (isTree && tree.order !== undefined && sort?.[0] !== tree.order)
    checker.expect(checkText('check.treeView.listSortedBy', { order: tree.order }), sort?.[0] ?? '—', place);
}

/** Nodes are added line by line with nothing but their name: the page adds them, and nothing else has to be filled in. */
export function checkAdded(page: ListPage, entity: EntityDocument, checker: Checker): void {
  for (const [index, view] of (page.views ?? []).entries()) {
    if (view.kind === 'tree' && view.add === true) checkAddedBy(page.toolbar, entity, checker, ['views', index, 'add']);
  }
}

/**
 * The rows of a tab drawn as a tree are all of one: found by what the whole tree is within and by nothing else, so
 * that no node stands in it without the one above.
 */
export function checkTabTree(tab: RowsTab, entity: EntityDocument, checker: Checker, at: At): void {
  const { tree: drawn } = tab;
  if (drawn === undefined) return;
  const place = [...at, 'tree'];
  const { tree, name } = entity;
  if (tab.kind !== 'list') checker.expect(checkText('check.treeView.tabOfKindList'), tab.kind, place);
  if (tree?.within === undefined) {
    checker.expect(checkText('check.treeView.entityWhoseTreeIsWithinSomething'), name, place);
    return;
  }
  const found = Object.keys(tab.match);
  if (found.length !== 1 || found[0] !== tree.within)
    checker.expect(checkText('check.treeView.nothingBut', { within: tree.within }), found.join(', ') || '—', [
      ...at,
      'match',
    ]);
  if (tab.where !== undefined)
    checker.expect(checkText('check.treeView.noWhereInTabDrawnAs'), `${tab.where.length}`, [...at, 'where']);
  if (tree.order !== undefined && tab.sort?.[0] !== tree.order)
    checker.expect(checkText('check.treeView.sortedBy', { order: tree.order }), tab.sort?.[0] ?? '—', [...at, 'sort']);
  checkApi(drawn.move, 'move', entity, checker, [...place, 'move']);
  if (drawn.add === true) checkAddedBy(tab.toolbar, entity, checker, [...place, 'add']);
}

function checkAddedBy(
  toolbar: readonly PageAction[] | undefined,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  if (entity.tree === undefined) return;
  const action = (toolbar ?? []).find(({ api }) => api === `${apiBase(entity)}/create`);
  if (action === undefined) checker.expect(checkText('check.treeView.toolbarActionThatCreates', { entity }), '—', at);
  const given = new Set([entity.label, entity.tree.parent, entity.tree.within, ...Object.keys(action?.values ?? {})]);
  const missing = entity.fields.filter(
    (field) => field.required === true && isStored(field) && field.readonly !== true && !given.has(field.key),
  );
  for (const { key, title } of missing.filter(({ defaultValue }) => defaultValue === undefined))
    checker.expect(checkText('check.treeView.defaultOfOrValueOfAction', { field: { title, name: key } }), key, at);
}
