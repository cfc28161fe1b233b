import type {
  DictionaryDocument,
  DocumentSet,
  EntityDocument,
  EntityField,
} from '../../../engine/model/documents/index.ts';
import { type EntityModel, entityModel, isStored } from '../../../engine/model/entity/index.ts';
import { evaluate, parseExpression } from '../../../engine/model/expression/index.ts';
import { isCustomKey, toColumn } from '../../../engine/model/naming/index.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';
import { bareKey, hashColumn, pinyinColumn, tailColumn } from './columns.ts';
import {
  jointStatistics,
  linkIndexes,
  orderIndexes,
  plainIndexes,
  queueIndexes,
  searchIndexes,
} from './describe-indexes.ts';
import { declaredRules, uniqueRules } from './describe-rules.ts';
import { choiceDefinition, objectName, quote, quoteText } from './names.ts';
import { isSpelled, searchColumn, searchExpression } from './search-column.ts';
import { sortIndexes } from './sort-indexes.ts';
import type { CheckSpec, ColumnSpec, NamedSpec, RenameSpec, TableSpec } from './table-spec.ts';

export { hashColumn } from './columns.ts';

/** The table an entity document asks for. */
export function describeEntity(
  entity: EntityDocument,
  documents: Pick<DocumentSet, 'entities' | 'dictionaries'>,
): TableSpec {
  const model = entityModel(entity);
  const appendOnly = entity.appendOnly === true;
  const fields = entity.fields.filter(isStored);
  return {
    name: entity.name,
    label: `${entity.name}（${entity.title}）`,
    columns: [
      ...commonColumns(appendOnly),
      ...fields.flatMap((field) => fieldColumns(model, field)),
      ...searchColumns(entity),
    ],
    renames: fields.flatMap((field) => renamesOf(model, field)),
    primaryKey: ['id'],
    ...partitionOf(entity),
    checks: [
      ...fields.flatMap((field) => enumCheck(entity, field, documents.dictionaries)),
      ...declaredRules(model).map(({ spec }) => spec),
    ],
    uniqueIndexes: uniqueRules(model).map(({ spec }) => spec),
    foreignKeys: fields.flatMap((field) => foreignKey(entity, field)),
    indexes: [
      ...searchIndexes(entity),
      ...plainIndexes(model),
      ...queueIndexes(model),
      ...orderIndexes(model),
      ...sortIndexes(model),
      ...linkIndexes(model, documents.entities),
    ],
    statistics: jointStatistics(model),
    grants: appendOnly ? ['select', 'insert'] : ['select', 'insert', 'update', 'delete'],
  };
}

function partitionOf({ partition, keepMonths }: EntityDocument): Pick<TableSpec, 'partition'> {
  if (partition === undefined) return {};
  return { partition: keepMonths === undefined ? {} : { keepMonths } };
}

function searchColumns(entity: EntityDocument): readonly ColumnSpec[] {
  const generated = searchExpression(entity);
  return generated === undefined ? [] : [{ name: searchColumn, type: 'text', notNull: false, generated }];
}

/** Whether a masked field has a column with the keyed hash of its whole value beside the encrypted one. */
export function hasHash(model: EntityModel, field: EntityField): boolean {
  if (field.mask === undefined || model.fields.has(`${field.key}Hash`)) return false;
  const isIndexed = (model.document.indexes ?? []).some((index) =>
    index.fields.some((name) => bareKey(name) === field.key),
  );
  const isCompared = (model.document.constraints ?? []).some(
    (rule) => rule.exclude?.equal.includes(field.key) === true,
  );
  return field.unique === true || field.searchable === true || isIndexed || isCompared;
}

/** Whether a masked number is also found by its last four digits. */
export function hasTail(field: EntityField): boolean {
  return field.tail === true && field.mask !== undefined;
}

const moment = 'timestamp(3) with time zone';

function commonColumns(appendOnly: boolean): readonly ColumnSpec[] {
  const made: ColumnSpec[] = [
    { name: 'id', type: 'uuid', notNull: true },
    { name: 'created_at', type: moment, notNull: true, byDefault: 'now()' },
    { name: 'created_by', type: 'uuid', notNull: false },
  ];
  if (appendOnly) return made;
  return [
    ...made,
    { name: 'updated_at', type: moment, notNull: true, byDefault: 'now()' },
    { name: 'updated_by', type: 'uuid', notNull: false },
    { name: 'deleted_at', type: moment, notNull: false },
    { name: 'version', type: 'integer', notNull: true, byDefault: '1' },
  ];
}

function fieldColumns(model: EntityModel, field: EntityField): readonly ColumnSpec[] {
  const byDefault = constantDefault(model.document, field);
  const column: ColumnSpec = {
    name: toColumn(field.key),
    type: columnType(field),
    // An empty list stands for "none": lists are never null, so that `in` never is unknown.
    // A field made in the app may be asked for tomorrow and not the day after: what it must hold the server sees to.
    notNull: (field.required === true && !isCustomKey(field.key)) || field.type === 'refs',
    ...(byDefault === undefined ? {} : { byDefault }),
  };
  return [
    column,
    ...besidesOf(model, field).map((beside): ColumnSpec => ({ name: beside(field.key), type: 'text', notNull: false })),
  ];
}

function columnType(field: EntityField): string {
  return field.mask === undefined ? serverFieldTypes[field.type].column(field) : 'text';
}

function constantDefault(entity: EntityDocument, field: EntityField): string | undefined {
  if (field.mask !== undefined) return undefined;
  const value = declaredDefault(entity, field);
  if (value === undefined || value === null) return field.type === 'refs' ? "'{}'" : undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? quoteText(value) : undefined;
}

function declaredDefault(entity: EntityDocument, field: EntityField): unknown {
  if (field.defaultValue !== undefined) {
    const parsed = parseExpression(field.defaultValue);
    return parsed.ok && parsed.expression.kind === 'literal' ? evaluate(parsed.expression, {}) : undefined;
  }
  const initial = (entity.states ?? []).find((machine) => machine.field === field.key)?.initial ?? [];
  return initial.length === 1 ? initial[0] : undefined;
}

/** What a field's columns may still be called in a database made before its key was changed. */
function renamesOf(model: EntityModel, field: EntityField): readonly RenameSpec[] {
  const keys = field.formerKeys ?? [];
  const ofValue = { column: toColumn(field.key), former: keys.map(toColumn), key: field.key, formerKeys: keys };
  const besides = besidesOf(model, field).map((beside) => ({
    ...ofValue,
    column: beside(field.key),
    former: keys.map(beside),
  }));
  return [ofValue, ...besides];
}

/** The names of the columns kept beside a field's own: its hash and that of its last digits, or its pinyin. */
function besidesOf(model: EntityModel, field: EntityField): readonly ((key: string) => string)[] {
  if (isSpelled(field)) return [pinyinColumn];
  return [...(hasHash(model, field) ? [hashColumn] : []), ...(hasTail(field) ? [tailColumn] : [])];
}

function enumCheck(
  entity: EntityDocument,
  field: EntityField,
  dictionaries: ReadonlyMap<string, DictionaryDocument>,
): readonly CheckSpec[] {
  const dictionary =
    field.type === 'enum' && field.dictionary !== undefined ? dictionaries.get(field.dictionary) : undefined;
  if (dictionary === undefined) return [];
  const column = toColumn(field.key);
  const values = dictionary.values.map((value) => value.key);
  return [
    {
      name: objectName(entity.name, column, 'choice'),
      definition: choiceDefinition(column, values),
      choice: { column, values },
    },
  ];
}

function foreignKey(entity: EntityDocument, field: EntityField): readonly NamedSpec[] {
  if (field.type !== 'ref' || field.ref === undefined) return [];
  const column = toColumn(field.key);
  const definition = `foreign key (${quote(column)}) references ${quote(field.ref)} (id) on delete restrict`;
  return [{ name: objectName(entity.name, column, 'fkey'), definition }];
}
