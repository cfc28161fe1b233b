import { enabledField } from '../../access/operations.ts';
import { formActionOf } from '../../documents/form-action.ts';
import { entityModel, isStored } from '../../entity/entity-model.ts';
import { fieldTypes } from '../../fields/field-types.ts';
import { kindOfValue } from '../../fields/type-groups.ts';
import type { EntityAction, EntityDocument, EntityField, PageDocument } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import type { Message } from '../../texts/message.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkAccess } from './check-access.ts';
import { checkActionImport } from './check-action-import.ts';
import { checkEditions } from './check-editions.ts';
import { checkImplemented } from './check-implemented.ts';
import { checkInputs, checkPermission } from './check-inputs.ts';
import { checkOrder } from './check-order.ts';
import { checkPrints } from './check-prints.ts';
import { checkQueue } from './check-queue.ts';
import { checkRights, checkRules } from './check-rights.ts';
import { checkSchedules } from './check-schedules.ts';
import { checkStates } from './check-states.ts';
import { checkChildren, checkConstraints, checkIndexes, checkPartition, checkTree } from './check-structure.ts';
import { checkField } from './field/check-field.ts';

/** Checks an entity against itself and the documents it names. */
export function checkEntity(entity: EntityDocument, checker: Checker): void {
  checker.uniqueKeys(entity.fields, ['fields']);
  checker.name('field', entity.label, entityModel(entity).fields.keys(), ['label']);
  checkLabel(entity, checker);
  checkChip(entity, checker);
  checkGlobalSearch(entity, checker);
  checkMergedInto(entity, checker);
  for (const [index, field] of entity.fields.entries()) checkField(field, entity, checker, ['fields', index]);
  checkAccess(entity, checker);
  checker.uniqueKeys(entity.states, ['states']);
  for (const [index, machine] of (entity.states ?? []).entries())
    checkStates(machine, entity, checker, ['states', index]);
  checker.uniqueKeys(entity.actions, ['actions']);
  for (const [index, action] of (entity.actions ?? []).entries())
    checkAction(action, entity, checker, ['actions', index]);
  checkRights(entity, checker);
  checkRules(entity, checker);
  checkOrder(entity, checker);
  checkQueue(entity, checker);
  checkEditions(entity, checker);
  checkPrints(entity, checker);
  checkImplemented(entity, checker);
  checkVerbs(entity, checker);
  checkSchedules(entity, checker);
  checkIndexes(entity, checker);
  checkConstraints(entity, checker);
  checkPartition(entity, checker);
  checkTree(entity, checker);
  checkChildren(entity, checker);
}

/** What a record is called by, alone and with its facts. */
function checkLabel(entity: EntityDocument, checker: Checker): void {
  if (entityModel(entity).fields.get(entity.label)?.rollup !== undefined)
    checker.expect(documentText('check.entity.noRolledUpField'), entity.label, ['label']);
  for (const [index, path] of (entity.labelFacts ?? []).entries()) {
    const field = checker.path(entity, path, ['labelFacts', index]);
    const isTold = field !== undefined && (field.type === 'html' || fieldTypes[field.type].fitsLabel === true);
    if (field !== undefined && (field.mask !== undefined || !isTold))
      checker.expect(
        documentText('check.entity.fieldOfOneLineOrFormatted'),
        path,
        ['labelFacts', index],
        'E_SCHEMA_CONFLICT',
      );
  }
}

/** What colours the name of a record is a value of a dictionary, which gives the colour. */
function checkChip(entity: EntityDocument, checker: Checker): void {
  const { chip } = entity;
  if (chip === undefined) return;
  const field = entityModel(entity).fields.get(chip);
  if (field === undefined) checker.name('field', chip, entityModel(entity).fields.keys(), ['chip']);
  else if (field.type !== 'enum' || !isStored(field))
    checker.expect(documentText('check.entity.storedEnumField'), chip, ['chip'], 'E_SCHEMA_CONFLICT');
}

/** Records that are found from anywhere: by what, told how, and opened where. */
function checkGlobalSearch(entity: EntityDocument, checker: Checker): void {
  if (entity.globalSearch === undefined) return;
  const at = ['globalSearch'];
  if (!entity.fields.some((field) => field.searchable === true))
    checker.expect(documentText('check.entity.entityWithSearchableFields'), entity.name, at);
  checkFoundName(entity, checker, at);
  const isOpened = (page: PageDocument) =>
    (page.kind === 'panorama' || page.kind === 'detail' || (page.kind === 'list' && page.search === true)) &&
    page.entity === entity.name;
  if (![...checker.documents.pages.values()].some(isOpened))
    checker.expect(documentText('check.entity.entityWithPageThatOpensIts'), entity.name, at);
  checkFoundAction(entity, checker, at);
  for (const [index, path] of (entity.globalSearch.facts ?? []).entries()) {
    const field = checker.path(entity, path, [...at, 'facts', index]);
    if (field !== undefined && field.mask === undefined && fieldTypes[field.type].fitsLabel !== true)
      checker.expect(
        documentText('check.entity.fieldOfOneLineOfRelation'),
        path,
        [...at, 'facts', index],
        'E_SCHEMA_CONFLICT',
      );
  }
}

/** What a hit is called must be there for everybody to read. */
function checkFoundName(entity: EntityDocument, checker: Checker, at: At): void {
  const own = entity.globalSearch?.label;
  const name = own ?? entity.label;
  const field = entityModel(entity).fields.get(name);
  const place = own === undefined ? at : [...at, 'label'];
  if (field === undefined) checker.expect(documentText('check.entity.fieldOfEntity'), name, place);
  else if (field.mask !== undefined)
    checker.expect(documentText('check.entity.entityWhoseLabelHasNoMask'), name, place);
  else if (own !== undefined && kindOfValue(field) !== 'text')
    checker.expect(documentText('check.entity.textField'), name, place);
}

/** What is done with a hit is a button with a form on a page of its record. */
function checkFoundAction(entity: EntityDocument, checker: Checker, at: At): void {
  const key = entity.globalSearch?.action;
  if (key === undefined) return;
  const isOffered = (page: PageDocument) =>
    page.kind === 'panorama' && page.entity === entity.name && formActionOf(page, key) !== undefined;
  if (![...checker.documents.pages.values()].some(isOffered))
    checker.expect(documentText('check.entity.buttonWithFormOnPanorama'), key, [...at, 'action']);
}

function checkAction(action: EntityAction, entity: EntityDocument, checker: Checker, at: At): void {
  checkPermission(action.permission, entity, checker, [...at, 'permission']);
  checkInputs(action.input, entity, checker, [...at, 'input']);
  checkActionImport(action, entity, checker, at);
  checkRecordless(action, checker, at);
  if ((action.reads === true || action.asOneself === true) && action.of !== 'entity')
    checker.expect(
      documentText('check.entity.ofEntityForActionThatOnly'),
      action.of ?? 'record',
      [...at, 'of'],
      'E_SCHEMA_CONFLICT',
    );
}

/** An action about no record in particular has none for its inputs to read. */
function checkRecordless(action: EntityAction, checker: Checker, at: At): void {
  if (action.of !== 'entity') return;
  for (const [index, input] of (action.input ?? []).entries())
    for (const name of ['min', 'max', 'defaultValue'] as const)
      if (input[name] !== undefined)
        checker.expect(documentText('check.entity.transitionOrActionOfRecord'), name, [...at, 'input', index, name]);
}

const changingVerbs: ReadonlySet<string> = new Set(['modify', 'move', 'delete', 'restore', 'status']);

type Need = { readonly holds: boolean; readonly expected: Message };

/** What an entity must have for a verb to make sense. */
function verbNeeds({
  fields,
  tree,
  order,
}: EntityDocument): Partial<Record<EntityDocument['operations'][number], Need>> {
  const isSwitch = (field: EntityField) => field.key === enabledField && field.type === 'bool' && isStored(field);
  return {
    check: {
      holds: fields.some((field) => field.unique === true || field.asked === true),
      expected: documentText('check.entity.checkNeedsUniqueOrAskedField'),
    },
    status: {
      holds: fields.some((field) => isSwitch(field) && field.required === true),
      expected: documentText('check.entity.statusNeedsRequiredBoolFieldCalled'),
    },
    move: {
      holds: tree !== undefined || order !== undefined,
      expected: documentText('check.entity.moveNeedsTreeOrOrder'),
    },
    reveal: {
      holds: fields.some((field) => field.mask !== undefined && field.secret !== true),
      expected: documentText('check.entity.revealNeedsMaskedField'),
    },
  };
}

function checkVerbs(entity: EntityDocument, checker: Checker): void {
  for (const [index, verb] of entity.operations.entries()) {
    if (entity.appendOnly === true && changingVerbs.has(verb))
      checker.expect(documentText('check.entity.noOfAppendOnlyEntity', { verb }), verb, ['operations', index]);
    const needed = verbNeeds(entity)[verb];
    if (needed !== undefined && !needed.holds) checker.expect(needed.expected, verb, ['operations', index]);
    if (entity.operations.indexOf(verb) !== index)
      checker.expect(documentText('check.entity.noVerbTwice'), verb, ['operations', index], 'E_SCHEMA_DUPLICATE');
  }
  if (entity.operations.includes('modify') && !entity.operations.includes('view'))
    checker.expect(documentText('check.entity.viewBesideModifyRecordIsRead'), `[${entity.operations.join(', ')}]`, [
      'operations',
    ]);
}

/** What one record was merged into is another of its kind, and nobody writes it. */
function checkMergedInto(entity: EntityDocument, checker: Checker): void {
  if (entity.mergedInto === undefined) return;
  const field = entityModel(entity).fields.get(entity.mergedInto);
  if (field?.type !== 'ref' || field.ref !== entity.name || field.readonly !== true)
    checker.expect(documentText('check.entity.readonlyRefFieldToEntityItself'), entity.mergedInto, ['mergedInto']);
}
