import { enabledField } from '../../access/operations.ts';
import { type EntityModel, entityModel, isStored } from '../../entity/entity-model.ts';
import { nearestName } from '../../naming/naming.ts';
import { typingText } from '../../texts/typing-text.ts';
import type { Expression } from '../ast.ts';
import type { ExpressionFault, Words } from '../expression-fault.ts';
import { type ExpressionType, typeOfField, unknown } from './expression-type.ts';
import { comparisonFault, type Side } from './type-comparison.ts';
import type { TypeEnvironment } from './type-environment.ts';
import { faultAt } from './type-fault.ts';

type Lookup = Extract<Expression, { readonly kind: 'lookup' }>;

/**
 * The type of what is looked up, and what is wrong with it: the entity and its fields are known, may be read and compare
 * with the values, and at most one row can hold them.
 */
export function typeOfLookup(
  lookup: Lookup,
  values: readonly Side[],
  source: string,
  { entities, dictionaries }: TypeEnvironment,
): { readonly type: ExpressionType; readonly faults: readonly ExpressionFault[] } {
  const document = entities.get(lookup.entity);
  if (document === undefined) {
    const fault = faultAt(lookup, source, typingText('expression.typeLookup.entity'));
    return { type: unknown, faults: [unknownName(fault, lookup.entity, entities.keys())] };
  }
  const entity = entityModel(document);
  const words: Words = typingText('expression.typeLookup.storedFieldOfThatIsNot', { entity: document });
  const read = (key: string, node: Pick<Expression, 'at'>): ExpressionType | ExpressionFault => {
    const field = entity.fields.get(key);
    if (field !== undefined && isStored(field) && field.secret !== true && field.mask === undefined)
      return typeOfField(field, dictionaries, document.name);
    return unknownName(faultAt({ ...lookup, ...node }, source, words), key, entity.fields.keys());
  };
  const faults = lookup.by.flatMap(({ field, at }, index): readonly ExpressionFault[] => {
    const type = read(field, at === undefined ? {} : { at });
    if ('code' in type) return [type];
    const value = values[index];
    const node: Expression = { ...lookup, ...(at === undefined ? {} : { at }) };
    const fault = value && comparisonFault('==', { node, type }, value, { source, sql: false });
    return fault === undefined ? [] : [fault];
  });
  const type = read(lookup.field, {});
  if ('code' in type) return { type: unknown, faults: [...faults, type] };
  if (faults.length === 0 && !isUnique(entity, new Set(lookup.by.map(({ field }) => field))))
    return { type, faults: [faultAt(lookup, source, uniqueWords(entity))] };
  return { type, faults };
}

function unknownName(fault: ExpressionFault, got: string, known: Iterable<string>): ExpressionFault {
  const nearest = nearestName(got, known);
  return { ...fault, code: 'E_SCHEMA_UNKNOWN_NAME', got, ...(nearest === undefined ? {} : { nearest }) };
}

const uniqueWords = ({ document }: EntityModel): Words =>
  typingText('expression.typeLookup.fieldsThatAreUniqueInSo', { entity: document });

/** Conditions of a unique index under which it still tells enabled rows apart. */
const enabledConditions: readonly string[] = [`record.${enabledField}`, `record.${enabledField} == true`];

function isUnique({ document, fields }: EntityModel, by: ReadonlySet<string>): boolean {
  if ([...by].some((key) => key === 'id' || fields.get(key)?.unique === true)) return true;
  return (document.indexes ?? []).some(
    ({ unique, fields: keys, where }) =>
      unique === true &&
      keys.every((key) => by.has(key)) &&
      (where === undefined || (fields.has(enabledField) && enabledConditions.includes(where))),
  );
}
