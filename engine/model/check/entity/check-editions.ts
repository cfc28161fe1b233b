import { contentFields, type EditionStates, editionStates } from '../../entity/editions.ts';
import { entityModel, transitionsOf } from '../../entity/entity-model.ts';
import { fileTypeOf } from '../../fields/type-groups.ts';
import type { EntityDocument, EntityEditions, StateMachine } from '../../generated/documents.ts';
import { targetStates } from '../../record/target-state.ts';
import type { At, Checker } from '../checker/checker.ts';
import { refuseSecond } from './check-second.ts';
import { checkWithin, storedField } from './check-structure.ts';

const place: At = ['editions'];

/** Checks the editions of an entity: what they are of, who counts them, how one is published and the former gives way. */
export function checkEditions(entity: EntityDocument, checker: Checker): void {
  const { editions } = entity;
  if (editions === undefined) return;
  checkBy(editions, entity, checker);
  checkNumber(editions, entity, checker);
  checkKind(entity, checker);
  checkCopied(entity, checker);
  const retiring = transitionsOf(entity);
  const known = retiring.map(({ transition }) => transition.key);
  const title: [string, string] = [entity.title, entity.name];
  if (!checker.name('transition', editions.archive, known, [...place, 'archive'], title)) return;
  const states = editionStates(entity);
  if (states === undefined) return;
  const field = entityModel(entity).fields.get(states.machine.field);
  const names = field === undefined ? [] : (checker.dictionaryOf(field)?.values.map(({ key }) => key) ?? []);
  if (!checker.name('state', editions.whenState, names, [...place, 'whenState'], title)) return;
  checkRetire(states, checker);
  checkCourse(states, checker);
  checkClosed(states, entity, checker);
}

/** What editions are of is filled in, and is one value that people may read. */
function checkBy({ by }: EntityEditions, entity: EntityDocument, checker: Checker): void {
  const at = [...place, 'by'];
  checkWithin(by, entity, checker, at);
  const field = entityModel(entity).fields.get(by);
  if (field !== undefined && (field.required !== true || field.unique === true))
    checker.expect(['必填、不唯一的字段：各版都写着同一个值', 'a required field, not unique'], by, at);
}

function checkNumber({ number, by }: EntityEditions, entity: EntityDocument, checker: Checker): void {
  const at = [...place, 'number'];
  const field = storedField(number, entity, checker, at);
  if (field === undefined) return;
  const isOwn = field.readonly === true && field.unique !== true && field.defaultValue === undefined;
  if (field.type !== 'int' || !isOwn || number === by)
    checker.expect(['readonly、没有缺省值的 int 字段', 'an int, readonly, without a default'], number, at);
}

/** An edition is a record of its own that can be changed while it is a draft. */
function checkKind(entity: EntityDocument, checker: Checker): void {
  if (!entity.operations.includes('modify'))
    checker.expect(
      ['开放了 modify 的实体：草稿要能改', 'an entity that opens modify'],
      entity.operations.join(),
      place,
    );
  for (const key of ['tree', 'mergedInto', 'appendOnly'] as const)
    if (entity[key] !== undefined) checker.expect([`没有 ${key} 的实体`, `an entity without ${key}`], key, place);
}

/** The next draft says what the edition says: nothing of that may be kept once only. */
function checkCopied(entity: EntityDocument, checker: Checker): void {
  const { number = '' } = entity.editions ?? {};
  refuseSingular(entity, [number], checker, place);
  for (const rows of entity.children ?? []) {
    const child = checker.documents.entities.get(rows.entity);
    if (child !== undefined) refuseSingular(child, [rows.by], checker, [...place, 'by']);
  }
}

function refuseSingular(entity: EntityDocument, keys: readonly string[], checker: Checker, at: At): void {
  const { name, indexes = [] } = entity;
  for (const field of contentFields(entity)) {
    if (field.unique === true)
      checker.expect(
        ['各版可以相同的字段（不写 unique）', 'no unique field in an edition'],
        `${name}.${field.key}`,
        at,
      );
    if (fileTypeOf(field.type) !== undefined)
      checker.expect(['没有附件的版本：附件只属于一行', 'editions without files'], `${name}.${field.key}`, at);
  }
  for (const index of indexes)
    if (index.unique === true && index.where === undefined && !keys.some((key) => index.fields.includes(key)))
      checker.expect(
        [`含 ${keys.join('、')} 的唯一索引`, `a unique index that holds ${keys.join(', ')}`],
        `${name}.${index.key}`,
        at,
      );
}

/** The former edition gives way by a transition that asks for nothing and takes nobody. */
function checkRetire({ retire, machine, whenState, archive }: EditionStates, checker: Checker): void {
  const at = [...place, 'archive'];
  const [to, ...others] = targetStates(retire, whenState);
  if (to === undefined || to === whenState || others.length > 0)
    checker.expect(
      [`从 ${whenState} 出发、到另一个状态的流转`, `a transition from ${whenState} to one other state`],
      archive,
      at,
    );
  refuseSecond(retire, checker, at);
  const asked = (retire.input ?? []).find(
    ({ required, defaultValue }) => required === true && defaultValue === undefined,
  );
  if (asked !== undefined)
    checker.expect(['没有必填入参的流转', 'a transition without required inputs'], `${archive}.${asked.key}`, at);
  if (machine.initial.includes(whenState))
    checker.expect(['不是初始状态：先有草稿，再发布', 'no initial state'], whenState, [...place, 'whenState']);
}

/** From where a record begins it can be published, and once it is, nothing leads back. */
function checkCourse({ machine, drafts, fixed, whenState }: EditionStates, checker: Checker): void {
  const at = [...place, 'whenState'];
  for (const state of machine.initial) {
    if (fixed.includes(state) && state !== whenState)
      checker.expect(
        ['发布之后走不回草稿的状态机：要改就修订为下一版', 'states of which none leads back to a draft'],
        state,
        at,
      );
    else if (state !== whenState && !drafts.includes(state))
      checker.expect([`走得到 ${whenState} 的初始状态`, `initial states that lead to ${whenState}`], state, at);
  }
  for (const transition of machine.transitions) {
    const publishes = drafts.some((state) => targetStates(transition, state).includes(whenState));
    if (publishes && transition.undo !== undefined)
      checker.expect(['没有 undo 的发布：上一版已经归档', 'no undo of what publishes'], transition.key, at);
  }
}

/** Nothing opens, or writes, what an edition says once it is published. */
function checkClosed({ machine, fixed }: EditionStates, entity: EntityDocument, checker: Checker): void {
  const opened = Object.entries(machine.editable ?? {}).filter(
    ([state, keys]) => fixed.includes(state) && (keys === '*' || keys.length > 0),
  );
  const at = machineAt(machine, entity);
  for (const [state] of opened)
    checker.expect(['已发布的不再改写（[] 或不写）', 'nothing open once published'], state, [...at, 'editable', state]);
  const content = new Set(contentFields(entity).map(({ key }) => key));
  for (const [index, { from, set, input }] of machine.transitions.entries()) {
    if (!from.some((state) => fixed.includes(state))) continue;
    const taken = (input ?? []).filter(({ type }) => type === undefined).map(({ key, field }) => field ?? key);
    for (const key of [...Object.keys(set ?? {}), ...taken])
      if (content.has(key))
        checker.expect(['已发布之后不写内容的流转：用 readonly 的字段', 'a readonly field, once published'], key, [
          ...at,
          'transitions',
          index,
        ]);
  }
}

function machineAt(machine: StateMachine, { states = [] }: EntityDocument): At {
  return ['states', states.indexOf(machine)];
}
