import { typingText } from '../../texts/typing-text.ts';
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
  bool: typingText('expression.argumentType.conditionBool'),
  number: typingText('expression.argumentType.number'),
  text: typingText('expression.argumentType.text'),
  moment: typingText('expression.argumentType.momentDatetime'),
  instant: typingText('expression.argumentType.dateOrMoment'),
  sized: typingText('expression.argumentType.textOrList'),
  ordered: typingText('expression.argumentType.numberDateOrMoment'),
  alike: typingText('expression.argumentType.valuesOfOneType'),
};

/** A day or a moment as an argument is one; what is not known stays so. */
export function timeLike(type: ExpressionType = unknown): ExpressionType {
  const time = timeOf(type);
  return time === undefined ? type : { kind: time };
}
