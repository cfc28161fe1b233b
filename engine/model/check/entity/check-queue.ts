import { entityModel, isStored, transitionsOf } from '../../entity/entity-model.ts';
import { queueOrder } from '../../entity/queue.ts';
import type { EntityDocument, EntityField } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import type { Message } from '../../texts/message.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkPermission } from './check-inputs.ts';

/** Checks a queue: two fields that only it writes, a condition an index can hold, and an order by stored fields. */
export function checkQueue(entity: EntityDocument, checker: Checker): void {
  const { queue } = entity;
  if (queue === undefined) return;
  const at = ['queue'];
  checkPermission(queue.permission, entity, checker, [...at, 'permission']);
  checkKept(queue.lock, documentText('check.queue.referenceToStaff'), isOfStaff, entity, checker, [...at, 'lock']);
  checkKept(queue.until, documentText('check.queue.datetimeField'), isMoment, entity, checker, [...at, 'until']);
  checker.expression(queue.where, 'index', { entity }, [...at, 'where']);
  for (const [index, name] of (queue.order ?? []).entries())
    checkOrdered(name.replace(/^-/, ''), entity, checker, [...at, 'order', index]);
  if (entity.appendOnly === true)
    checker.expect(documentText('check.queue.entityWhoseRowsMayBeChanged'), entity.name, at);
  const taken = queueOrder(queue).map((name) => name.replace(/^-/, ''));
  if (new Set(taken).size < taken.length)
    checker.expect(documentText('check.queue.eachFieldOnce'), taken.join('、'), [...at, 'order'], 'E_SCHEMA_DUPLICATE');
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
  what: Message,
  fits: (field: EntityField) => boolean,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const { fields } = entityModel(entity);
  if (!checker.name('field', key, fields.keys(), at, entity)) return;
  const field = fields.get(key);
  if (field === undefined || !fits(field) || !isStored(field) || field.readonly !== true || field.required === true)
    checker.expect(documentText('check.queue.readonlyAndNotRequired', { what }), key, at);
  const writer = transitionsOf(entity).find(
    ({ transition: { set, input } }) =>
      (set !== undefined && Object.hasOwn(set, key)) || (input ?? []).some((one) => (one.field ?? one.key) === key),
  );
  if (writer !== undefined)
    checker.expect(documentText('check.queue.fieldThatOnlyQueueWrites'), `${key}（${writer.transition.title}）`, at);
}

function checkOrdered(key: string, entity: EntityDocument, checker: Checker, at: At): void {
  const { fields } = entityModel(entity);
  if (!checker.name('field', key, fields.keys(), at, entity)) return;
  const field = fields.get(key);
  if (
    field !== undefined &&
    (!isStored(field) || field.mask !== undefined || field.sortable !== true) &&
    key !== 'createdAt'
  )
    checker.expect(documentText('check.queue.storedFieldThatIsSortable'), key, at);
}
