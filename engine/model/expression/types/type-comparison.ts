import { nearestName } from '../../naming/naming.ts';
import { typingText } from '../../texts/typing-text.ts';
import type { BinaryOperator, Expression } from '../ast.ts';
import type { ExpressionFault, Words } from '../expression-fault.ts';
import { type ExpressionType, readsAs, strangers, timeOf, typeName } from './expression-type.ts';
import { faultAt } from './type-fault.ts';

/** One side of a comparison. */
export type Side = { readonly node: Expression; readonly type: ExpressionType };

/** Where a comparison stands. */
export type ComparisonLocation = { readonly source: string; readonly sql: boolean };

/** Whether a type is text, be it free or chosen from a dictionary. */
export function isTextual(type: ExpressionType): boolean {
  return type.kind === 'text' || type.kind === 'enum';
}

const isEquality = (operator: BinaryOperator) => operator === '==' || operator === '!=';

/** What keeps two sides from being compared; undefined where nothing does. */
export function comparisonFault(
  operator: BinaryOperator,
  left: Side,
  right: Side,
  place: ComparisonLocation,
): ExpressionFault | undefined {
  const fail = (side: Side, words: Words) => faultAt(side.node, place.source, words, side.type);
  const [a, b] = [left.type, right.type];
  if (a.kind === 'unknown' || b.kind === 'unknown') return undefined;
  if (isEquality(operator) && (a.kind === 'null' || b.kind === 'null')) return undefined;
  if (a.kind === 'null') return fail(left, typingText('expression.typeComparison.sideThatHasValue'));
  if (b.kind === 'null') return fail(right, typingText('expression.typeComparison.sideThatHasValue'));
  for (const side of [left, right]) {
    const words = sideWords(side.type, operator, place);
    if (words !== undefined) return fail(side, words);
  }
  return unlike(left, right, place.source);
}

/** What may not be compared this way, whatever stands on the other side. */
function sideWords(type: ExpressionType, operator: BinaryOperator, place: ComparisonLocation): Words | undefined {
  switch (type.kind) {
    case 'masked':
      if (place.sql) return typingText('expression.typeComparison.maskedFieldComparedWithNullOnly');
      return isEquality(operator) ? undefined : typingText('expression.typeComparison.maskedFieldWithOrOnly');
    case 'json':
    case 'list':
      return typingText('expression.typeComparison.somethingToCompareUseInOr');
    case 'bool':
    case 'enum':
    case 'reference':
      return isEquality(operator) ? undefined : typingText('expression.typeComparison.somethingWithOrder');
    default:
      return undefined;
  }
}

type Rule = (side: Side, other: Side, source: string) => ExpressionFault | undefined;

/** Types that have a say in what they compare with. */
const rules: readonly (readonly [ExpressionType['kind'], Rule])[] = [
  ['enum', choice],
  ['masked', masked],
  ['reference', reference],
];

/** Two sides of types that do not compare. */
function unlike(left: Side, right: Side, source: string): ExpressionFault | undefined {
  for (const [kind, rule] of rules) {
    if (left.type.kind === kind) return rule(left, right, source);
    if (right.type.kind === kind) return rule(right, left, source);
  }
  return left.type.kind === right.type.kind || areTimes(left.type, right.type)
    ? undefined
    : mismatch(left, right, source);
}

/** A text written in the expression may be a day or a moment; a written day beside a moment is its start. */
function areTimes(a: ExpressionType, b: ExpressionType): boolean {
  const [first, second] = [timeOf(a), timeOf(b)];
  if (first === undefined || second === undefined) return false;
  return first === second || (a.kind !== 'day' && b.kind !== 'day');
}

function masked(side: Side, other: Side, source: string): ExpressionFault | undefined {
  return other.type.kind === 'masked' || isTextual(other.type) ? undefined : mismatch(side, other, source);
}

/** An enum compares with its own values, with fields of the same dictionary, and with free text. */
function choice(side: Side, other: Side, source: string): ExpressionFault | undefined {
  const { type } = side;
  if (type.kind !== 'enum') return undefined;
  if (other.type.kind === 'enum')
    return other.type.dictionary === type.dictionary ? undefined : mismatch(side, other, source);
  if (other.type.kind !== 'text') return mismatch(side, other, source);
  const [stranger] = strangers(other.type, type.values);
  if (stranger === undefined) return undefined;
  const nearest = nearestName(stranger, type.values);
  return {
    ...faultAt(
      other.node,
      source,
      typingText('expression.typeComparison.valueOfDictionary', { dictionary: type.dictionary }),
    ),
    code: 'E_SCHEMA_UNKNOWN_NAME',
    got: stranger,
    ...(nearest === undefined ? {} : { nearest }),
  };
}

function reference(side: Side, other: Side, source: string): ExpressionFault | undefined {
  const [a, b] = [side.type, other.type];
  if (a.kind !== 'reference') return undefined;
  if (b.kind !== 'reference') return readsAs(b, 'reference') ? undefined : mismatch(side, other, source);
  const isSame = a.entity === undefined || b.entity === undefined || a.entity === b.entity;
  return isSame ? undefined : mismatch(side, other, source);
}

const hints: Readonly<Partial<Record<ExpressionType['kind'], Words>>> = {
  day: typingText('expression.typeComparison.dateWriteDayOfForMoment'),
};

/** Blames the right side, by what the left one is. */
function mismatch(left: Side, right: Side, source: string): ExpressionFault {
  const name = typeName(left.type);
  const words = hints[left.type.kind] ?? typingText('expression.typeComparison.somethingOfType', { name });
  return faultAt(right.node, source, words, right.type);
}
