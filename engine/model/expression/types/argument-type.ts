import { expressionText } from '../../texts/expression-text.ts';
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
  bool: expressionText('expression.argumentType.conditionBool'),
  number: expressionText('expression.argumentType.number'),
  text: expressionText('expression.argumentType.text'),
  moment: expressionText('expression.argumentType.momentDatetime'),
  instant: expressionText('expression.argumentType.dateOrMoment'),
  sized: expressionText('expression.argumentType.textOrList'),
  ordered: expressionText('expression.argumentType.numberDateOrMoment'),
  alike: expressionText('expression.argumentType.valuesOfOneType'),
};

/** A day or a moment as an argument is one; what is not known stays so. */
export function timeLike(type: ExpressionType = unknown): ExpressionType {
  const time = timeOf(type);
  return time === undefined ? type : { kind: time };
}
