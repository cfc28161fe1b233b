import { entityModel, isStored, transitionsOf } from '../../entity/entity-model.ts';
import { queueOrder } from '../../entity/queue.ts';
import type { EntityDocument, EntityField } from '../../generated/documents.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkPermission } from './check-inputs.ts';

/** Checks a queue: two fields that only it writes, a condition an index can hold, and an order by stored fields. */
export function checkQueue(entity: EntityDocument, checker: Checker): void {
  const { queue } = entity;
  if (queue === undefined) return;
  const at = ['queue'];
  checkPermission(queue.permission, entity, checker, [...at, 'permission']);
  checkKept(queue.lock, ['引用员工的字段', 'a reference to staff'], isOfStaff, entity, checker, [...at, 'lock']);
  checkKept(queue.until, ['datetime 字段', 'a datetime field'], isMoment, entity, checker, [...at, 'until']);
  checker.expression(queue.where, 'index', { entity }, [...at, 'where']);
  for (const [index, name] of (queue.order ?? []).entries())
    checkOrdered(name.replace(/^-/, ''), entity, checker, [...at, 'order', index]);
  if (entity.appendOnly === true)
    checker.expect(['行可以改动的实体', 'an entity whose rows may be changed'], entity.name, at);
  const taken = queueOrder(queue).map((name) => name.replace(/^-/, ''));
  if (new Set(taken).size < taken.length)
    checker.expect(['每个字段一次', 'each field once'], taken.join('、'), [...at, 'order'], 'E_SCHEMA_DUPLICATE');
}

function isOfStaff({ type, ref }: EntityField): boolean {
  return type === 'ref' && ref === 'staff';
}

function isMoment({ type }: EntityField): boolean {
  return type === 'datetime';
}

/** A field in which the queue notes something: nobody else writes it. */
function checkKept(
  key: string,
  [zh, en]: readonly [zh: string, en: string],
  fits: (field: EntityField) => boolean,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const { fields } = entityModel(entity);
  if (!checker.name('field', key, fields.keys(), at, [entity.title, entity.name])) return;
  const field = fields.get(key);
  if (field === undefined || !fits(field) || !isStored(field) || field.readonly !== true || field.required === true)
    checker.expect([`只读（readonly）、可空的${zh}`, `${en}, readonly and not required`], key, at);
  const writer = transitionsOf(entity).find(
    ({ transition: { set, input } }) =>
      (set !== undefined && Object.hasOwn(set, key)) || (input ?? []).some((one) => (one.field ?? one.key) === key),
  );
  if (writer !== undefined)
    checker.expect(
      ['只由队列写的字段', 'a field that only the queue writes'],
      `${key}（${writer.transition.title}）`,
      at,
    );
}

function checkOrdered(key: string, entity: EntityDocument, checker: Checker, at: At): void {
  const { fields } = entityModel(entity);
  if (!checker.name('field', key, fields.keys(), at, [entity.title, entity.name])) return;
  const field = fields.get(key);
  if (
    field !== undefined &&
    (!isStored(field) || field.mask !== undefined || field.sortable !== true) &&
    key !== 'createdAt'
  )
    checker.expect(['sortable 的存储字段', 'a stored field that is sortable'], key, at);
}
