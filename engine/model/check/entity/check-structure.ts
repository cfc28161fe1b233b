import { memoizeByIdentity } from '../../cache/cache.ts';
import { entityModel, isStored } from '../../entity/entity-model.ts';
import { isSingle, isTime } from '../../fields/type-groups.ts';
import type { ChildRows, EntityDocument, EntityField, ExclusionRule } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import { formatMessage } from '../../texts/message.ts';
import { modelText } from '../../texts/model-text.ts';
import type { At, Checker } from '../checker/checker.ts';

/** Checks the indexes of an entity: stored fields, and messages only where something can be refused. */
export function checkIndexes(entity: EntityDocument, checker: Checker): void {
  checker.uniqueKeys(entity.indexes, ['indexes']);
  for (const [index, declared] of (entity.indexes ?? []).entries()) {
    for (const [position, key] of declared.fields.entries())
      storedField(key.replace(/^-/, ''), entity, checker, ['indexes', index, 'fields', position]);
    if (declared.where !== undefined)
      checker.expression(declared.where, 'index', { entity: withDeletedAt(entity) }, ['indexes', index, 'where']);
    if (declared.message !== undefined && declared.unique !== true)
      checker.expect(documentText('check.structure.messageOnUniqueIndexesOnly'), '—', ['indexes', index, 'message']);
  }
}

/** Checks conditions every row must meet and spans that may not overlap. */
export function checkConstraints(entity: EntityDocument, checker: Checker): void {
  checker.uniqueKeys(entity.constraints, ['constraints']);
  for (const [index, constraint] of (entity.constraints ?? []).entries()) {
    const at = ['constraints', index];
    if ((constraint.check === undefined) === (constraint.exclude === undefined))
      checker.expect(documentText('check.structure.eitherCheckOrExclude'), constraint.key, at);
    if (constraint.check !== undefined)
      checker.expression(constraint.check, 'index', { entity: withDeletedAt(entity) }, [...at, 'check']);
    if (constraint.exclude !== undefined) checkExclusion(constraint.exclude, entity, checker, [...at, 'exclude']);
  }
}

function checkExclusion(rule: ExclusionRule, entity: EntityDocument, checker: Checker, at: At): void {
  for (const [position, key] of rule.equal.entries()) {
    const field = storedField(key, entity, checker, [...at, 'equal', position]);
    if (field !== undefined && (!isSingle(field) || key === rule.from || key === rule.to))
      checker.expect(documentText('check.structure.fieldComparedForEquality'), key, [...at, 'equal', position]);
  }
  const from = storedField(rule.from, entity, checker, [...at, 'from']);
  const to = storedField(rule.to, entity, checker, [...at, 'to']);
  const isSpan =
    from !== undefined &&
    to !== undefined &&
    from.key !== to.key &&
    from.type === to.type &&
    isTime(from) &&
    from.mask === undefined &&
    to.mask === undefined;
  if (from !== undefined && to !== undefined && !isSpan)
    checker.expect(documentText('check.structure.fromAndToTwoFieldsBoth'), `${rule.from}, ${rule.to}`, at);
  if (rule.where !== undefined)
    checker.expression(rule.where, 'index', { entity: withDeletedAt(entity) }, [...at, 'where']);
}

/** Checks a table kept by month: rows only come, nothing but the id is unique, and what goes is referred to by nobody. */
export function checkPartition(entity: EntityDocument, checker: Checker): void {
  if (entity.partition === undefined) {
    if (entity.keepMonths !== undefined)
      checker.expect(documentText('check.structure.keepMonthsBesidePartitionOnly'), `${entity.keepMonths}`, [
        'keepMonths',
      ]);
    return;
  }
  if (entity.appendOnly !== true)
    checker.expect(documentText('check.structure.appendOnlyEntity'), entity.partition, ['partition']);
  const keptApart = [
    ...entity.fields.flatMap((field, index) => (field.unique === true ? [['fields', index, 'unique']] : [])),
    ...(entity.indexes ?? []).flatMap((index, place) => (index.unique === true ? [['indexes', place, 'unique']] : [])),
    ...(entity.constraints ?? []).flatMap((rule, place) =>
      rule.exclude === undefined ? [] : [['constraints', place, 'exclude']],
    ),
  ];
  for (const at of keptApart) checker.expect(documentText('check.structure.noUniquenessButOfIdIn'), entity.name, at);
  if (entity.keepMonths === undefined) return;
  for (const other of checker.documents.entities.values()) {
    const referring = other.fields.find((field) => field.ref === entity.name);
    if (referring !== undefined)
      checker.expect(documentText('check.structure.entityNobodyRefersToAsIts'), `${other.name}.${referring.key}`, [
        'keepMonths',
      ]);
  }
}

/** A letter of a path column holds ids of 36 letters and a slash each. */
const minTreePath = 75;

/** Checks that a tree hangs together: its parent refers to the entity itself and may be empty. */
export function checkTree(entity: EntityDocument, checker: Checker): void {
  const tree = entity.tree;
  if (tree === undefined) return;
  if (entity.appendOnly === true)
    checker.expect(documentText('check.structure.entityThatCanBeModified'), 'appendOnly', ['tree']);
  const parent = storedField(tree.parent, entity, checker, ['tree', 'parent']);
  if (parent !== undefined && (parent.type !== 'ref' || parent.ref !== entity.name || parent.required === true))
    checker.expect(documentText('check.structure.referenceToEntityItselfThatMay'), tree.parent, ['tree', 'parent']);
  if (tree.path !== undefined) checkTreePath(tree.path, entity, checker, ['tree', 'path']);
  if (tree.order !== undefined) numberField(tree.order, entity, checker, ['tree', 'order']);
  if (tree.within !== undefined) checkWithin(tree.within, entity, checker, ['tree', 'within']);
  if (tree.levels !== undefined && tree.maxDepth !== undefined && tree.levels.length !== tree.maxDepth)
    checker.expect(documentText('check.structure.asManyAsThereAreLevels'), String(tree.maxDepth), ['tree', 'maxDepth']);
  const keys = [tree.parent, tree.path, tree.order, tree.within].filter((key) => key !== undefined);
  if (new Set(keys).size < keys.length)
    checker.expect(documentText('check.structure.differentFields'), keys.join(', '), ['tree']);
  if (entityModel(entity).fields.has('hasChildren'))
    checker.expect(documentText('check.structure.noFieldCalledHasChildren'), 'hasChildren', ['tree']);
}

/** The path of a node holds the ids above it: a text nobody else has any say in. */
function checkTreePath(key: string, entity: EntityDocument, checker: Checker, at: At): void {
  const path = storedField(key, entity, checker, at);
  if (path === undefined) return;
  const isText = path.type === 'text' || (path.type === 'string' && (path.maxLength ?? 255) >= minTreePath);
  if (!isText || path.mask !== undefined || path.unique === true || path.defaultValue !== undefined)
    checker.expect(documentText('check.structure.textFieldOfAtLeastCharacters', { minTreePath }), key, at);
}

/** Checks a field whose values part the rows of an entity into several trees or orders. */
export function checkWithin(key: string, entity: EntityDocument, checker: Checker, at: At): void {
  const within = storedField(key, entity, checker, at);
  if (within !== undefined && (within.mask !== undefined || within.secret === true || !dividing.has(within.type)))
    checker.expect(documentText('check.structure.fieldOfOneValueWithoutMask'), key, at);
}

/** Types whose values are written the same wherever they are compared. */
const dividing: ReadonlySet<string> = new Set(['ref', 'enum', 'int', 'string']);

const reservedChildKeys = new Set(['id', 'version', 'was', 'hasChildren']);

/** Checks the child rows of an entity against the entity they are rows of. */
export function checkChildren(entity: EntityDocument, checker: Checker): void {
  const children = entity.children ?? [];
  checker.uniqueKeys(children, ['children']);
  const { fields, relations } = entityModel(entity);
  for (const [index, rows] of children.entries()) {
    const at = ['children', index];
    if (fields.has(rows.key) || relations.has(rows.key) || reservedChildKeys.has(rows.key))
      checker.expect(documentText('check.structure.nameNoFieldOrRelationHas'), rows.key, [...at, 'key']);
    if (children.some((other, place) => place < index && other.entity === rows.entity && other.by === rows.by))
      checker.expect(
        documentText('check.structure.sameRowsOnce'),
        `${rows.entity}.${rows.by}`,
        at,
        'E_SCHEMA_DUPLICATE',
      );
    checkChild(rows, entity, checker, at);
  }
  if (children.length > 0 && entity.appendOnly === true)
    checker.expect(documentText('check.structure.entityThatCanBeModified'), 'appendOnly', ['children']);
}

function checkChild(rows: ChildRows, entity: EntityDocument, checker: Checker, at: At): void {
  const child = checker.entity(rows.entity, [...at, 'entity']);
  if (child === undefined) return;
  if (child === entity || child.appendOnly === true || child.tree !== undefined)
    checker.expect(documentText('check.structure.anotherEntityModifiableAndNoTree'), rows.entity, [...at, 'entity']);
  const deep = (child.children ?? []).find((own) => hasRows(own.entity, checker));
  if (deep !== undefined)
    checker.expect(documentText('check.structure.childRowsTwoLevelsDeepAt'), `${rows.entity}.${deep.key}`, [
      ...at,
      'entity',
    ]);
  const by = storedField(rows.by, child, checker, [...at, 'by']);
  if (by !== undefined && (by.type !== 'ref' || by.ref !== entity.name))
    checker.expect(documentText('check.structure.referenceTo', { entity }), rows.by, [...at, 'by']);
  if (rows.order !== undefined) numberField(rows.order, child, checker, [...at, 'order']);
  if (rows.min !== undefined && rows.max !== undefined && rows.min > rows.max)
    checker.expect(documentText('check.structure.minUpToMax'), `${rows.min} > ${rows.max}`, [...at, 'min']);
}

function hasRows(entity: string, { documents }: Checker): boolean {
  return (documents.entities.get(entity)?.children ?? []).length > 0;
}

function numberField(key: string, entity: EntityDocument, checker: Checker, at: At): void {
  const field = storedField(key, entity, checker, at);
  if (field !== undefined && field.type !== 'int' && field.type !== 'decimal')
    checker.expect(documentText('check.structure.intOrDecimalField'), field.type, at);
}

/** A field that has a column; faults when there is none of that name, or when it is worked out on reading. */
export function storedField(key: string, entity: EntityDocument, checker: Checker, at: At): EntityField | undefined {
  const { fields } = entityModel(withDeletedAt(entity));
  if (!checker.name('field', key, fields.keys(), at, entity)) return undefined;
  const field = fields.get(key);
  if (field !== undefined && isStored(field)) return field;
  checker.expect(documentText('check.structure.storedField'), key, at);
  return undefined;
}

/** What the database checks may also read the soft-delete mark, which no page may. */
const withDeletedAt = memoizeByIdentity(
  (entity: EntityDocument): EntityDocument => ({
    ...entity,
    fields: [
      ...entity.fields,
      { key: 'deletedAt', title: formatMessage(modelText('model.common.deletedAt')), type: 'datetime' },
    ],
  }),
);
