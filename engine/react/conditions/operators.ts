import type { EntityField } from '../../model/documents/index.ts';
import { emptiness, fieldTypes, fileTypeOf, isTime, kindOfValue } from '../../model/fields/index.ts';
import type { ConditionOperator } from '../../model/wire/index.ts';

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

/** How the comparisons of days and moments are put: a day is 早于 another, not smaller. */
const timeWords = { gt: 'time.gt', gte: 'time.gte', lt: 'time.lt', lte: 'time.lte' } as const;

/** The key of the text of an operator, asked of a field; `field` is absent where it is not of the page. */
export function operatorText(op: ConditionOperator, field: EntityField | undefined) {
  const isCompared = op === 'gt' || op === 'gte' || op === 'lt' || op === 'lte';
  return field !== undefined && isTime(field) && isCompared
    ? (`engine.op.${timeWords[op]}` as const)
    : (`engine.op.${op}` as const);
}
