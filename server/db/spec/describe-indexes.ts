import type { EntityDocument, EntityIndex } from '../../../engine/model/documents/index.ts';
import { type EntityModel, entityModel, queueOrder } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { bareKey, hashColumn, searchedColumn, tailColumn } from './columns.ts';
import { inlineCondition } from './inline-condition.ts';
import { objectName, quote } from './names.ts';
import {
  customSearched,
  customSearchSql,
  searchColumn,
  searchExpression,
  searchedReferences,
} from './search-column.ts';
import type { NamedSpec } from './table-spec.ts';
import { toldBeside } from './told-beside.ts';

/** Indexes for keywords: one for parts of all searchable texts, the whole of each masked value and the end of some. */
export function searchIndexes(entity: EntityDocument): readonly NamedSpec[] {
  const { name } = entity;
  const parts: NamedSpec = {
    name: objectName(name, searchColumn, 'trigrams'),
    definition: `on ${quote(name)} using gin (${quote(searchColumn)} gin_trgm_ops)`,
  };
  // A unique masked field has an index on its hash already.
  const masked = entity.fields.filter(
    (field) => field.searchable === true && field.mask !== undefined && field.unique !== true,
  );
  return [
    ...(searchExpression(entity) === undefined ? [] : [parts]),
    ...customSearched(entity).map(({ key }) => ({
      name: objectName(name, toColumn(key), 'trigrams'),
      definition: `on ${quote(name)} using gin (${customSearchSql(quote(toColumn(key)))} gin_trgm_ops)`,
    })),
    ...masked.map(({ key }) => ({
      name: objectName(name, toColumn(key), 'hash'),
      definition: `on ${quote(name)} (${quote(hashColumn(key))})`,
    })),
    ...entity.fields
      .filter(({ tail, mask }) => tail === true && mask !== undefined)
      .map(({ key }) => ({
        name: objectName(name, toColumn(key), 'tail'),
        definition: `on ${quote(name)} (${quote(tailColumn(key))})`,
      })),
  ];
}

/** Declared indexes that only serve reading. */
export function plainIndexes(model: EntityModel): readonly NamedSpec[] {
  const { name, indexes = [] } = model.document;
  return indexes
    .filter((index) => index.unique !== true)
    .map((index) => ({
      name: objectName(name, toColumn(index.key), 'index'),
      definition: indexDefinition(model, index),
    }));
}

/** Fields of which the database counts what values they have together: those that hold few values, or say whose a row is. */
const countedTypes: readonly string[] = ['enum', 'ref', 'bool'];

/**
 * What the database counts of columns together. Lists are narrowed by the fields an index begins with, at once, and these
 * mostly depend on each other (only pooled customers have a pool): taken for independent, the database would expect a
 * tenth of the rows there are, and sort what it had better walk through. Rows in parts are left out: the database counts
 * in each part alone.
 */
export function jointStatistics(model: EntityModel): readonly NamedSpec[] {
  const { name, indexes = [], fields, partition } = model.document;
  if (partition !== undefined) return [];
  const isCounted = (key: string) => countedTypes.includes(fields.find((field) => field.key === key)?.type ?? '');
  return indexes.flatMap((index) => {
    const end = index.fields.findIndex((key) => !isCounted(key));
    const together = index.fields.slice(0, end === -1 ? undefined : end);
    if (index.unique === true || index.kind !== undefined || together.length < 2) return [];
    const columns = together.map((key) => quote(toColumn(key))).join(', ');
    return [
      {
        name: objectName(name, toColumn(index.key), 'statistics'),
        definition: `(dependencies, mcv) on ${columns} from ${quote(name)}`,
      },
    ];
  });
}

/** The index by which the rows of a group are numbered. */
export function orderIndexes(model: EntityModel): readonly NamedSpec[] {
  const { name, order } = model.document;
  if (order === undefined) return [];
  const columns = [...(order.within === undefined ? [] : [order.within]), order.field].map(toColumn).map(quote);
  return [
    {
      name: objectName(name, 'order', 'place'),
      definition: `on ${quote(name)} (${columns.join(', ')}) where deleted_at is null`,
    },
  ];
}

/** The index a queue is taken from: the rows that wait, in their order. */
export function queueIndexes(model: EntityModel): readonly NamedSpec[] {
  const { name, queue } = model.document;
  if (queue === undefined) return [];
  const fields = [...queueOrder(queue), 'id'];
  const definition = indexDefinition(model, { key: 'queue', fields, where: queue.where });
  return [{ name: objectName(name, 'queue', 'next'), definition: `${definition} and deleted_at is null` }];
}

/**
 * Indexes of the references by which rows are gathered: below a node of a tree, as child rows of a parent, for a
 * rolled-up field, found by a keyword. Without one each row of a list would read the whole table.
 */
export function linkIndexes(model: EntityModel, entities: ReadonlyMap<string, EntityDocument>): readonly NamedSpec[] {
  const { document } = model;
  const keys = new Set<string>(document.tree === undefined ? [] : [document.tree.parent]);
  for (const { key } of searchedReferences(document)) keys.add(key);
  for (const other of entities.values()) {
    for (const rows of other.children ?? []) if (rows.entity === document.name) keys.add(rows.by);
    for (const { rollup } of other.fields) if (rollup?.entity === document.name) keys.add(rollup.by);
  }
  const covered = new Set((document.indexes ?? []).filter(isWhole).map((index) => bareKey(index.fields[0] ?? '')));
  return [...keys]
    .filter((key) => !covered.has(key))
    .sort()
    .map((key) => {
      const column = toColumn(key);
      const method = entityModel(document).fields.get(key)?.type === 'refs' ? ' using gin' : '';
      return {
        name: objectName(document.name, column, 'link'),
        definition: `on ${quote(document.name)}${method} (${quote(column)})`,
      };
    });
}

function isWhole(index: EntityIndex): boolean {
  return index.where === undefined;
}

/** The SQL behind the name of a declared index. */
export function indexDefinition(model: EntityModel, index: EntityIndex): string {
  const method = index.kind === undefined || index.kind === 'btree' ? '' : ' using gin';
  const suffix = index.kind === 'trigram' ? ' gin_trgm_ops' : '';
  const columns = index.fields.map((name) => {
    const key = bareKey(name);
    const order = name.startsWith('-') ? descending(model, key) : '';
    return `${quote(searchedColumn(model, key))}${suffix}${order}`;
  });
  const condition = indexCondition(model, index);
  const where = condition === undefined ? '' : ` where ${condition}`;
  const isPlain = method === '' && index.unique !== true && condition === undefined;
  const beside = isPlain ? toldBeside(model, index.fields) : '';
  return `on ${quote(model.document.name)}${method} (${columns.join(', ')})${beside}${where}`;
}

/** SQL of which rows a declared index holds; undefined for all. */
export function indexCondition(model: EntityModel, index: EntityIndex): string | undefined {
  const conditions = index.where === undefined ? [] : [inlineCondition(model, index.where)];
  // A deleted row must not stand in the way of a new one.
  if (index.unique === true && model.document.appendOnly !== true) conditions.push('deleted_at is null');
  return conditions.length === 0 ? undefined : conditions.join(' and ');
}

/** Lists show rows without a value last, both ways; the index follows where the column may be empty. */
function descending(model: EntityModel, key: string): string {
  const field = model.fields.get(key);
  return field?.required === true || key === 'createdAt' || key === 'updatedAt' ? ' desc' : ' desc nulls last';
}
