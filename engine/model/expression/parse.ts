import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { expressionText } from '../texts/expression-text.ts';
import { expectation } from '../texts/message.ts';
import type { Expression } from './ast.ts';
import { convert, maxItems, maxLookupFields, Refusal } from './convert.ts';
import type { ExpressionFault, Words } from './expression-fault.ts';

/** Outcome of parsing: the expression, or what is wrong with it and where. */
export type ParseOutcome =
  | { readonly ok: true; readonly expression: Expression }
  | ({ readonly ok: false } & ExpressionFault);

const maxLength = 2000;

// Bounds what the parser builds before our own tree is made of it, which has closer bounds.
const language = new Environment({
  limits: {
    maxAstNodes: 1000,
    maxDepth: 64,
    maxListElements: maxItems,
    maxMapEntries: maxLookupFields,
    maxCallArguments: 8,
  },
});

/** Parses an expression in CEL syntax into our own tree, refusing whatever the language does not have. */
export function parseExpression(source: string): ParseOutcome {
  if (source.length > maxLength)
    return refuse(expressionText('expression.parse.atMostCharacters'), `${source.length}`, maxLength, source.length);
  // No text of the database holds it.
  const nul = source.indexOf('\0');
  if (nul >= 0) return refuse(expressionText('expression.parse.textWithoutNUL'), '\\0', nul, nul + 1);
  let ast: ASTNode;
  try {
    ast = language.parse(source).ast;
  } catch (error) {
    return refused(error, source);
  }
  try {
    return { ok: true, expression: convert(ast) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const outcome = refuse(error.words, error.got, error.at.start, error.at.end);
    return error.nearest === undefined ? outcome : { ...outcome, nearest: error.nearest };
  }
}

function refuse(words: Words, got: string, start: number, end: number) {
  const length = Math.max(0, end - start);
  return { ok: false, code: 'E_SCHEMA_EXPRESSION', offset: start, length, ...expectation(words), got } as const;
}

const wordsByCode: readonly (readonly [start: string, words: Words])[] = [
  ['unterminated', expressionText('expression.parse.textThatEndsWithItsQuote')],
  ['newline', expressionText('expression.parse.textOnOneLine')],
  ['limit', expressionText('expression.parse.smallerExpression')],
  ['reserved', expressionText('expression.parse.nameThatIsNotReserved')],
  ['invalid_macro', expressionText('expression.parse.expressionWithoutLoops')],
  ['invalid_exponent', expressionText('expression.parse.number')],
  ['invalid_number', expressionText('expression.parse.number')],
  ['invalid_integer', expressionText('expression.parse.number')],
  ['invalid_hex_integer', expressionText('expression.parse.number')],
  ['invalid', expressionText('expression.parse.validEscape')],
  ['octal', expressionText('expression.parse.validEscape')],
];

/** The parser's own refusal in our words. */
function refused(error: unknown, source: string): ParseOutcome {
  const code = textOf(error, 'code') ?? '';
  const [, words] = wordsByCode.find(([start]) => code.startsWith(start)) ?? [
    '',
    expressionText('expression.parse.wholeExpression'),
  ];
  const { start, end } = rangeOf(error);
  return refuse(words, source.slice(start, end).slice(0, 40) || '—', start, end);
}

function textOf(error: unknown, name: string): string | undefined {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

function rangeOf(error: unknown): { readonly start: number; readonly end: number } {
  const range: unknown = error instanceof Error ? Reflect.get(error, 'range') : undefined;
  if (typeof range !== 'object' || range === null) return { start: 0, end: 0 };
  const [start, end] = ['start', 'end'].map((name): unknown => Reflect.get(range, name));
  return typeof start === 'number' && typeof end === 'number' ? { start, end } : { start: 0, end: 0 };
}
