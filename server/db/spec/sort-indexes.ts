import { type EntityModel, isStored } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { bareKey } from './columns.ts';
import { objectName, quote } from './names.ts';
import type { NamedSpec } from './table-spec.ts';
import { toldBeside } from './told-beside.ts';

/**
 * Indexes that give lists their order, so that a page costs the same wherever it lies: by every sortable field, by
 * time of creation, and by that within an owner and a department. What a declared index gives already is left out.
 */
export function sortIndexes(model: EntityModel): readonly NamedSpec[] {
  const { document, fields } = model;
  const sortable = document.fields.filter(
    (field) => field.sortable === true && field.unique !== true && field.mask === undefined && isStored(field),
  );
  const { owner = [], department = [] } = document.access ?? {};
  const reaches = [...owner, ...department].filter((path) => fields.get(path)?.type === 'ref');
  const wanted = [
    ['createdAt', 'id'],
    ...sortable.map(({ key }) => [key, 'id']),
    ...reaches.map((key) => [key, 'createdAt', 'id']),
  ];
  return [...wantedOrders(model, wanted), ...deletedIndex(model)];
}

/** Of what can be restored: what was deleted, the latest first, few beside all that was not. */
function deletedIndex({ document: { name, operations } }: EntityModel): readonly NamedSpec[] {
  if (!operations.includes('restore')) return [];
  const definition = `on ${quote(name)} (${quote('deleted_at')}, ${quote('id')}) where ${quote('deleted_at')} is not null`;
  return [{ name: objectName(name, 'deleted_at', 'order'), definition }];
}

function wantedOrders(model: EntityModel, wanted: readonly (readonly string[])[]): readonly NamedSpec[] {
  const { document } = model;
  return wanted
    .filter((keys) => !isDeclared(model, keys))
    .map((keys) => {
      const columns = keys.map(toColumn);
      return {
        name: objectName(document.name, ...columns.slice(0, -1), 'order'),
        definition: `on ${quote(document.name)} (${columns.map(quote).join(', ')})${toldBeside(model, keys)}`,
      };
    });
}

function isDeclared({ document }: EntityModel, keys: readonly string[]): boolean {
  return (document.indexes ?? []).some(
    (index) =>
      index.where === undefined &&
      (index.kind ?? 'btree') === 'btree' &&
      keys.every((key, place) => bareKey(index.fields[place] ?? '') === key),
  );
}
