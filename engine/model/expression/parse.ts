import { type ASTNode, Environment } from '@marcbachmann/cel-js';
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
    return refuse(['不超过 2000 个字符', 'at most 2000 characters'], `${source.length}`, maxLength, source.length);
  // No text of the database holds it.
  const nul = source.indexOf('\0');
  if (nul >= 0) return refuse(['没有空字符的文字', 'text without NUL'], '\\0', nul, nul + 1);
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

function refuse([expected, expectedEn]: Words, got: string, start: number, end: number) {
  const length = Math.max(0, end - start);
  return { ok: false, code: 'E_SCHEMA_EXPRESSION', offset: start, length, expected, expectedEn, got } as const;
}

const wordsByCode: readonly (readonly [start: string, words: Words])[] = [
  ['unterminated', ['以引号结束的文字', 'text that ends with its quote']],
  ['newline', ['写在一行的文字', 'text on one line']],
  ['limit', ['更小的表达式', 'a smaller expression']],
  ['reserved', ['未保留的名称', 'a name that is not reserved']],
  ['invalid_macro', ['没有循环的表达式', 'an expression without loops']],
  ['invalid_exponent', ['数字', 'a number']],
  ['invalid_number', ['数字', 'a number']],
  ['invalid_integer', ['数字', 'a number']],
  ['invalid_hex_integer', ['数字', 'a number']],
  ['invalid', ['有效的转义', 'a valid escape']],
  ['octal', ['有效的转义', 'a valid escape']],
];

/** The parser's own refusal in words of both languages. */
function refused(error: unknown, source: string): ParseOutcome {
  const code = textOf(error, 'code') ?? '';
  const [, words] = wordsByCode.find(([start]) => code.startsWith(start)) ?? [
    '',
    ['完整的表达式', 'a whole expression'] as const,
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
