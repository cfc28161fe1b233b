import { entityModel, isStored } from '../../entity/entity-model.ts';
import type { AccessThrough, EntityDocument, EntityField } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import type { At, Checker } from '../checker/checker.ts';

/** Checks by which rows of others a row belongs to somebody: stored fields, and an index for each that finds them. */
export function checkThrough(entity: EntityDocument, checker: Checker): void {
  const { access } = entity;
  if (access?.through === undefined) return;
  // What is found through others is one set of ids with what is found by the row itself.
  for (const kind of ['owner', 'department'] as const)
    for (const [index, path] of (access[kind] ?? []).entries())
      if (path.includes('.'))
        checker.expect(documentText('check.through.fieldOfItsOwnBesideThrough'), path, ['access', kind, index]);
  for (const [index, through] of access.through.entries())
    checkOne(through, entity, checker, ['access', 'through', index]);
}

function checkOne(through: AccessThrough, entity: EntityDocument, checker: Checker, at: At): void {
  const target = checker.entity(through.entity, [...at, 'entity']);
  if (target === undefined) return;
  const { fields } = entityModel(target);
  const of: [string, string] = [target.title, target.name];
  const by = fields.get(through.by);
  if (
    checker.name('field', through.by, fields.keys(), [...at, 'by'], of) &&
    !(by?.type === 'ref' && by.ref === entity.name && isStored(by))
  )
    checker.expect(documentText('check.through.referenceTo', { entity }), through.by, [...at, 'by']);
  if (target.appendOnly === true)
    checker.expect(documentText('check.through.entityWhoseRowsCanBeDeleted'), target.name, [...at, 'entity']);
  if (through.owner === undefined && through.department === undefined)
    checker.expect(documentText('check.through.ownerDepartmentOrBoth'), '—', at);
  for (const kind of ['owner', 'department'] as const)
    for (const [index, key] of (through[kind] ?? []).entries()) {
      const place = [...at, kind, index];
      if (checker.name('field', key, fields.keys(), place, of))
        checkBelonging({ target, key, by: through.by, kind }, entity, checker, place);
    }
}

/** A field of the rows between, by which they belong to somebody or some department. */
type Belonging = {
  readonly target: EntityDocument;
  readonly key: string;
  readonly by: string;
  readonly kind: 'owner' | 'department';
};

function checkBelonging({ target, key, by, kind }: Belonging, entity: EntityDocument, checker: Checker, at: At): void {
  if (!isLikeOwn(entityModel(target).fields.get(key), kind, entity))
    checker.expect(documentText('check.through.storedReferenceToWhatAccessRefers', { kind }), key, at);
  else if (!isIndexed(target, key, by))
    checker.expect(documentText('check.through.indexOfThatBeginsWith', { target, key, by }), key, at);
}

/** Whether a field refers to what the entity's own rows belong to; where they belong to nothing by themselves, to anything. */
function isLikeOwn(field: EntityField | undefined, kind: 'owner' | 'department', entity: EntityDocument): boolean {
  const [own] = entity.access?.[kind] ?? [];
  const target = own === undefined ? field?.ref : entityModel(entity).fields.get(own)?.ref;
  return field?.type === 'ref' && isStored(field) && field.ref === target;
}

/** Whether an index over all live rows begins with the two. */
function isIndexed({ indexes = [] }: EntityDocument, key: string, by: string): boolean {
  return indexes.some(({ fields, where }) => where === undefined && fields[0] === key && fields[1] === by);
}
