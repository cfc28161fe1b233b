import type { ConditionOperator } from '../../wire/wire.ts';

/** Whether there is a value at all: what can be asked of every type that is asked about. */
export const emptiness: readonly ConditionOperator[] = ['isNull', 'notNull'];

/** Of a value found by the whole only. */
export const lineOperators: readonly ConditionOperator[] = ['eq', 'ne', 'in', 'notIn', ...emptiness];
/** Of a text found by a part, too. */
export const textOperators: readonly ConditionOperator[] = ['contains', 'startsWith', ...lineOperators];
export const numberOperators: readonly ConditionOperator[] = [
  ...(['between', 'eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn'] as const),
  ...emptiness,
];
export const timeOperators: readonly ConditionOperator[] = ['within', 'between', 'gte', 'lte', ...emptiness];
export const choiceOperators: readonly ConditionOperator[] = ['in', 'notIn', ...emptiness];
