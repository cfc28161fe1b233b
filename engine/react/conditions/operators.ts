import type { ConditionOperator, EntityField } from '../../model/index.ts';

const emptiness: readonly ConditionOperator[] = ['isNull', 'notNull'];
const ofText: readonly ConditionOperator[] = ['contains', 'startsWith', 'eq', 'ne', 'in', 'notIn', ...emptiness];
const ofLine: readonly ConditionOperator[] = ['eq', 'ne', 'in', 'notIn', ...emptiness];
const ofNumber: readonly ConditionOperator[] = [
  ...(['between', 'eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn'] as const),
  ...emptiness,
];
const ofTime: readonly ConditionOperator[] = ['within', 'between', 'gte', 'lte', ...emptiness];
const ofChoice: readonly ConditionOperator[] = ['in', 'notIn', ...emptiness];

const byType: Readonly<Partial<Record<EntityField['type'], readonly ConditionOperator[]>>> = {
  string: ofText,
  email: ofText,
  url: ofText,
  text: ofText,
  mobile: ofLine,
  idcard: ofLine,
  int: ofNumber,
  decimal: ofNumber,
  money: ofNumber,
  bool: ['eq', ...emptiness],
  date: ofTime,
  datetime: ofTime,
  enum: ofChoice,
  ref: ofChoice,
  refs: ofChoice,
  file: emptiness,
  image: emptiness,
  files: emptiness,
  images: emptiness,
};

/** What can be asked of a field, the most usual first; masked values are stored so that only the whole is found. */
export function operatorsOf(field: EntityField): readonly ConditionOperator[] {
  if (field.mask !== undefined) return ['eq', ...emptiness];
  return byType[field.type] ?? [];
}

/** Whether an operator says it all by itself. */
export function isBare(op: ConditionOperator): boolean {
  return op === 'isNull' || op === 'notNull';
}

const numberTypes: ReadonlySet<EntityField['type']> = new Set(['int', 'decimal', 'money']);

export function isNumeric(field: EntityField): boolean {
  return numberTypes.has(field.type);
}

const listTypes: ReadonlySet<EntityField['type']> = new Set([
  ...(['string', 'email', 'url', 'mobile', 'idcard', 'int', 'decimal', 'money'] as const),
]);

/** Whether a list of values can be pasted into the filter of a field. */
export function takesPastedList(field: EntityField): boolean {
  return listTypes.has(field.type) && operatorsOf(field).includes('in');
}
