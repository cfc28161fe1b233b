import { entityModel, isStored } from '../../entity/entity-model.ts';
import type { EntityDocument, EntityField } from '../../generated/documents.ts';
import type { At, Checker } from '../checker/checker.ts';

const dividing: ReadonlySet<string> = new Set(['ref', 'enum', 'int', 'string']);

/** Checks the order people put rows into: a number that only the server writes, within a field of one value in clear. */
export function checkOrder(entity: EntityDocument, checker: Checker): void {
  const { order, tree } = entity;
  if (order === undefined) return;
  const at = ['order'];
  if (tree !== undefined)
    checker.expect(['树形实体的次序写 tree.order', 'tree.order, where the entity is a tree'], tree.parent, at);
  if (entity.appendOnly === true)
    checker.expect(['行可以改动的实体', 'an entity whose rows may be changed'], entity.name, at);
  const isNumber = ({ type, readonly, required, sortable, unique }: EntityField) =>
    type === 'int' && readonly === true && sortable === true && required !== true && unique !== true;
  expectField(
    order.field,
    isNumber,
    ['readonly、sortable、可空的 int 字段', 'an int, readonly, sortable and not required'],
    [...at, 'field'],
  );
  const divides = ({ type, mask, secret }: EntityField) => dividing.has(type) && mask === undefined && secret !== true;
  if (order.within !== undefined)
    expectField(
      order.within,
      divides,
      ['不遮盖的引用、选项、整数或短文本字段', 'a field of one value without a mask'],
      [...at, 'within'],
    );

  function expectField(
    key: string,
    fits: (field: EntityField) => boolean,
    expected: [string, string],
    place: At,
  ): void {
    const { fields } = entityModel(entity);
    if (!checker.name('field', key, fields.keys(), place, [entity.title, entity.name])) return;
    const field = fields.get(key);
    if (field !== undefined && !(isStored(field) && fits(field))) checker.expect(expected, key, place);
  }
}
