import type { MenuDocument, MenuNode, RoleDocument } from '../generated/documents.ts';
import { documentText } from '../texts/document-text.ts';
import type { At, Checker } from './checker/checker.ts';
import { kindOfPolicy } from './entity/field/check-mask-policy.ts';

/** Checks that every leaf of the menu is a page and every name stands once. */
export function checkMenu(menu: MenuDocument, checker: Checker): void {
  checkNodes(menu.children, new Set(), checker, ['children']);
}

/** Nodes of one level, and those below them; `seen` are the names that stand before them. */
function checkNodes(nodes: readonly MenuNode[], seen: Set<string>, checker: Checker, at: At): void {
  for (const [index, node] of nodes.entries()) {
    const here = [...at, index];
    if (seen.has(node.key))
      checker.expect(
        documentText('check.others.nameStandsOnceInMenu'),
        node.key,
        [...here, 'key'],
        'E_SCHEMA_DUPLICATE',
      );
    seen.add(node.key);
    if (node.redirect !== undefined) checkRedirect(node, checker, here);
    else if (node.children === undefined) checker.page(node.key, [...here, 'key']);
    else {
      if (node.title === undefined || node.path === undefined)
        checker.expect(documentText('check.others.titleAndPathForGroup'), '—', here);
      checkNodes(node.children, seen, checker, [...here, 'children']);
    }
  }
}

/** Another address of a page: it has a path of its own and a title. */
function checkRedirect({ redirect, title, path, children }: MenuNode, checker: Checker, at: At): void {
  if (redirect !== undefined) checker.page(redirect, [...at, 'redirect']);
  if (title === undefined || path === undefined || children !== undefined)
    checker.expect(documentText('check.others.titleAndPathAndNoChildren'), '—', at);
}

/** Checks that a role names known pages and permissions. */
export function checkRole(role: RoleDocument, checker: Checker): void {
  const namesake = [...checker.documents.roles.values()].find((other) => other !== role && other.title === role.title);
  if (namesake !== undefined)
    checker.expect(
      documentText('check.others.titleOtherThanThatOfRole', { code: namesake.code }),
      role.title,
      ['title'],
      'E_SCHEMA_DUPLICATE',
    );
  checkFieldPolicies(role, checker);
  for (const [index, { key }] of (role.entityScopes ?? []).entries())
    checker.entity(key, ['entityScopes', index, 'key']);
  checker.uniqueKeys(role.entityScopes, ['entityScopes']);
  for (const [index, menu] of role.menus.entries()) {
    if (menu !== '*') checker.page(menu, ['menus', index]);
  }
  for (const [index, permission] of role.permissions.entries()) {
    if (permission === '*') continue;
    if (permission.endsWith(':*')) checker.entity(permission.slice(0, -2), ['permissions', index]);
    else checker.name('permission', permission, checker.permissions, ['permissions', index]);
  }
}

/** A role says once how it sees the fields of a masking policy, under the policy's name; a limit of looks belongs to masked values. */
function checkFieldPolicies({ fields }: RoleDocument, checker: Checker): void {
  checker.uniqueKeys(fields, ['fields']);
  for (const [index, { key, mask, mode, revealDailyLimit, callOnly }] of (fields ?? []).entries()) {
    const at = ['fields', index];
    if (kindOfPolicy(key, checker) !== mask)
      checker.expect(documentText('check.others.keyOrMaskPolicyOfFieldsWith', { mask }), key, [...at, 'key']);
    if (mode !== 'mask' && (revealDailyLimit !== undefined || callOnly !== undefined))
      checker.expect(documentText('check.others.revealDailyLimitAndCallOnlyBesideModeMask'), mode, [...at, 'mode']);
  }
}
