import type { Words } from '../expression-fault.ts';
import type { ArgumentKind } from '../functions.ts';
import { type ExpressionType, timeOf, unknown } from './expression-type.ts';
import { isTextual } from './type-comparison.ts';

/** Whether a value of the type may stand where an argument of the kind is wanted. */
export function fits(type: ExpressionType, kind: ArgumentKind | 'bool'): boolean {
  switch (kind) {
    case 'bool':
    case 'number':
      return type.kind === kind;
    case 'text':
      return isTextual(type);
    case 'moment':
      return timeOf(type) === 'moment';
    case 'instant':
      return timeOf(type) !== undefined;
    case 'sized':
      return isTextual(type) || type.kind === 'list' || type.kind === 'json';
    default:
      return true;
  }
}

/** What an argument of each kind should be. */
export const argumentWords: Readonly<Record<ArgumentKind | 'bool', Words>> = {
  bool: ['条件（bool）', 'a condition (bool)'],
  number: ['数字', 'a number'],
  text: ['文字', 'text'],
  moment: ['时刻（datetime）', 'a moment (datetime)'],
  instant: ['日期或时刻', 'a date or a moment'],
  sized: ['文字或列表', 'text or a list'],
  ordered: ['数字、日期或时刻', 'a number, a date or a moment'],
  alike: ['同类的值', 'values of one type'],
};

/** A day or a moment as an argument is one; what is not known stays so. */
export function timeLike(type: ExpressionType = unknown): ExpressionType {
  const time = timeOf(type);
  return time === undefined ? type : { kind: time };
}
