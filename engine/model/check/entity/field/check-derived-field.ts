import { entityModel, isStored, resolvePath } from '../../../entity/entity-model.ts';
import { childRowsRead, pathsRead } from '../../../expression/dependencies.ts';
import { parseExpression } from '../../../expression/parse.ts';
import { fieldTypes } from '../../../fields/field-types.ts';
import { typesWhere } from '../../../fields/type-groups.ts';
import type { EntityDocument, EntityField } from '../../../generated/documents.ts';
import { checkText } from '../../../texts/check-text.ts';
import { documentText } from '../../../texts/document-text.ts';
import type { At, Checker } from '../../checker/checker.ts';

/** Properties of what is stored or typed in; a field worked out on reading has none of it. */
const storedOnly = [
  'required',
  'unique',
  'searchable',
  'mask',
  'secret',
  'defaultValue',
  'sequence',
  'maxLength',
  'minLength',
  'min',
  'max',
  'future',
] as const;
/** As deep as the server follows computed fields through one another. */
const maxChainDepth = 8;

/** Checks a field that is worked out on reading: computed from its record, or rolled up from other rows. */
export function checkDerivedField(field: EntityField, entity: EntityDocument, checker: Checker, at: At): void {
  if (field.compute !== undefined && field.rollup !== undefined)
    checker.expect(documentText('check.derivedField.eitherComputeOrRollup'), 'compute, rollup', at);
  for (const property of storedOnly) {
    if (field[property] !== undefined)
      checker.expect(documentText('check.derivedField.noSuchPropertyOnDerivedField'), property, [...at, property]);
  }
  if (field.compute !== undefined) checkCompute(field, field.compute, entity, checker, [...at, 'compute']);
  if (field.rollup !== undefined) checkRollup(field, field.rollup, entity, checker, [...at, 'rollup']);
  const chain = chainFrom({ entity, field }, checker, []);
  if (chain !== undefined)
    checker.expect(documentText('check.derivedField.noCycleAndAtMostLevels', { maxChainDepth }), chain.join(' → '), at);
}

function checkCompute(field: EntityField, source: string, entity: EntityDocument, checker: Checker, at: At): void {
  if (fieldTypes[field.type].isComputable !== true)
    checker.expect(documentText('check.derivedField.typeThatCanBeComputed'), field.type, [...at.slice(0, -1), 'type']);
  checker.expression(source, 'compute', { entity, field }, at);
  refuseGuarded(source, entity, checker, at);
}

/** What is worked out from a masked or secret field would tell it. */
function refuseGuarded(source: string, entity: EntityDocument, checker: Checker, at: At): void {
  for (const path of recordPaths(source)) {
    const read = resolvePath(checker.documents.entities, entity, path)?.field;
    if (read?.mask !== undefined || read?.secret === true)
      checker.expect(documentText('check.derivedField.noMaskedOrSecretFieldRead'), path, at);
  }
  for (const { source: child, path } of childPaths(source, entity, checker)) {
    const read = resolvePath(checker.documents.entities, child, path)?.field;
    if (read?.mask !== undefined || read?.secret === true)
      checker.expect(documentText('check.derivedField.noMaskedOrSecretFieldRead'), `row.${path}`, at);
  }
}

/** What an expression reads of child rows: paths below the entity of each list. */
function childPaths(source: string, entity: EntityDocument, checker: Checker) {
  const outcome = parseExpression(source);
  const lists = outcome.ok ? [...childRowsRead(outcome.expression, 'record')] : [];
  return lists.flatMap(([key, paths]) => {
    const child = checker.documents.entities.get(entityModel(entity).children.get(key)?.entity ?? '');
    return child === undefined ? [] : [...paths].map((path) => ({ source: child, path }));
  });
}

type Rollup = NonNullable<EntityField['rollup']>;

function checkRollup(field: EntityField, rollup: Rollup, entity: EntityDocument, checker: Checker, at: At): void {
  const source = checker.entity(rollup.entity, [...at, 'entity']);
  if (source === undefined) return;
  const { fields } = entityModel(source);
  const by = fields.get(rollup.by);
  if (checker.name('field', rollup.by, fields.keys(), [...at, 'by'], source) && !pointsTo(by, entity))
    checker.expect(documentText('check.derivedField.referenceTo', { entity }), rollup.by, [...at, 'by']);
  if (rollup.where !== undefined) {
    checker.expression(rollup.where, 'rollup', { entity: source }, [...at, 'where']);
    refuseGuarded(rollup.where, source, checker, [...at, 'where']);
  }
  if (rollup.aggregate === 'count') checkCount(field, rollup, checker, at);
  else checkAggregate(field, rollup, source, checker, at);
}

function checkCount(field: EntityField, rollup: Rollup, checker: Checker, at: At): void {
  if (rollup.field !== undefined)
    checker.expect(documentText('check.derivedField.noFieldWithCount'), rollup.field, [...at, 'field']);
  if (field.type !== 'int')
    checker.expect(checkText('check.asIs', { word: 'int' }), field.type, [...at.slice(0, -1), 'type']);
}

function checkAggregate(field: EntityField, rollup: Rollup, source: EntityDocument, checker: Checker, at: At): void {
  const { fields } = entityModel(source);
  if (rollup.field === undefined) {
    checker.expect(documentText('check.derivedField.fieldFor', { aggregate: rollup.aggregate }), '—', at);
    return;
  }
  const summed = fields.get(rollup.field);
  if (!checker.name('field', rollup.field, fields.keys(), [...at, 'field'], source)) return;
  const allowed = typesWhere((type) =>
    rollup.aggregate === 'sum' ? type.number !== undefined : type.isRanked === true,
  );
  if (summed === undefined || !allowed.includes(summed.type) || summed.mask !== undefined || summed.secret === true)
    checker.expect(checkText('check.asIs', { word: allowed }), summed?.type ?? rollup.field, [...at, 'field']);
  else if (summed.type !== field.type)
    checker.expect(checkText('check.asIs', { word: summed.type }), field.type, [...at.slice(0, -1), 'type']);
}

function pointsTo(field: EntityField | undefined, entity: EntityDocument): boolean {
  if (field === undefined || !isStored(field) || (field.type !== 'ref' && field.type !== 'refs')) return false;
  return field.ref === entity.name || Object.values(field.refBy?.entities ?? {}).includes(entity.name);
}

function recordPaths(source: string): readonly string[] {
  const outcome = parseExpression(source);
  return outcome.ok ? pathsRead(outcome.expression, 'record') : [];
}

type Node = { readonly entity: EntityDocument; readonly field: EntityField };

/** A chain of derived fields that comes back to itself or is too deep, as names; undefined when all is well. */
function chainFrom(node: Node, checker: Checker, above: readonly string[]): readonly string[] | undefined {
  const name = `${node.entity.name}.${node.field.key}`;
  const chain = [...above, name];
  if (above.includes(name) || chain.length > maxChainDepth) return chain;
  for (const next of derivedReads(node, checker)) {
    const found = chainFrom(next, checker, chain);
    if (found !== undefined) return found;
  }
  return undefined;
}

function derivedReads({ entity, field }: Node, checker: Checker): readonly Node[] {
  const { rollup, compute } = field;
  const source = rollup === undefined ? entity : checker.documents.entities.get(rollup.entity);
  if (source === undefined) return [];
  const paths = [
    ...(compute === undefined ? [] : recordPaths(compute)),
    ...(rollup?.where === undefined ? [] : recordPaths(rollup.where)),
    ...(rollup?.field === undefined ? [] : [rollup.field]),
  ];
  const reads = [
    ...paths.map((path) => ({ source, path })),
    ...(compute === undefined ? [] : childPaths(compute, entity, checker)),
  ];
  return reads.flatMap(({ source: at, path }) => {
    const read = resolvePath(checker.documents.entities, at, path);
    return read === undefined || isStored(read.field) ? [] : [{ entity: read.entity.document, field: read.field }];
  });
}
