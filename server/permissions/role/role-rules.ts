import { isId } from '../../../engine/model/fields/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import {
  beyond,
  contentOf,
  isNothing,
  namesOf,
  noContent,
  type RoleContent,
  unknownIn,
  wideningOf,
} from '../../access/role-content.ts';
import { isScopeName } from '../../access/row-policies-in-force.ts';
import { holdersOfRole } from '../../db/role-store.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { permissionText } from '../../texts/access/permission-text.ts';
import { refusePermission } from '../errors/errors.ts';
import { keepAnAdministrator } from '../people/administrators.ts';
import { keysOnPages, withFollowing } from './following-pages.ts';

const contentKeys = ['menus', 'permissions', 'dataScope', 'customDepartmentIds', 'entityScopes', 'projectIds'];

/**
 * Rules of roles: nobody gives what he does not hold, nobody widens a role he holds himself, what is built in stays
 * whole, and somebody who may do everything is always left.
 */
export const roleRules: DomainRules = {
  entity: 'role',

  async beforeCreate(values, context) {
    checkShape(values);
    const content = contentOf(values);
    checkKnown(noContent, content, context);
    refuseEscalation(noContent, content, context);
    if (typeof values.exportLimit === 'number') refuseExportLimit(context);
    return tidied(values, settled(noContent, content, context));
  },

  async beforeModify(record, changes, context) {
    checkShape(changes);
    const before = contentOf(record);
    const after = contentOf({ ...record, ...changes });
    checkKnown(before, after, context);
    keepBuiltIn(record, changes, after);
    // A role that was not in force gave nothing.
    const given = (values: Values, content: RoleContent) => (values.enabled === true ? content : noContent);
    const inForce = [given(record, before), given({ ...record, ...changes }, after)] as const;
    await refuseOwnWidening(record, ...inForce, context);
    refuseEscalation(before, after, context);
    refuseEscalation(...inForce, context);
    const isOtherLimit = Object.hasOwn(changes, 'exportLimit') && changes.exportLimit !== record.exportLimit;
    if (isOtherLimit) refuseExportLimit(context);
    return settledChanges(changes, before, after, context);
  },

  afterModifyOf: ['permissions', 'menus', 'enabled'],
  async afterModify(_record, _changes, context) {
    await keepAnAdministrator(context);
  },

  async beforeDelete(record, { records, db }) {
    if (record.builtIn === true)
      throw refusePermission('E_ROLE_BUILT_IN', { name: record.name, what: permissionText('permission.role.delete') });
    const count = await holdersOfRole(db, record.id);
    if (count > 0) throw refusePermission('E_ROLE_IN_USE', { name: record.name, count });
    for (const policy of await records.find('masking_policy', { roleId: record.id }))
      await records.remove('masking_policy', policy.id);
  },
};

/** What is built in and holds everything keeps everything, and stays in force. */
function keepBuiltIn(record: StoredRecord, changes: Values, after: RoleContent): void {
  if (record.builtIn !== true) return;
  const { name, code, permissions } = record;
  if (Object.hasOwn(changes, 'code') && changes.code !== code)
    throw refusePermission('E_ROLE_BUILT_IN', { name, what: permissionText('permission.role.code') });
  if (!Array.isArray(permissions) || !permissions.includes('*')) return;
  const isWhole = after.permissions.includes('*') && after.menus.includes('*') && after.dataScope === 'all';
  if (!isWhole || after.entityScopes.length > 0 || changes.enabled === false)
    throw refusePermission('E_ROLE_BUILT_IN', { name, what: permissionText('permission.role.whole') });
}

async function refuseOwnWidening(
  role: StoredRecord,
  before: RoleContent,
  after: RoleContent,
  { caller, documents, records }: RuleContext,
): Promise<void> {
  const widening = wideningOf(before, after);
  if (isNothing(widening) || caller.grants.has('*')) return;
  const own = await records.findOne('staff', { id: caller.staffId });
  if (Array.isArray(own?.roleIds) && own.roleIds.includes(role.id))
    throw refusePermission('E_ROLE_OWN', { what: namesOf(widening, documents) });
}

function refuseEscalation(before: RoleContent, after: RoleContent, { caller, documents }: RuleContext): void {
  const more = beyond(wideningOf(before, after), caller);
  if (!isNothing(more)) throw refusePermission('E_ROLE_ESCALATION', { what: namesOf(more, documents) });
}

/** How many rows may be taken out at once is told by who may do everything: without a limit of its own a role has the usual one. */
function refuseExportLimit({ caller }: RuleContext): void {
  if (!caller.grants.has('*'))
    throw refusePermission('E_ROLE_ESCALATION', { what: permissionText('permission.exportLimit') });
}

/** Of what is given anew, everything must be known; what the documents have dropped since may stay. */
function checkKnown(before: RoleContent, after: RoleContent, { documents }: RuleContext): void {
  const known = (list: readonly string[], old: readonly string[]) => list.filter((item) => !old.includes(item));
  const oldScopes = new Set(before.entityScopes.map(({ entity }) => entity));
  const unknown = unknownIn(
    {
      ...after,
      menus: known(after.menus, before.menus),
      permissions: known(after.permissions, before.permissions),
      entityScopes: after.entityScopes.filter(({ entity }) => !oldScopes.has(entity)),
    },
    documents,
  );
  if (unknown !== undefined)
    throw invalidInput([
      {
        code: 'E_INPUT_CHOICE',
        ...unknown,
        title: formatMessage(permissionText('permission.grant')),
        expected: formatMessage(permissionText('permission.known')),
      },
    ]);
}

/** The JSON fields of a role as they shall be: lists of texts, and scopes by entity. */
function checkShape(values: Values): void {
  for (const key of ['menus', 'permissions'])
    if (Object.hasOwn(values, key) && !isTexts(values[key]))
      throw wrongInput(
        `/${key}`,
        permissionText('permission.grant'),
        permissionText('permission.texts'),
        typeof values[key],
      );
  const { entityScopes } = values;
  if (entityScopes === undefined || entityScopes === null) return;
  if (!Array.isArray(entityScopes) || !entityScopes.every(isScope))
    throw wrongInput(
      '/entityScopes',
      permissionText('permission.scopes'),
      permissionText('permission.shape', { shape: '{entity, dataScope, customDepartmentIds}' }),
      entityScopes,
    );
}

/** What a role is given as it shall be kept: pages with those that follow from them, and keys its pages have use for. */
function settled(before: RoleContent, given: RoleContent, { documents }: RuleContext): RoleContent {
  const after = { ...given, menus: withFollowing(given, documents) };
  return { ...after, permissions: keysOnPages(before, after, documents) };
}

/** The changes of what a role gives, settled; keys may go with pages though none were named. */
function settledChanges(changes: Values, before: RoleContent, after: RoleContent, context: RuleContext): Values {
  if (!Object.hasOwn(changes, 'menus') && !Object.hasOwn(changes, 'permissions')) return tidied(changes, after);
  const { menus, permissions } = settled(before, after, context);
  const isOther = permissions.length !== after.permissions.length;
  return {
    ...tidied(changes, { ...after, menus, permissions }),
    ...(isOther ? { permissions } : {}),
  };
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isScope(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('entity' in value) || !('dataScope' in value)) return false;
  const departments = 'customDepartmentIds' in value ? (value.customDepartmentIds ?? []) : [];
  const areIds = Array.isArray(departments) && departments.every((id) => typeof id === 'string' && isId(id));
  return typeof value.entity === 'string' && isScopeName(value.dataScope) && areIds;
}

/** The lists that were given, each name once. */
function tidied(given: Values, content: RoleContent): Values {
  return Object.fromEntries(
    Object.entries(content).filter(
      ([key]) => contentKeys.includes(key) && Object.hasOwn(given, key) && Array.isArray(given[key]),
    ),
  );
}
