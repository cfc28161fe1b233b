import { transitionsOf } from '../entity-model.ts';
import type { DatasetDocument, MenuDocument, MenuNode, RoleDocument } from '../generated/documents.ts';
import type { Checker } from './checker.ts';

/** Checks a dataset's fields and expressions against its entity. */
export function checkDataset(dataset: DatasetDocument, checker: Checker): void {
  const entity = checker.entity(dataset.entity, ['entity']);
  if (entity === undefined) return;
  checker.path(entity, dataset.time, ['time']);
  if (dataset.where !== undefined) checker.expression(dataset.where, entity, ['where']);
  checker.uniqueKeys(dataset.dimensions, ['dimensions']);
  for (const [index, dimension] of (dataset.dimensions ?? []).entries())
    checker.path(entity, dimension.field, ['dimensions', index, 'field']);
  checker.uniqueKeys(dataset.measures, ['measures']);
  for (const [index, measure] of dataset.measures.entries()) {
    if (measure.field !== undefined) checker.path(entity, measure.field, ['measures', index, 'field']);
    else if (measure.aggregate !== 'count')
      checker.add({ code: 'E_SCHEMA_CONFLICT', expected: `${measure.aggregate} 写明 field`, got: '没有' }, [
        'measures',
        index,
      ]);
    if (measure.where !== undefined) checker.expression(measure.where, entity, ['measures', index, 'where']);
  }
}

/** Checks that every leaf of the menu is a page and every name stands once. */
export function checkMenu(menu: MenuDocument, checker: Checker): void {
  const seen = new Set<string>();
  const visit = (nodes: readonly MenuNode[], at: readonly (string | number)[]): void => {
    for (const [index, node] of nodes.entries()) {
      const here = [...at, index];
      if (seen.has(node.key))
        checker.add({ code: 'E_SCHEMA_DUPLICATE', expected: '菜单中的名称必须唯一', got: node.key }, [...here, 'key']);
      seen.add(node.key);
      if (node.children === undefined) {
        checker.name('页面', node.key, checker.documents.pages.keys(), [...here, 'key']);
        continue;
      }
      if (node.title === undefined || node.path === undefined)
        checker.add({ code: 'E_SCHEMA_CONFLICT', expected: '分组写明 title 与 path', got: '没有' }, here);
      visit(node.children, [...here, 'children']);
    }
  };
  visit(menu.children, ['children']);
}

/** Checks that a role names known pages and permissions. */
export function checkRole(role: RoleDocument, checker: Checker): void {
  const permissions = knownPermissions(checker);
  for (const [index, menu] of role.menus.entries()) {
    if (menu !== '*') checker.name('页面', menu, checker.documents.pages.keys(), ['menus', index]);
  }
  for (const [index, permission] of role.permissions.entries()) {
    if (permission === '*') continue;
    if (permission.endsWith(':*')) checker.entity(permission.slice(0, -2), ['permissions', index]);
    else checker.name('权限键', permission, permissions, ['permissions', index]);
  }
}

function knownPermissions(checker: Checker): ReadonlySet<string> {
  const known = new Set([...checker.operations.values()].map((operation) => operation.permission));
  for (const entity of checker.documents.entities.values()) {
    for (const scope of entity.access?.scopes ?? []) known.add(scope.permission);
    for (const { transition } of transitionsOf(entity)) known.add(transition.permission);
  }
  return known;
}
