import type { EntityDocument } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import type { Checker } from '../checker/checker.ts';
import { checkWithin, storedField } from './check-structure.ts';

/** Checks the order people put rows into: a number that only the server writes, within a field of one value in clear. */
export function checkOrder(entity: EntityDocument, checker: Checker): void {
  const { order, tree } = entity;
  if (order === undefined) return;
  const at = ['order'];
  if (tree !== undefined) checker.expect(documentText('check.order.treeOrderWhereEntityIsTree'), tree.parent, at);
  if (entity.appendOnly === true)
    checker.expect(documentText('check.order.entityWhoseRowsMayBeChanged'), entity.name, at);
  const field = storedField(order.field, entity, checker, [...at, 'field']);
  const isOwn = field?.readonly === true && field.required !== true && field.unique !== true;
  if (field !== undefined && !(field.type === 'int' && field.sortable === true && isOwn))
    checker.expect(documentText('check.order.intReadonlySortableAndNotRequired'), order.field, [...at, 'field']);
  if (order.within !== undefined) checkWithin(order.within, entity, checker, [...at, 'within']);
}
