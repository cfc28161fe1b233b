import {
  type ConditionOperator,
  type EntityField,
  emptiness,
  fieldTypes,
  fileTypeOf,
  kindOfValue,
} from '../../model/index.ts';

/** What can be asked of a field, the most usual first; masked values are stored so that only the whole is found. */
export function operatorsOf(field: EntityField): readonly ConditionOperator[] {
  if (field.mask !== undefined) return ['eq', ...emptiness];
  return fieldTypes[field.type].operators;
}

/** Whether an operator says it all by itself. */
export function isBare(op: ConditionOperator): boolean {
  return op === 'isNull' || op === 'notNull';
}

/** Whether the values of a field are chosen out of a list: of a dictionary, or of records. */
export function isChosen({ type }: EntityField): boolean {
  const kind = kindOfValue({ type });
  return (kind === 'choice' || kind === 'reference' || kind === 'references') && fileTypeOf(type) === undefined;
}

/** Whether a list of values can be pasted into the filter of a field. */
export function takesPastedList(field: EntityField): boolean {
  return fieldTypes[field.type].takesPastedList === true && operatorsOf(field).includes('in');
}
