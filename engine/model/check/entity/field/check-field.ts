import { isStored } from '../../../entity/entity-model.ts';
import { maxFiles, maxMegabytes } from '../../../fields/kind/file-types.ts';
import { fileTypeOf, isFileList, isNumber, kindOfValue, numberOf, typesWhere } from '../../../fields/type-groups.ts';
import type { EntityDocument, EntityField } from '../../../generated/documents.ts';
import { isForbiddenName } from '../../../naming/naming.ts';
import { documentText } from '../../../texts/document-text.ts';
import { pictureAddressesKey, undialledKey, unrevealedKey } from '../../../wire/wire.ts';
import type { At, Checker } from '../../checker/checker.ts';
import { checkDerivedField } from './check-derived-field.ts';
import { checkFieldShape } from './check-field-shape.ts';
import { checkFormatted } from './check-formatted.ts';
import { checkFrom } from './check-from.ts';
import { checkMaskPolicy } from './check-mask-policy.ts';
import { checkOffered } from './check-offered.ts';
import { checkPlay } from './check-play.ts';

/** What a request says beside the fields of a row. */
const besideKeys = [unrevealedKey, undialledKey, pictureAddressesKey];
const reservedKeys: ReadonlySet<string> = new Set(['was', 'ids', 'matching', 'add', 'remove', ...besideKeys]);

/** Checks one field of an entity: that what is said of it fits its type and what else is said of it. */
export function checkField(field: EntityField, entity: EntityDocument, checker: Checker, at: At): void {
  if (isForbiddenName(field.key) || reservedKeys.has(field.key))
    checker.expect(documentText('check.field.ordinaryName'), field.key, [...at, 'key']);
  checkTarget(field, checker, at);
  checkFrom(field, entity, checker, at);
  checkLimits(field, checker, at);
  checkMaskPolicy(field, checker, at);
  checkFound(field, checker, at);
  checkUndialled(field, entity, checker, at);
  checkUnit(field, checker, [...at, 'unit']);
  checkMentions(field, entity, checker, [...at, 'mentions']);
  checkFiles(field, checker, at);
  checkPlay(field, entity, checker, at);
  checkConditions(field, entity, checker, [...at, 'conditions']);
  checkFormatted(field, checker, at);
  checkFieldShape(field, checker, [...at, 'shape'], (part, here) => {
    checkTarget(part, checker, here);
    checkLimits(part, checker, here);
    checkUnit(part, checker, [...here, 'unit']);
  });
  checkGiven(field, entity, checker, at);
  if (!isStored(field)) checkDerivedField(field, entity, checker, at);
}

/** How rows are found and put in order by a field. */
function checkFound(field: EntityField, checker: Checker, at: At): void {
  if (field.mask !== undefined && field.sortable === true)
    checker.expect(documentText('check.field.maskedFieldIsNotSortable'), 'sortable', [...at, 'sortable']);
  const isSpelled = (field.type === 'string' || field.type === 'text') && field.mask === undefined && isStored(field);
  if (field.pinyin === true && !(isSpelled && field.searchable === true))
    checker.expect(documentText('check.field.pinyinOnSearchableTextFieldWithout'), field.type, [...at, 'pinyin']);
  if (field.tail === true && !(field.type === 'mobile' && field.mask !== undefined && field.searchable === true))
    checker.expect(documentText('check.field.tailOnSearchableMobileFieldWith'), field.type, [...at, 'tail']);
  checkSearched(field, checker, [...at, 'searchable']);
  if (field.ignoreCase === true && !(field.type === 'string' && field.unique === true && field.mask === undefined))
    checker.expect(documentText('check.field.ignoreCaseOnUniqueStringFieldWithout'), field.type, [...at, 'ignoreCase']);
}

/** What a field holds when nobody fills it in. */
function checkGiven(field: EntityField, entity: EntityDocument, checker: Checker, at: At): void {
  if (field.sequence !== undefined && field.type !== 'string')
    checker.expect(documentText('check.field.sequenceOnStringField'), field.type, [...at, 'sequence']);
  if (field.defaultValue !== undefined)
    checker.expression(field.defaultValue, 'defaultValue', { entity, field }, [...at, 'defaultValue']);
  if (field.defaultValue !== undefined && field.sequence !== undefined)
    checker.expect(documentText('check.field.eitherSequenceOrDefaultValueNumberIs'), field.key, [
      ...at,
      'defaultValue',
    ]);
}

/** Only a number that is dialled is left alone, and what it may still be dialled from are entities. */
function checkUndialled(field: EntityField, entity: EntityDocument, checker: Checker, at: At): void {
  if (field.dial === true && (!(field.type === 'string' || field.type === 'mobile') || field.secret === true))
    checker.expect(documentText('check.field.dialOnStringOrMobileField'), field.type, [...at, 'dial']);
  const listed = [...at, 'undialled'];
  if (field.undialled === undefined) return;
  if (field.dial !== true) checker.expect(documentText('check.field.undialledOnFieldThatIsDialled'), field.key, listed);
  for (const [index, { when, exceptFrom = [] }] of field.undialled.entries()) {
    checker.expression(when, 'rollup', { entity }, [...listed, index, 'when']);
    for (const [place, name] of exceptFrom.entries()) checker.entity(name, [...listed, index, 'exceptFrom', place]);
  }
}

/** Those mentioned in a text are kept in a field of the same entity that refers to several records. */
function checkMentions({ type, mask, mentions }: EntityField, entity: EntityDocument, checker: Checker, at: At): void {
  if (mentions === undefined) return;
  if (type !== 'text' || mask !== undefined)
    checker.expect(documentText('check.field.mentionsOnTextFieldWithoutMask'), type, at);
  const kept = entity.fields.find(({ key }) => key === mentions);
  if (kept?.type !== 'refs' || kept.readonly === true)
    checker.expect(documentText('check.field.refsFieldOfEntityThatCan'), mentions, at);
}

/** Conditions on the rows of an entity: on fields of it that are not masked, and in scopes it names. */
function checkConditions(
  { type, key, conditions }: EntityField,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  if (conditions === undefined) return;
  if (type !== 'json') checker.expect(documentText('check.field.conditionsOnJsonField'), type, at);
  if (!checker.name('entity', conditions.of, checker.documents.entities.keys(), [...at, 'of'])) return;
  const target = checker.documents.entities.get(conditions.of);
  if (target === undefined) return;
  for (const [index, path] of conditions.fields.entries()) {
    const field = checker.path(target, path, [...at, 'fields', index]);
    if (field?.mask !== undefined || field?.type === 'json')
      checker.expect(documentText('check.field.fieldThatCanBeFilteredWithout'), path, [...at, 'fields', index]);
  }
  const scopes = new Set((target.access?.scopes ?? []).map((scope) => scope.key));
  for (const [index, scope] of (conditions.scopes ?? []).entries())
    if (!scopes.has(scope))
      checker.expect(documentText('check.field.namedScopeOf', { target }), scope, [...at, 'scopes', index]);
  checkConditionsCount(key, conditions.count, entity, checker, [...at, 'count']);
}

/** What counts the rows of conditions takes them as its input. */
function checkConditionsCount(
  key: string,
  count: string | undefined,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  if (count === undefined) return;
  const action = entity.actions?.find((known) => known.key === count);
  const counts = action?.of === 'entity' && action.reads === true && action.input?.some((input) => input.key === key);
  if (counts !== true) checker.expect(documentText('check.field.readingActionOfEntityThatTakes', { key }), count, at);
}

function checkTarget(field: EntityField, checker: Checker, at: At): void {
  checkDictionary(field, checker, at);
  const isReference = field.type === 'ref' || field.type === 'refs';
  if (isReference && field.ref === undefined && field.refBy === undefined)
    checker.expect(documentText('check.field.refOrRefBy'), '—', at);
  if (!isReference && field.ref !== undefined)
    checker.expect(documentText('check.field.refOnReferenceFieldOnly'), field.type, [...at, 'ref']);
  if (field.ref !== undefined) checker.entity(field.ref, [...at, 'ref']);
  const isNode = checker.documents.entities.get(field.ref ?? '')?.tree !== undefined;
  if (field.along === true && !(field.type === 'ref' && field.ref !== undefined && isStored(field)))
    checker.expect(
      documentText('check.field.storedReferenceToOneEntity'),
      field.type,
      [...at, 'along'],
      'E_SCHEMA_CONFLICT',
    );
  if (field.leafOnly === true && !(isReference && isNode && isStored(field)))
    checker.expect(documentText('check.field.storedReferenceToEntityThatIs'), field.ref ?? field.type, [
      ...at,
      'leafOnly',
    ]);
  checkOffered(field, checker, [...at, 'filter']);
  checkKinds(field, checker, [...at, 'refBy']);
}

/** The dictionary of what has one. */
function checkDictionary(field: EntityField, checker: Checker, at: At): void {
  if (field.type === 'enum') {
    if (field.dictionary === undefined) checker.expect(documentText('check.field.enumFieldWithItsDictionary'), '—', at);
    else checker.name('dictionary', field.dictionary, checker.documents.dictionaries.keys(), [...at, 'dictionary']);
  } else if (field.dictionary !== undefined) {
    if (field.type === 'json')
      checker.name('dictionary', field.dictionary, checker.documents.dictionaries.keys(), [...at, 'dictionary']);
    else checker.expect(documentText('check.field.dictionaryOnEnumOrJsonField'), field.type, [...at, 'dictionary']);
  }
}

/** References to several kinds of records, and the scopes that are named for them. */
function checkKinds({ refBy }: EntityField, checker: Checker, at: At): void {
  for (const [value, target] of Object.entries(refBy?.entities ?? {}))
    checker.entity(target, [...at, 'entities', value]);
  const named = Object.values(refBy?.entities ?? {}).flatMap(
    (target) => checker.documents.entities.get(target)?.access?.scopes?.map(({ key }) => key) ?? [],
  );
  for (const [index, scope] of (refBy?.scopes ?? []).entries())
    checker.name('scope', scope, named, [...at, 'scopes', index]);
}

function checkLimits(field: EntityField, checker: Checker, at: At): void {
  for (const limit of ['minLength', 'maxLength'] as const) {
    if (field[limit] !== undefined && kindOfValue(field) !== 'text')
      checker.expect(documentText('check.field.onTextField', { limit }), field.type, [...at, limit]);
  }
  for (const limit of ['min', 'max'] as const) {
    const fits = isNumber(field) || (limit === 'max' && isFileList(field.type));
    if (field[limit] !== undefined && !fits)
      checker.expect(documentText('check.field.onNumberField', { limit }), field.type, [...at, limit]);
  }
  checkCount(field, checker, [...at, 'max']);
  for (const [low, high] of [['minLength', 'maxLength'] as const, ['min', 'max'] as const]) {
    const [least, most] = [field[low], field[high]];
    if (least !== undefined && most !== undefined && least > most)
      checker.expect(documentText('check.field.upTo', { low, high }), `${least} > ${most}`, [...at, low]);
  }
}

/** What a field takes of files is said where it takes some; a picture is a picture, and not as large as a film. */
function checkFiles(field: EntityField, checker: Checker, at: At): void {
  const { type, kinds, maxMegabytes: most } = field;
  if (field.guarded === true && field.type !== 'file' && field.type !== 'image')
    checker.expect(documentText('check.field.guardedOnFieldWithOneFile'), field.type, [...at, 'guarded']);
  const files = fileTypeOf(type);
  if (kinds !== undefined && files !== 'file')
    checker.expect(documentText('check.field.kindsOnFieldOfFiles'), type, [...at, 'kinds']);
  if (most !== undefined && files === undefined)
    checker.expect(documentText('check.field.maxMegabytesOnFieldOfFilesOr'), type, [...at, 'maxMegabytes']);
  const isPicture = files === 'image' || (kinds?.length === 1 && kinds[0] === 'image');
  if (most !== undefined && isPicture && most > maxMegabytes.image)
    checker.expect(documentText('check.field.imagesUpToMB', { megabytes: maxMegabytes.image }), `${most}`, [
      ...at,
      'maxMegabytes',
    ]);
}

/** Files are not without number. */
function checkCount({ type, max }: EntityField, checker: Checker, at: At): void {
  if (max === undefined || !isFileList(type) || (Number.isInteger(max) && max >= 1 && max <= maxFiles)) return;
  checker.expect(documentText('check.field.toFiles', { maxFiles }), `${max}`, at);
}

function checkUnit(field: EntityField, checker: Checker, at: At): void {
  const { key, unit } = field;
  if (unit === undefined || numberOf(field)?.units.includes(unit) === true) return;
  const types = typesWhere(({ number }) => number?.units.includes(unit) === true).join('、');
  checker.expect(documentText('check.field.unitOnFieldOf', { unit, types }), key, at);
}

/** A row is found through a reference by the texts of what it refers to. */
function checkSearched(field: EntityField, checker: Checker, at: At): void {
  if (field.searchable !== true || field.type !== 'ref') return;
  const target = checker.documents.entities.get(field.ref ?? '');
  if (target === undefined) return;
  const isFound = target.fields.some(
    (text) => text.searchable === true && text.secret !== true && text.mask === undefined && text.type !== 'ref',
  );
  if (isFound && isStored(field)) return;
  checker.expect(documentText('check.field.searchableTextsWithoutMaskIn', { target }), field.key, at);
}
