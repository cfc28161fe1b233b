import { entityModel } from '../entity-model.ts';
import type { EntityDocument, EntityField, OperationInput, StateMachine } from '../generated/documents.ts';
import { isForbiddenName } from '../naming.ts';
import type { Checker } from './checker.ts';

/** Checks an entity against itself and the documents it names. */
export function checkEntity(entity: EntityDocument, checker: Checker): void {
  const model = entityModel(entity);
  checker.uniqueKeys(entity.fields, ['fields']);
  checker.name('字段', entity.label, model.fields.keys(), ['label']);
  for (const [index, field] of entity.fields.entries()) checkField(field, entity, checker, ['fields', index]);
  checkAccess(entity, checker);
  checker.uniqueKeys(entity.states, ['states']);
  for (const [index, machine] of (entity.states ?? []).entries())
    checkStates(machine, entity, checker, ['states', index]);
  for (const [index, action] of (entity.actions ?? []).entries()) {
    checkPermission(action.permission, entity, checker, ['actions', index, 'permission']);
    checkInputs(action.input, entity, checker, ['actions', index, 'input']);
  }
  for (const [index, declared] of (entity.indexes ?? []).entries()) {
    for (const [position, key] of declared.fields.entries()) {
      checker.name(
        '字段',
        key.replace(/^-/, ''),
        [...model.fields.keys(), 'deletedAt'],
        ['indexes', index, 'fields', position],
      );
    }
    if (declared.where !== undefined)
      checker.expression(declared.where, withDeletedAt(entity), ['indexes', index, 'where']);
  }
  for (const [index, constraint] of (entity.constraints ?? []).entries()) {
    checker.expression(constraint.check, withDeletedAt(entity), ['constraints', index, 'check']);
  }
}

/** Index and check expressions may also read the soft-delete mark, which no page may. */
function withDeletedAt(entity: EntityDocument): EntityDocument {
  return { ...entity, fields: [...entity.fields, { key: 'deletedAt', title: '删除时间', type: 'datetime' }] };
}

function checkField(
  field: EntityField,
  entity: EntityDocument,
  checker: Checker,
  at: readonly (string | number)[],
): void {
  if (isForbiddenName(field.key))
    checker.add({ code: 'E_SCHEMA_CONFLICT', expected: '普通名称', got: field.key }, [...at, 'key']);
  if (field.type === 'enum') {
    if (field.dictionary === undefined)
      checker.add({ code: 'E_SCHEMA_CONFLICT', expected: 'enum 字段写明 dictionary', got: '没有' }, at);
    else checker.name('字典', field.dictionary, checker.documents.dictionaries.keys(), [...at, 'dictionary']);
  }
  if (field.type === 'ref' || field.type === 'refs') {
    if (field.ref === undefined && field.refBy === undefined)
      checker.add({ code: 'E_SCHEMA_CONFLICT', expected: '写明 ref 或 refBy', got: '没有' }, at);
    if (field.ref !== undefined) checker.entity(field.ref, [...at, 'ref']);
    for (const [value, target] of Object.entries(field.refBy?.entities ?? {}))
      checker.entity(target, [...at, 'refBy', 'entities', value]);
  }
  if (field.mask !== undefined && field.sortable === true) {
    checker.add({ code: 'E_SCHEMA_CONFLICT', expected: '遮盖字段不可排序', got: 'sortable' }, [...at, 'sortable']);
  }
  if (field.defaultValue !== undefined) checker.expression(field.defaultValue, entity, [...at, 'defaultValue']);
}

function checkAccess(entity: EntityDocument, checker: Checker): void {
  const access = entity.access;
  for (const kind of ['owner', 'department'] as const) {
    for (const [index, path] of (access?.[kind] ?? []).entries()) checker.path(entity, path, ['access', kind, index]);
  }
  if (access?.project !== undefined) checker.path(entity, access.project, ['access', 'project']);
  checker.uniqueKeys(access?.scopes, ['access', 'scopes']);
  for (const [index, scope] of (access?.scopes ?? []).entries()) {
    checker.expression(scope.when, entity, ['access', 'scopes', index, 'when']);
    checkPermission(scope.permission, entity, checker, ['access', 'scopes', index, 'permission']);
  }
}

function checkStates(
  machine: StateMachine,
  entity: EntityDocument,
  checker: Checker,
  at: readonly (string | number)[],
): void {
  const model = entityModel(entity);
  if (!checker.name('字段', machine.field, model.fields.keys(), [...at, 'field'])) return;
  const dictionary = model.fields.get(machine.field)?.dictionary;
  const states = checker.documents.dictionaries.get(dictionary ?? '')?.values.map((value) => value.key) ?? [];
  for (const [index, state] of machine.initial.entries())
    checker.name('状态', state, states, [...at, 'initial', index]);
  checker.uniqueKeys(machine.transitions, [...at, 'transitions']);
  for (const [index, transition] of machine.transitions.entries()) {
    const here = [...at, 'transitions', index];
    for (const [position, state] of transition.from.entries())
      checker.name('状态', state, states, [...here, 'from', position]);
    const targets = typeof transition.to === 'string' ? [transition.to] : Object.values(transition.to);
    for (const state of targets) checker.name('状态', state, states, [...here, 'to']);
    checkPermission(transition.permission, entity, checker, [...here, 'permission']);
    if (transition.guard !== undefined) checker.expression(transition.guard, entity, [...here, 'guard']);
    for (const [key, value] of Object.entries(transition.set ?? {})) {
      checker.name('字段', key, model.fields.keys(), [...here, 'set', key]);
      checker.expression(value, entity, [...here, 'set', key]);
    }
    for (const [position, scope] of (transition.scopes ?? []).entries()) {
      checker.name(
        '命名范围',
        scope,
        (entity.access?.scopes ?? []).map((known) => known.key),
        [...here, 'scopes', position],
      );
    }
    checkInputs(transition.input, entity, checker, [...here, 'input']);
  }
}

function checkInputs(
  inputs: readonly OperationInput[] | undefined,
  entity: EntityDocument,
  checker: Checker,
  at: readonly (string | number)[],
): void {
  checker.uniqueKeys(inputs, at);
  for (const [index, input] of (inputs ?? []).entries()) {
    if (input.type === undefined)
      checker.name('字段', input.field ?? input.key, entityModel(entity).fields.keys(), [...at, index, 'field']);
    if (input.ref !== undefined) checker.entity(input.ref, [...at, index, 'ref']);
  }
}

function checkPermission(
  permission: string,
  entity: EntityDocument,
  checker: Checker,
  at: readonly (string | number)[],
): void {
  if (!permission.startsWith(`${entity.name}:`)) {
    checker.add({ code: 'E_SCHEMA_PERMISSION', expected: `${entity.name}:<动作>`, got: permission }, at);
  }
}
