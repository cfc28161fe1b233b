import { enabledField } from '../../access/operations.ts';
import { entityModel, isStored } from '../../entity/entity-model.ts';
import { fieldTypes } from '../../fields/field-types.ts';
import { maxFiles, maxMegabytes } from '../../fields/kind/file-types.ts';
import { fileTypeOf, isFileList, isNumber, kindOfValue, numberOf, typesWhere } from '../../fields/type-groups.ts';
import type { EntityAction, EntityDocument, EntityField } from '../../generated/documents.ts';
import { isForbiddenName } from '../../naming/naming.ts';
import { pictureAddressesKey, undialledKey, unrevealedKey } from '../../wire/wire.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkActionImport } from './check-action-import.ts';
import { checkDerivedField } from './check-derived-field.ts';
import { checkEditions } from './check-editions.ts';
import { checkFieldShape } from './check-field-shape.ts';
import { checkFormatted } from './check-formatted.ts';
import { checkFrom } from './check-from.ts';
import { checkImplemented } from './check-implemented.ts';
import { checkInputs, checkPermission } from './check-inputs.ts';
import { checkMaskPolicy } from './check-mask-policy.ts';
import { checkOffered } from './check-offered.ts';
import { checkOrder } from './check-order.ts';
import { checkPrints } from './check-prints.ts';
import { checkQueue } from './check-queue.ts';
import { checkRights, checkRules } from './check-rights.ts';
import { checkSchedules } from './check-schedules.ts';
import { checkStates } from './check-states.ts';
import { checkChildren, checkConstraints, checkIndexes, checkPartition, checkTree } from './check-structure.ts';
import { checkThrough } from './check-through.ts';

/** Checks an entity against itself and the documents it names. */
export function checkEntity(entity: EntityDocument, checker: Checker): void {
  const model = entityModel(entity);
  checker.uniqueKeys(entity.fields, ['fields']);
  checker.name('field', entity.label, model.fields.keys(), ['label']);
  if (model.fields.get(entity.label)?.rollup !== undefined)
    checker.expect(['不是汇总字段', 'no rolled-up field'], entity.label, ['label']);
  for (const [index, path] of (entity.labelFacts ?? []).entries()) {
    const field = checker.path(entity, path, ['labelFacts', index]);
    if (field !== undefined && (field.mask !== undefined || fieldTypes[field.type].fitsLabel !== true))
      checker.expect(
        ['不遮盖、一行写得下的字段；关联写到它的名称', 'a field of one line without a mask; of a relation, its name'],
        path,
        ['labelFacts', index],
        'E_SCHEMA_CONFLICT',
      );
  }
  checkMergedInto(entity, checker);
  for (const [index, field] of entity.fields.entries()) checkField(field, entity, checker, ['fields', index]);
  checkAccess(entity, checker);
  checker.uniqueKeys(entity.states, ['states']);
  for (const [index, machine] of (entity.states ?? []).entries())
    checkStates(machine, entity, checker, ['states', index]);
  checker.uniqueKeys(entity.actions, ['actions']);
  for (const [index, action] of (entity.actions ?? []).entries()) {
    checkPermission(action.permission, entity, checker, ['actions', index, 'permission']);
    checkInputs(action.input, entity, checker, ['actions', index, 'input']);
    checkActionImport(action, entity, checker, ['actions', index]);
    checkRecordless(action, checker, ['actions', index]);
    if ((action.reads === true || action.asOneself === true) && action.of !== 'entity')
      checker.expect(
        ['只读、以本人身份的操作写明 of: entity', 'of: entity for an action that only reads or is asOneself'],
        action.of ?? 'record',
        ['actions', index, 'of'],
        'E_SCHEMA_CONFLICT',
      );
  }
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

/** An action about no record in particular has none for its inputs to read. */
function checkRecordless(action: EntityAction, checker: Checker, at: At): void {
  if (action.of !== 'entity') return;
  for (const [index, input] of (action.input ?? []).entries())
    for (const name of ['min', 'max', 'defaultValue'] as const)
      if (input[name] !== undefined)
        checker.expect(['针对一条记录的操作或流转', 'a transition, or an action of a record'], name, [
          ...at,
          'input',
          index,
          name,
        ]);
}

const changingVerbs: ReadonlySet<string> = new Set(['modify', 'move', 'delete', 'restore', 'status']);

type Need = { readonly holds: boolean; readonly expected: readonly [zh: string, en: string] };

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
      expected: ['有 unique 或 asked 的字段才有 check', 'check needs a unique or asked field'],
    },
    status: {
      holds: fields.some((field) => isSwitch(field) && field.required === true),
      expected: ['有必填的 bool 字段 enabled 才有 status', 'status needs a required bool field called enabled'],
    },
    move: {
      holds: tree !== undefined || order !== undefined,
      expected: ['声明了 tree 或 order 才有 move', 'move needs a tree or an order'],
    },
    reveal: {
      holds: fields.some((field) => field.mask !== undefined && field.secret !== true),
      expected: ['有遮盖字段才有 reveal', 'reveal needs a masked field'],
    },
  };
}

function checkVerbs(entity: EntityDocument, checker: Checker): void {
  for (const [index, verb] of entity.operations.entries()) {
    if (entity.appendOnly === true && changingVerbs.has(verb))
      checker.expect([`只增不改的实体没有 ${verb}`, `no ${verb} of an append-only entity`], verb, [
        'operations',
        index,
      ]);
    const needed = verbNeeds(entity)[verb];
    if (needed !== undefined && !needed.holds) checker.expect(needed.expected, verb, ['operations', index]);
    if (entity.operations.indexOf(verb) !== index)
      checker.expect(['不重复', 'no verb twice'], verb, ['operations', index], 'E_SCHEMA_DUPLICATE');
  }
  if (entity.operations.includes('modify') && !entity.operations.includes('view'))
    checker.expect(
      ['有 modify 就有 view：编辑前先读出记录', 'view beside modify: a record is read before it is edited'],
      `[${entity.operations.join(', ')}]`,
      ['operations'],
    );
}

/** What a request says beside the fields of a row. */
const besideKeys = [unrevealedKey, undialledKey, pictureAddressesKey];
const reservedKeys: ReadonlySet<string> = new Set(['was', 'ids', 'matching', ...besideKeys]);

function checkField(field: EntityField, entity: EntityDocument, checker: Checker, at: At): void {
  if (isForbiddenName(field.key) || reservedKeys.has(field.key))
    checker.expect(['普通名称', 'an ordinary name'], field.key, [...at, 'key']);
  checkTarget(field, checker, at);
  checkFrom(field, entity, checker, at);
  checkLimits(field, checker, at);
  checkMaskPolicy(field, checker, at);
  if (field.mask !== undefined && field.sortable === true)
    checker.expect(['遮盖字段不可排序', 'a masked field is not sortable'], 'sortable', [...at, 'sortable']);
  const isSpelled = (field.type === 'string' || field.type === 'text') && field.mask === undefined && isStored(field);
  if (field.pinyin === true && !(isSpelled && field.searchable === true))
    checker.expect(
      ['pinyin 用于 searchable、不遮盖的文本字段', 'pinyin on a searchable text field without a mask'],
      field.type,
      [...at, 'pinyin'],
    );
  checkSearched(field, checker, [...at, 'searchable']);
  if (field.dial === true && (!(field.type === 'string' || field.type === 'mobile') || field.secret === true))
    checker.expect(
      ['dial 用于可见的 string、mobile 字段', 'dial on a string or mobile field that is not secret'],
      field.type,
      [...at, 'dial'],
    );
  checkUndialled(field, entity, checker, [...at, 'undialled']);
  checkUnit(field, checker, [...at, 'unit']);
  checkMentions(field, entity, checker, [...at, 'mentions']);
  if (field.guarded === true && field.type !== 'file' && field.type !== 'image')
    checker.expect(['guarded 用于 file、image 字段', 'guarded on a field with one file'], field.type, [
      ...at,
      'guarded',
    ]);
  checkFiles(field, checker, at);
  checkConditions(field, entity, checker, [...at, 'conditions']);
  checkFormatted(field, checker, at);
  checkFieldShape(field, checker, [...at, 'shape'], (part, here) => {
    checkTarget(part, checker, here);
    checkLimits(part, checker, here);
    checkUnit(part, checker, [...here, 'unit']);
  });
  if (field.sequence !== undefined && field.type !== 'string')
    checker.expect(['sequence 用于 string 字段', 'a sequence on a string field'], field.type, [...at, 'sequence']);
  if (field.defaultValue !== undefined)
    checker.expression(field.defaultValue, 'defaultValue', { entity, field }, [...at, 'defaultValue']);
  if (field.defaultValue !== undefined && field.sequence !== undefined)
    checker.expect(
      [
        'sequence 与 defaultValue 只写一个：编号总是由系统给出',
        'either sequence or defaultValue: a number is always given',
      ],
      field.key,
      [...at, 'defaultValue'],
    );
  if (!isStored(field)) checkDerivedField(field, entity, checker, at);
}

/** Those mentioned in a text are kept in a field of the same entity that refers to several records. */
function checkMentions({ type, mask, mentions }: EntityField, entity: EntityDocument, checker: Checker, at: At): void {
  if (mentions === undefined) return;
  if (type !== 'text' || mask !== undefined)
    checker.expect(['mentions 用于不遮盖的 text 字段', 'mentions on a text field without a mask'], type, at);
  const kept = entity.fields.find(({ key }) => key === mentions);
  if (kept?.type !== 'refs' || kept.readonly === true)
    checker.expect(['本实体中可填写的 refs 字段', 'a refs field of the entity that can be filled in'], mentions, at);
}

/** Conditions on the rows of an entity: on fields of it that are not masked, and in scopes it names. */
function checkConditions(
  { type, key, conditions }: EntityField,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  if (conditions === undefined) return;
  if (type !== 'json') checker.expect(['conditions 用于 json 字段', 'conditions on a json field'], type, at);
  if (!checker.name('entity', conditions.of, checker.documents.entities.keys(), [...at, 'of'])) return;
  const target = checker.documents.entities.get(conditions.of);
  if (target === undefined) return;
  for (const [index, path] of conditions.fields.entries()) {
    const field = checker.path(target, path, [...at, 'fields', index]);
    if (field?.mask !== undefined || field?.type === 'json')
      checker.expect(['不遮盖、可筛选的字段', 'a field that can be filtered, without a mask'], path, [
        ...at,
        'fields',
        index,
      ]);
  }
  const scopes = new Set((target.access?.scopes ?? []).map((scope) => scope.key));
  for (const [index, scope] of (conditions.scopes ?? []).entries())
    if (!scopes.has(scope))
      checker.expect([`“${target.title}”的命名范围`, `a named scope of ${target.name}`], scope, [
        ...at,
        'scopes',
        index,
      ]);
  if (conditions.count === undefined) return;
  const action = entity.actions?.find((known) => known.key === conditions.count);
  const counts = action?.of === 'entity' && action.reads === true && action.input?.some((input) => input.key === key);
  if (counts !== true)
    checker.expect(
      [`本实体的只读动作（of: entity），入参有“${key}”`, `a reading action of the entity that takes ${key}`],
      conditions.count,
      [...at, 'count'],
    );
}

function checkTarget(field: EntityField, checker: Checker, at: At): void {
  if (field.type === 'enum') {
    if (field.dictionary === undefined)
      checker.expect(['enum 字段写明 dictionary', 'an enum field with its dictionary'], '—', at);
    else checker.name('dictionary', field.dictionary, checker.documents.dictionaries.keys(), [...at, 'dictionary']);
  } else if (field.dictionary !== undefined) {
    if (field.type === 'json')
      checker.name('dictionary', field.dictionary, checker.documents.dictionaries.keys(), [...at, 'dictionary']);
    else
      checker.expect(['只有 enum、json 字段写 dictionary', 'a dictionary on an enum or json field only'], field.type, [
        ...at,
        'dictionary',
      ]);
  }
  const isReference = field.type === 'ref' || field.type === 'refs';
  if (isReference && field.ref === undefined && field.refBy === undefined)
    checker.expect(['写明 ref 或 refBy', 'ref or refBy'], '—', at);
  if (!isReference && field.ref !== undefined)
    checker.expect(['只有 ref、refs 字段写 ref', 'ref on a reference field only'], field.type, [...at, 'ref']);
  if (field.ref !== undefined) checker.entity(field.ref, [...at, 'ref']);
  const isNode = checker.documents.entities.get(field.ref ?? '')?.tree !== undefined;
  if (field.leafOnly === true && !(isReference && isNode && isStored(field)))
    checker.expect(
      ['引用树形实体的存储字段', 'a stored reference to an entity that is a tree'],
      field.ref ?? field.type,
      [...at, 'leafOnly'],
    );
  checkOffered(field, checker, [...at, 'filter']);
  for (const [value, target] of Object.entries(field.refBy?.entities ?? {}))
    checker.entity(target, [...at, 'refBy', 'entities', value]);
  const named = Object.values(field.refBy?.entities ?? {}).flatMap(
    (target) => checker.documents.entities.get(target)?.access?.scopes?.map(({ key }) => key) ?? [],
  );
  for (const [index, scope] of (field.refBy?.scopes ?? []).entries())
    checker.name('scope', scope, named, [...at, 'refBy', 'scopes', index]);
}

function checkLimits(field: EntityField, checker: Checker, at: At): void {
  for (const limit of ['minLength', 'maxLength'] as const) {
    if (field[limit] !== undefined && kindOfValue(field) !== 'text')
      checker.expect([`${limit} 用于文本字段`, `${limit} on a text field`], field.type, [...at, limit]);
  }
  for (const limit of ['min', 'max'] as const) {
    const fits = isNumber(field) || (limit === 'max' && isFileList(field.type));
    if (field[limit] !== undefined && !fits)
      checker.expect([`${limit} 用于数字字段`, `${limit} on a number field`], field.type, [...at, limit]);
  }
  checkCount(field, checker, [...at, 'max']);
  for (const [low, high] of [['minLength', 'maxLength'] as const, ['min', 'max'] as const]) {
    const [least, most] = [field[low], field[high]];
    if (least !== undefined && most !== undefined && least > most)
      checker.expect([`${low} 不大于 ${high}`, `${low} up to ${high}`], `${least} > ${most}`, [...at, low]);
  }
}

/** What a field takes of files is said where it takes some; a picture is a picture, and not as large as a film. */
function checkFiles({ type, kinds, maxMegabytes: most }: EntityField, checker: Checker, at: At): void {
  const files = fileTypeOf(type);
  if (kinds !== undefined && files !== 'file')
    checker.expect(['kinds 用于 file、files 字段', 'kinds on a field of files'], type, [...at, 'kinds']);
  if (most !== undefined && files === undefined)
    checker.expect(['maxMegabytes 用于文件、图片字段', 'maxMegabytes on a field of files or images'], type, [
      ...at,
      'maxMegabytes',
    ]);
  const isPicture = files === 'image' || (kinds?.length === 1 && kinds[0] === 'image');
  if (most !== undefined && isPicture && most > maxMegabytes.image)
    checker.expect([`图片至多 ${maxMegabytes.image} MB`, `images up to ${maxMegabytes.image} MB`], `${most}`, [
      ...at,
      'maxMegabytes',
    ]);
}

/** Files are not without number. */
function checkCount({ type, max }: EntityField, checker: Checker, at: At): void {
  if (max === undefined || !isFileList(type) || (Number.isInteger(max) && max >= 1 && max <= maxFiles)) return;
  checker.expect([`1 到 ${maxFiles} 个文件`, `1 to ${maxFiles} files`], `${max}`, at);
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
    checker.expect(['带 dictionary 的 json 字段', 'a json field with a dictionary'], hides.fields, [...at, 'fields']);
    return;
  }
  const { fields } = entityModel(entity);
  for (const { key } of values) {
    const field = fields.get(key);
    const isHideable =
      field !== undefined &&
      isStored(field) &&
      field.ref === undefined &&
      field.searchable !== true &&
      field.sortable !== true &&
      key !== entity.label;
    if (!isHideable)
      checker.expect(
        ['存储的、不是引用、不可搜索也不可排序的字段', 'a stored field, no reference, neither searchable nor sortable'],
        key,
        [...at, 'fields'],
      );
  }
}

/** What one record was merged into is another of its kind, and nobody writes it. */
function checkMergedInto(entity: EntityDocument, checker: Checker): void {
  if (entity.mergedInto === undefined) return;
  const field = entityModel(entity).fields.get(entity.mergedInto);
  if (field?.type !== 'ref' || field.ref !== entity.name || field.readonly !== true)
    checker.expect(['只读的、引用本实体的 ref 字段', 'a readonly ref field to the entity itself'], entity.mergedInto, [
      'mergedInto',
    ]);
}

function checkUnit(field: EntityField, checker: Checker, at: At): void {
  const { key, unit } = field;
  if (unit === undefined || numberOf(field)?.units.includes(unit) === true) return;
  const types = typesWhere(({ number }) => number?.units.includes(unit) === true).join('、');
  checker.expect([`unit: ${unit} 用于 ${types} 字段`, `unit: ${unit} on a field of ${types}`], key, at);
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
  checker.expect(
    [`${target.title}有 searchable、不遮盖的文本字段`, `searchable texts without a mask in ${target.name}`],
    field.key,
    at,
  );
}

/** Only a number that is dialled is left alone, and what it may still be dialled from are entities. */
function checkUndialled(field: EntityField, entity: EntityDocument, checker: Checker, at: At): void {
  if (field.undialled === undefined) return;
  if (field.dial !== true)
    checker.expect(['undialled 用于 dial 的字段', 'undialled on a field that is dialled'], field.key, at);
  for (const [index, { when, exceptFrom = [] }] of field.undialled.entries()) {
    checker.expression(when, 'rollup', { entity }, [...at, index, 'when']);
    for (const [place, name] of exceptFrom.entries()) checker.entity(name, [...at, index, 'exceptFrom', place]);
  }
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
      checker.expect(['带 mask 的字段', 'a field with a mask'], key, [...at, 'fields', index]);
}

/** Those whom a row hides nothing from are of the kind that owns rows. */
function checkExcepted(entity: EntityDocument, path: string, checker: Checker, at: At): void {
  const people = checker.path(entity, path, at);
  const [ownPath] = entity.access?.owner ?? [];
  const owner = ownPath === undefined ? undefined : checker.path(entity, ownPath, ['access', 'owner', 0]);
  if (people !== undefined && (people.type !== 'refs' || people.ref !== owner?.ref))
    checker.expect(
      ['refs 字段，引用的与 access.owner 引用的相同', 'a refs field to what access.owner refers to'],
      path,
      at,
    );
}

/** Whom a row is hidden from stands in it: references of the kind that owns rows. */
function checkHiddenFrom(entity: EntityDocument, checker: Checker): void {
  const { hiddenFrom = [], owner: [ownPath] = [] } = entity.access ?? {};
  if (hiddenFrom.length === 0) return;
  const at = ['access', 'hiddenFrom'];
  if (ownPath === undefined) {
    checker.expect(['先写明 owner', 'owner beside it'], '—', at);
    return;
  }
  const owner = checker.path(entity, ownPath, ['access', 'owner', 0]);
  for (const [index, key] of hiddenFrom.entries()) {
    const field = checker.path(entity, key, [...at, index]);
    if (field !== undefined && !(field.type === 'ref' && isStored(field) && field.ref === owner?.ref))
      checker.expect(
        ['存储的 ref 字段，引用的与 access.owner 引用的相同', 'a stored ref field to what access.owner refers to'],
        key,
        [...at, index],
      );
  }
}

function checkAccess(entity: EntityDocument, checker: Checker): void {
  const access = entity.access;
  const stored = (path: string, at: At): void => {
    const field = checker.path(entity, path, at);
    if (field !== undefined && !isStored(field)) checker.expect(['存储的字段', 'a stored field'], path, at);
  };
  for (const kind of ['owner', 'department'] as const) {
    for (const [index, path] of (access?.[kind] ?? []).entries()) stored(path, ['access', kind, index]);
  }
  checkThrough(entity, checker);
  if (access?.project !== undefined) stored(access.project, ['access', 'project']);
  if (access?.others !== undefined) checker.entity(access.others.split(':')[0] ?? '', ['access', 'others']);
  checkHiddenFrom(entity, checker);
  checkHides(entity, checker);
  checkMasks(entity, checker);
  checker.uniqueKeys(access?.scopes, ['access', 'scopes']);
  for (const [index, scope] of (access?.scopes ?? []).entries()) {
    if (['mine', 'department', 'all'].includes(scope.key))
      checker.expect(['不与 mine、department、all 同名', 'a name other than mine, department, all'], scope.key, [
        'access',
        'scopes',
        index,
        'key',
      ]);
    checker.expression(scope.when, 'scope', { entity }, ['access', 'scopes', index, 'when']);
    checkPermission(scope.permission, entity, checker, ['access', 'scopes', index, 'permission']);
  }
}
