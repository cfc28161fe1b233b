import { isGranted, knownPermissions } from '../../engine/model/access/index.ts';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import type { Message } from '../../engine/model/texts/index.ts';
import type { GoneGrant } from '../db/gone-grant-store.ts';
import { type Caller, mayOpen, rowPolicyOf } from '../kernel/caller/caller.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { permissionText } from '../texts/access/permission-text.ts';
import { commonText } from '../texts/common-text.ts';
import { widthOf } from './row-policies-in-force.ts';

/** How far the rows of one entity reach for a role. */
export type EntityScope = {
  readonly entity: string;
  readonly dataScope: string;
  readonly customDepartmentIds: readonly string[];
};

/** What a role gives to those who hold it. */
export type RoleContent = {
  readonly menus: readonly string[];
  readonly permissions: readonly string[];
  readonly dataScope: string;
  readonly customDepartmentIds: readonly string[];
  readonly entityScopes: readonly EntityScope[];
  readonly projectIds: readonly string[];
};

/** A role that gives nothing. */
export const noContent: RoleContent = {
  menus: [],
  permissions: [],
  dataScope: 'self',
  customDepartmentIds: [],
  entityScopes: [],
  projectIds: [],
};

/** What a stored role gives. */
export function contentOf(values: Values): RoleContent {
  return {
    menus: textsOf(values.menus),
    permissions: textsOf(values.permissions),
    dataScope: String(values.dataScope ?? 'self'),
    customDepartmentIds: textsOf(values.customDepartmentIds),
    entityScopes: scopesOf(values.entityScopes),
    projectIds: textsOf(values.projectIds),
  };
}

/** What one content gives beyond another. */
export type Widening = {
  readonly menus: readonly string[];
  readonly permissions: readonly string[];
  /** Scopes that are wider, by entity; `*` for the scope in general. */
  readonly scopes: readonly (EntityScope & { readonly isGeneral: boolean })[];
  readonly projectIds: readonly string[];
};

/** What `after` gives that `before` did not. */
export function wideningOf(before: RoleContent, after: RoleContent): Widening {
  const hadMenus = new Set(before.menus);
  const had = new Set(before.permissions);
  const entities = [...new Set([...before.entityScopes, ...after.entityScopes].map(({ entity }) => entity))];
  const scopes = [generalOf(after), ...entities.map((entity) => ({ ...scopeFor(after, entity), isGeneral: false }))];
  return {
    menus: after.menus.filter((menu) => !hadMenus.has('*') && !hadMenus.has(menu)),
    permissions: after.permissions.filter((key) => !isGranted(had, key)),
    scopes: scopes.filter((scope) =>
      isWider(scope, scope.isGeneral ? generalOf(before) : scopeFor(before, scope.entity)),
    ),
    projectIds: after.projectIds.filter((id) => !before.projectIds.includes(id)),
  };
}

/** Whether nothing is wider. */
export function isNothing({ menus, permissions, scopes, projectIds }: Widening): boolean {
  return menus.length + permissions.length + scopes.length + projectIds.length === 0;
}

/** Of what is given, the parts the caller does not hold himself. */
export function beyond(widening: Widening, caller: Caller): Widening {
  return {
    menus: widening.menus.filter((menu) => !mayOpen(caller, menu)),
    permissions: widening.permissions.filter((key) => !isGranted(caller.grants, key)),
    scopes: widening.scopes.filter((scope) => {
      const own = scope.isGeneral ? caller : rowPolicyOf(caller, scope.entity);
      return isWider(scope, { dataScope: own.dataScope, customDepartmentIds: own.departmentIds });
    }),
    projectIds: caller.dataScope === 'all' ? [] : widening.projectIds.filter((id) => !caller.projectIds.includes(id)),
  };
}

type Scope = Pick<EntityScope, 'dataScope' | 'customDepartmentIds'>;

function isWider(after: Scope, before: Scope): boolean {
  if (widthOf(after.dataScope) > widthOf(before.dataScope)) return true;
  if (after.dataScope !== 'custom' || before.dataScope === 'all') return false;
  return after.customDepartmentIds.some((id) => !before.customDepartmentIds.includes(id));
}

function generalOf({ dataScope, customDepartmentIds }: RoleContent) {
  return { entity: '*', dataScope, customDepartmentIds, isGeneral: true };
}

function scopeFor(content: RoleContent, entity: string): EntityScope {
  const own = content.entityScopes.find((scope) => scope.entity === entity);
  const { dataScope, customDepartmentIds } = content;
  return own ?? { entity, dataScope, customDepartmentIds };
}

/** What a widening is called, as far as a sentence has room for it. */
export function namesOf(widening: Widening, documents: DocumentSet): Message {
  const names = [
    ...widening.menus.map((menu) =>
      menu === '*' ? permissionText('permission.allPages') : (documents.pages.get(menu) ?? menu),
    ),
    ...widening.permissions.map((key) => (key === '*' ? permissionText('permission.all') : key)),
    ...widening.scopes.map(({ entity, isGeneral }) =>
      isGeneral
        ? permissionText('permission.scope')
        : permissionText('permission.scopeOf', { entity: documents.entities.get(entity) ?? entity }),
    ),
    ...(widening.projectIds.length === 0 ? [] : [permissionText('permission.projects')]),
  ];
  const list = names.slice(0, 5);
  return names.length > 5
    ? permissionText('permission.more', { list, count: names.length })
    : commonText('common.list', { list });
}

/** What in a role is unknown to the documents: pages, keys, entities; the first of each list with its pointer. */
export function unknownIn(content: RoleContent, documents: DocumentSet): { pointer: string; got: string } | undefined {
  const [first] = unknownNames(content, documents);
  return first === undefined ? undefined : { pointer: `/${first.kind}`, got: first.name };
}

/** Every page, key and entity of a content that the documents do not have. */
export function unknownNames(content: RoleContent, documents: DocumentSet): readonly GoneGrant[] {
  const keys = knownPermissions(documents);
  const isKnownKey = (key: string) =>
    key === '*' || keys.has(key) || (key.endsWith(':*') && documents.entities.has(key.slice(0, -2)));
  const menus = content.menus.filter((name) => name !== '*' && !documents.pages.has(name));
  const permissions = content.permissions.filter((key) => !isKnownKey(key));
  const scopes = content.entityScopes.filter(({ entity }) => documents.entities.get(entity)?.access === undefined);
  return [
    ...menus.map((name) => ({ kind: 'menus' as const, name })),
    ...permissions.map((name) => ({ kind: 'permissions' as const, name })),
    ...scopes.map(({ entity }) => ({ kind: 'entityScopes' as const, name: entity })),
  ];
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? [...new Set(value.filter((item) => typeof item === 'string'))] : [];
}

function scopesOf(value: unknown): readonly EntityScope[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown): readonly EntityScope[] => {
    if (typeof item !== 'object' || item === null || !('entity' in item) || !('dataScope' in item)) return [];
    const customDepartmentIds = 'customDepartmentIds' in item ? textsOf(item.customDepartmentIds) : [];
    return [{ entity: String(item.entity), dataScope: String(item.dataScope), customDepartmentIds }];
  });
}
