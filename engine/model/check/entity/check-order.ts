import type { EntityDocument } from '../../generated/documents.ts';
import type { Checker } from '../checker/checker.ts';
import { checkWithin, storedField } from './check-structure.ts';

/** Checks the order people put rows into: a number that only the server writes, within a field of one value in clear. */
export function checkOrder(entity: EntityDocument, checker: Checker): void {
  const { order, tree } = entity;
  if (order === undefined) return;
  const at = ['order'];
  if (tree !== undefined)
    checker.expect(['树形实体的次序写 tree.order', 'tree.order, where the entity is a tree'], tree.parent, at);
  if (entity.appendOnly === true)
    checker.expect(['行可以改动的实体', 'an entity whose rows may be changed'], entity.name, at);
  const field = storedField(order.field, entity, checker, [...at, 'field']);
  const isOwn = field?.readonly === true && field.required !== true && field.unique !== true;
  if (field !== undefined && !(field.type === 'int' && field.sortable === true && isOwn))
    checker.expect(
      ['readonly、sortable、可空的 int 字段', 'an int, readonly, sortable and not required'],
      order.field,
      [...at, 'field'],
    );
  if (order.within !== undefined) checkWithin(order.within, entity, checker, [...at, 'within']);
}
