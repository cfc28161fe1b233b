import { nearestName } from '../../naming/naming.ts';
import { typingText } from '../../texts/typing-text.ts';
import type { Expression } from '../ast.ts';
import type { ExpressionFault, Words } from '../expression-fault.ts';
import type { ExpressionUse } from '../expression-use.ts';
import { parseExpression } from '../parse.ts';
import { type ExpressionType, readsAs, strangers, timeOf, typeName, typeOfField } from './expression-type.ts';
import { typeOf } from './type-check.ts';
import { isTextual } from './type-comparison.ts';
import type { TypeEnvironment } from './type-environment.ts';
import { faultAt } from './type-fault.ts';

/** Colours a `tone` may answer. */
const tones = ['default', 'blue', 'green', 'orange', 'red', 'purple', 'cyan', 'gold', 'gray'] as const;

/**
 * Checks an expression for its place: it parses, its names are known, its types fit together, and what it
 * answers fits the place. Answers every fault, located in the source.
 */
export function checkExpression(
  source: string,
  use: ExpressionUse,
  environment: TypeEnvironment,
): readonly ExpressionFault[] {
  const outcome = parseExpression(source);
  if (!outcome.ok) {
    const { ok: _, ...fault } = outcome;
    return [fault];
  }
  const { type, faults } = typeOf(outcome.expression, source, use, environment);
  const result = faults.length > 0 ? undefined : resultFault(outcome.expression, type, source, use, environment);
  return result === undefined ? faults : [...faults, result];
}

function resultFault(
  expression: Expression,
  type: ExpressionType,
  source: string,
  use: ExpressionUse,
  environment: TypeEnvironment,
): ExpressionFault | undefined {
  if (type.kind === 'unknown') return undefined;
  switch (use.result) {
    case 'any':
      return undefined;
    case 'bool':
      return type.kind === 'bool'
        ? undefined
        : faultAt(expression, source, typingText('expression.result.conditionBool'), type);
    case 'tone':
      return toneFault(expression, type, source);
    default: {
      const { field } = environment;
      if (field === undefined || type.kind === 'null') return undefined;
      const { mask: _, ...plain } = field;
      const wanted = typeOfField(plain, environment.dictionaries);
      return valueFault(expression, type, wanted, source, use);
    }
  }
}

function toneFault(expression: Expression, type: ExpressionType, source: string): ExpressionFault | undefined {
  if (type.kind === 'null') return undefined;
  if (type.kind !== 'text' || type.literals === undefined)
    return faultAt(expression, source, typingText('expression.result.oneOfColours', { tones }), type);
  return strangerFault(expression, type, tones, typingText('expression.result.colour'), source);
}

function strangerFault(
  expression: Expression,
  type: ExpressionType,
  known: readonly string[],
  words: Words,
  source: string,
): ExpressionFault | undefined {
  const [stranger] = strangers(type, known);
  if (stranger === undefined) return undefined;
  const nearest = nearestName(stranger, known);
  const node = literalIn(expression, stranger) ?? expression;
  return {
    ...faultAt(node, source, words),
    code: 'E_SCHEMA_UNKNOWN_NAME',
    got: stranger,
    ...(nearest === undefined ? {} : { nearest }),
  };
}

/** Where a literal stands that is one of the answers of an expression. */
function literalIn(expression: Expression, value: string): Expression | undefined {
  switch (expression.kind) {
    case 'literal':
      return expression.value === value ? expression : undefined;
    case 'conditional':
      return literalIn(expression.whenTrue, value) ?? literalIn(expression.whenFalse, value);
    case 'call':
      return expression.args.map((arg) => literalIn(arg, value)).find((found) => found !== undefined);
    case 'list':
      return expression.items.map((item) => literalIn(item, value)).find((found) => found !== undefined);
    default:
      return undefined;
  }
}

/** What keeps a value from being one of a field. */
function valueFault(
  expression: Expression,
  type: ExpressionType,
  wanted: ExpressionType,
  source: string,
  use: ExpressionUse,
): ExpressionFault | undefined {
  if (wanted.kind === 'json') return undefined;
  if (use.result === 'condition') {
    const one = wanted.kind === 'list' ? wanted.of : wanted;
    const given = type.kind === 'list' ? type.of : type;
    return given.kind === 'null' ? undefined : singleFault(expression, given, one, source, true);
  }
  if (wanted.kind !== 'list') return singleFault(expression, type, wanted, source, use.rounds === true);
  if (type.kind !== 'list') return faultAt(expression, source, typingText('expression.result.list'), type);
  return type.of.kind === 'null' ? undefined : singleFault(expression, type.of, wanted.of, source, true);
}

function singleFault(
  expression: Expression,
  type: ExpressionType,
  wanted: ExpressionType,
  source: string,
  rounds: boolean,
): ExpressionFault | undefined {
  if (wanted.kind === 'enum') {
    const words = typingText('expression.result.valueOfDictionary', { dictionary: wanted.dictionary });
    const isChoice = type.kind === 'enum' && type.dictionary === wanted.dictionary;
    if (isChoice) return undefined;
    if (type.kind !== 'text' || type.literals === undefined) return faultAt(expression, source, words, type);
    return strangerFault(expression, type, wanted.values, words, source);
  }
  if (wanted.kind === 'number' && wanted.whole && type.kind === 'number' && !type.whole && !rounds)
    return faultAt(expression, source, typingText('expression.result.wholeNumberUseRound'), type);
  if (isValueOf(type, wanted)) return undefined;
  const name = typeName(wanted);
  return faultAt(expression, source, typingText('expression.result.valueOfType', { name }), type);
}

function isValueOf(type: ExpressionType, wanted: ExpressionType): boolean {
  switch (wanted.kind) {
    case 'day':
    case 'moment':
      return timeOf(type) === wanted.kind;
    case 'text':
      return isTextual(type);
    case 'reference':
      return (
        readsAs(type, 'reference') ||
        (type.kind === 'reference' &&
          (type.entity === undefined || wanted.entity === undefined || type.entity === wanted.entity))
      );
    default:
      return type.kind === wanted.kind;
  }
}
