import type {
  EntityConstraint,
  EntityField,
  EntityIndex,
  ExclusionRule,
} from '../../../engine/model/documents/index.ts';
import { type EntityModel, editionIndexes } from '../../../engine/model/entity/index.ts';
import { pointer } from '../../../engine/model/faults/index.ts';
import { kindOfValue } from '../../../engine/model/fields/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { atDocument } from '../../kernel/errors/document-fault.ts';
import { bareKey, comparedSql, searchedColumn } from './columns.ts';
import { indexCondition, indexDefinition } from './describe-indexes.ts';
import { inlineCondition } from './inline-condition.ts';
import { objectName, quote } from './names.ts';
import type { NamedSpec, UniqueSpec } from './table-spec.ts';

/** What a row must satisfy, as the document says it. */
export type RowRule =
  | { readonly kind: 'field'; readonly field: EntityField }
  | { readonly kind: 'index'; readonly index: EntityIndex }
  | { readonly kind: 'check'; readonly constraint: EntityConstraint; readonly check: string }
  | { readonly kind: 'order' | 'exclude'; readonly constraint: EntityConstraint; readonly exclude: ExclusionRule };

/** A rule and the constraint or index that enforces it. */
export type EnforcedRule = { readonly rule: RowRule; readonly spec: NamedSpec };

/** Declared checks and exclusions. */
export function declaredRules(model: EntityModel): readonly EnforcedRule[] {
  return (model.document.constraints ?? []).flatMap((constraint, index) => {
    const { check, exclude } = constraint;
    const at = (part: string) =>
      ({ kind: 'entity', name: model.document.name, pointer: pointer('constraints', index, part) }) as const;
    return [
      ...(check === undefined ? [] : [atDocument(at('check'), () => checkRule(model, constraint, check))]),
      ...(exclude === undefined ? [] : atDocument(at('exclude'), () => exclusionRules(model, constraint, exclude))),
    ];
  });
}

/** Unique fields and declared unique indexes. */
export function uniqueRules(model: EntityModel): readonly { readonly rule: RowRule; readonly spec: UniqueSpec }[] {
  const { name, fields, indexes: declared = [] } = model.document;
  const indexes = [...declared, ...editionIndexes(model.document)];
  const ofFields = fields
    .filter((field) => field.unique === true)
    .map((field) => {
      const column = searchedColumn(model, field.key);
      const where = model.document.appendOnly === true ? undefined : 'deleted_at is null';
      const living = where === undefined ? '' : ` where ${where}`;
      return {
        rule: { kind: 'field', field } as const,
        spec: {
          name: objectName(name, column, 'unique'),
          definition: `on ${quote(name)} (${comparedSql(field, quote(column))})${living}`,
          columns: [column],
          ...(field.ignoreCase === true ? { ignoreCase: true as const } : {}),
          ...(where === undefined ? {} : { where }),
        },
      };
    });
  const ofIndexes = indexes
    .filter((index) => index.unique === true)
    .map((index) => {
      const where = atDocument({ kind: 'entity', name, pointer: placeOfIndex(declared, index) }, () =>
        indexCondition(model, index),
      );
      return {
        rule: { kind: 'index', index } as const,
        spec: {
          name: objectName(name, toColumn(index.key), 'unique'),
          definition: indexDefinition(model, index),
          columns: index.fields.map((key) => searchedColumn(model, bareKey(key))),
          ...(where === undefined ? {} : { where }),
        },
      };
    });
  return [...ofFields, ...ofIndexes];
}

function placeOfIndex(declared: readonly EntityIndex[], index: EntityIndex): string {
  return declared.includes(index) ? pointer('indexes', declared.indexOf(index)) : pointer('editions');
}

/** The rule behind a constraint or index the database complained about. */
export function ruleBehind(model: EntityModel, name: string): RowRule | undefined {
  return [...declaredRules(model), ...uniqueRules(model)].find(({ spec }) => spec.name === name)?.rule;
}

/** The span of time a row takes up: days inclusive, moments up to the end; open where a bound is empty. */
export function spanSql(model: EntityModel, exclude: ExclusionRule, from: string, to: string): string {
  const field = model.fields.get(exclude.from);
  return field !== undefined && kindOfValue(field) === 'day'
    ? `daterange(${from}, ${to}, '[]')`
    : `tstzrange(${from}, ${to})`;
}

function checkRule(model: EntityModel, constraint: EntityConstraint, check: string): EnforcedRule {
  return {
    rule: { kind: 'check', constraint, check },
    spec: {
      name: objectName(model.document.name, toColumn(constraint.key), 'check'),
      definition: `check (${inlineCondition(model, check)})`,
    },
  };
}

function exclusionRules(
  model: EntityModel,
  constraint: EntityConstraint,
  exclude: ExclusionRule,
): readonly EnforcedRule[] {
  const { name, appendOnly } = model.document;
  const from = quote(toColumn(exclude.from));
  const to = quote(toColumn(exclude.to));
  const equal = exclude.equal.map((key) => `${quote(searchedColumn(model, key))} with =`);
  const conditions = [
    ...(appendOnly === true ? [] : ['deleted_at is null']),
    ...(exclude.where === undefined ? [] : [inlineCondition(model, exclude.where)]),
  ];
  const where = conditions.length === 0 ? '' : ` where (${conditions.join(' and ')})`;
  const prefix = [name, toColumn(constraint.key)] as const;
  return [
    // A span that ends before it begins is none; the database would stop with an error that names nothing.
    {
      rule: { kind: 'order', constraint, exclude },
      spec: { name: objectName(...prefix, 'order'), definition: `check (${from} <= ${to})` },
    },
    {
      rule: { kind: 'exclude', constraint, exclude },
      spec: {
        name: objectName(...prefix, 'exclude'),
        definition: `exclude using gist (${[...equal, `${spanSql(model, exclude, from, to)} with &&`].join(', ')})${where}`,
      },
    },
  ];
}
