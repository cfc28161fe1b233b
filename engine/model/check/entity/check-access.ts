import { entityModel, isStored } from '../../entity/entity-model.ts';
import type { EntityDocument, EntityField } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkPermission } from './check-inputs.ts';
import { checkShows } from './check-shows.ts';
import { checkThrough } from './check-through.ts';

/** Checks who sees the rows of an entity: whose they are, what is hidden of them, and the scopes it names. */
export function checkAccess(entity: EntityDocument, checker: Checker): void {
  const access = entity.access;
  for (const kind of ['owner', 'department'] as const)
    for (const [index, path] of (access?.[kind] ?? []).entries())
      checkStoredPath(path, entity, checker, ['access', kind, index]);
  checkThrough(entity, checker);
  if (access?.project !== undefined) checkStoredPath(access.project, entity, checker, ['access', 'project']);
  if (access?.others !== undefined) checker.entity(access.others.split(':')[0] ?? '', ['access', 'others']);
  checkReserved(entity, checker);
  checkHiddenFrom(entity, checker);
  checkHides(entity, checker);
  checkMasks(entity, checker);
  checkShows(entity, checker);
  checkScopes(entity, checker);
}

/** Scopes an entity names: by words of their own. */
function checkScopes(entity: EntityDocument, checker: Checker): void {
  const scopes = entity.access?.scopes;
  checker.uniqueKeys(scopes, ['access', 'scopes']);
  for (const [index, scope] of (scopes ?? []).entries()) {
    if (['mine', 'department', 'all'].includes(scope.key))
      checker.expect(documentText('check.access.nameOtherThanMineDepartmentAll'), scope.key, [
        'access',
        'scopes',
        index,
        'key',
      ]);
    checker.expression(scope.when, 'scope', { entity }, ['access', 'scopes', index, 'when']);
    checkPermission(scope.permission, entity, checker, ['access', 'scopes', index, 'permission']);
  }
}

/** Rows kept for those who hold a key: beside it only who owns a row sees it. */
function checkReserved(entity: EntityDocument, checker: Checker): void {
  const { reserved, owner } = entity.access ?? {};
  if (reserved === undefined) return;
  const at = ['access', 'reserved'];
  checker.uniqueKeys(reserved, at);
  if (owner === undefined) checker.expect(documentText('check.access.ownerBesideIt'), '—', at);
  for (const [index, { where, permission }] of reserved.entries()) {
    checker.filter(entity, where, [...at, index, 'where']);
    checker.entity(permission.split(':')[0] ?? '', [...at, index, 'permission']);
    for (const [path, value] of Object.entries(where))
      if (value === null || (typeof value === 'string' && value.startsWith('@')))
        checker.expect(documentText('check.access.valueWrittenDown'), String(value), [...at, index, 'where', path]);
  }
}

function checkStoredPath(path: string, entity: EntityDocument, checker: Checker, at: At): void {
  const field = checker.path(entity, path, at);
  if (field !== undefined && !isStored(field)) checker.expect(documentText('check.access.storedField'), path, at);
}

/** Whom a row is hidden from stands in it: references of the kind that owns rows. */
function checkHiddenFrom(entity: EntityDocument, checker: Checker): void {
  const { hiddenFrom = [], owner: [ownPath] = [] } = entity.access ?? {};
  if (hiddenFrom.length === 0) return;
  const at = ['access', 'hiddenFrom'];
  if (ownPath === undefined) {
    checker.expect(documentText('check.access.ownerBesideIt'), '—', at);
    return;
  }
  const owner = checker.path(entity, ownPath, ['access', 'owner', 0]);
  for (const [index, key] of hiddenFrom.entries()) {
    const field = checker.path(entity, key, [...at, index]);
    if (field !== undefined && !(field.type === 'ref' && isStored(field) && field.ref === owner?.ref))
      checker.expect(documentText('check.access.storedRefFieldToWhatAccess'), key, [...at, index]);
  }
}

/** What may be hidden in a row must be hidden whole: no index, search or other row may give it away. */
function checkHides(entity: EntityDocument, checker: Checker): void {
  const hides = entity.access?.hides;
  if (hides === undefined) return;
  const at = ['access', 'hides'];
  checkExcepted(entity, hides.exceptFor, checker, [...at, 'exceptFor']);
  const list = checker.path(entity, hides.fields, [...at, 'fields']);
  if (list === undefined) return;
  const values = checker.documents.dictionaries.get(list.dictionary ?? '')?.values;
  if (list.type !== 'json' || values === undefined) {
    checker.expect(documentText('check.access.jsonFieldWithDictionary'), hides.fields, [...at, 'fields']);
    return;
  }
  const { fields } = entityModel(entity);
  for (const { key } of values) {
    const field = fields.get(key);
    if (key === entity.label || field === undefined || !isHideable(field))
      checker.expect(documentText('check.access.storedFieldNoReferenceNeitherSearchable'), key, [...at, 'fields']);
  }
}

function isHideable(field: EntityField): boolean {
  return isStored(field) && field.ref === undefined && field.searchable !== true && field.sortable !== true;
}

/** What rows keep masked has a mask. */
function checkMasks(entity: EntityDocument, checker: Checker): void {
  const masks = entity.access?.masks;
  if (masks === undefined) return;
  const at = ['access', 'masks'];
  checker.expression(masks.when, 'rollup', { entity }, [...at, 'when']);
  if (masks.for !== undefined) checker.expression(masks.for, 'maskFor', { entity }, [...at, 'for']);
  if (masks.exceptFor !== undefined) checkExcepted(entity, masks.exceptFor, checker, [...at, 'exceptFor']);
  const { fields } = entityModel(entity);
  for (const [index, key] of masks.fields.entries())
    if (fields.get(key)?.mask === undefined)
      checker.expect(documentText('check.access.fieldWithMask'), key, [...at, 'fields', index]);
}

/** Those whom a row hides nothing from are of the kind that owns rows. */
function checkExcepted(entity: EntityDocument, path: string, checker: Checker, at: At): void {
  const people = checker.path(entity, path, at);
  const [ownPath] = entity.access?.owner ?? [];
  const owner = ownPath === undefined ? undefined : checker.path(entity, ownPath, ['access', 'owner', 0]);
  if (people !== undefined && (people.type !== 'refs' || people.ref !== owner?.ref))
    checker.expect(documentText('check.access.refsFieldToWhatAccessOwner'), path, at);
}
