import type { EntityField } from '../../generated/documents.ts';
import type { ConditionOperator } from '../../wire/wire.ts';
import { isNumber, isSingle, kindOfValue } from '../type-groups.ts';

type Compared = Pick<EntityField, 'type' | 'ref' | 'mask' | 'secret' | 'dictionary'>;

/**
 * Whether two fields of a row can be compared with one another: both single values of one kind in clear; references and
 * choices only whether they are the same, and only of one entity or dictionary.
 */
export function isComparable(field: Compared, other: Compared, op: ConditionOperator): boolean {
  if ([field, other].some((one) => one.mask !== undefined || one.secret === true || !isSingle(one))) return false;
  // Money is counted in its smallest unit, other numbers are not.
  if ((field.type === 'money') !== (other.type === 'money')) return false;
  const areAlike = kindOfValue(field) === kindOfValue(other) || (isNumber(field) && isNumber(other));
  if (!areAlike || field.ref !== other.ref || field.dictionary !== other.dictionary) return false;
  const isOrdered = field.type !== 'ref' && field.type !== 'enum' && field.type !== 'bool';
  return isOrdered || op === 'eq' || op === 'ne';
}
