import { type ASTNode, parse as parseCel } from '@marcbachmann/cel-js';
import { isForbiddenName } from '../naming.ts';
import {
  type BinaryOperator,
  type Expression,
  type ExpressionRoot,
  expressionFunctions,
  expressionRoots,
  type FunctionName,
} from './ast.ts';

/** Outcome of parsing: the expression, or what is wrong with it and where (offset in characters). */
export type ParseOutcome =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly expected: string; readonly got: string; readonly offset: number };

const maxDepth = 32;
const maxLength = 2000;

/** Parses an expression in CEL syntax into our own tree, refusing whatever the language does not have. */
export function parseExpression(source: string): ParseOutcome {
  if (source.length > maxLength) return refuse('at most 2000 characters', `${source.length}`, 0);
  let ast: ASTNode;
  try {
    ast = parseCel(source).ast;
  } catch (error) {
    return refuse('an expression', firstLine(error), offsetOf(error));
  }
  try {
    return { ok: true, expression: convert(ast, 0) };
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.expected, error.got, error.offset);
    throw error;
  }
}

class Refusal extends Error {
  constructor(
    readonly expected: string,
    readonly got: string,
    readonly offset: number,
  ) {
    super(expected);
  }
}

function refuse(expected: string, got: string, offset: number): ParseOutcome {
  return { ok: false, expected, got, offset };
}

function firstLine(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}

function offsetOf(error: unknown): number {
  const range = error instanceof Error && 'range' in error ? error.range : undefined;
  return typeof range === 'object' && range !== null && 'start' in range && typeof range.start === 'number'
    ? range.start
    : 0;
}

const binaryOperators: readonly string[] = [
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '&&',
  '||',
  '+',
  '-',
  '*',
  '/',
  'in',
] satisfies BinaryOperator[];

function isBinary(operator: string): operator is BinaryOperator {
  return binaryOperators.includes(operator);
}

function isRoot(name: string): name is ExpressionRoot {
  return expressionRoots.some((root) => root === name);
}

function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(expressionFunctions, name);
}

function convert(node: ASTNode, depth: number): Expression {
  if (depth > maxDepth) throw new Refusal(`at most ${maxDepth} levels`, 'a deeper expression', node.start);
  const inner = (child: ASTNode) => convert(child, depth + 1);
  switch (node.op) {
    case 'value':
      return { kind: 'literal', value: literal(node.args, node.start) };
    case 'id':
    case '.':
      return path(node);
    case 'list':
      return { kind: 'list', items: node.args.map(inner) };
    case '!_':
      return { kind: 'not', operand: inner(node.args) };
    case '-_':
      return { kind: 'negate', operand: inner(node.args) };
    case '?:':
      return {
        kind: 'conditional',
        test: inner(node.args[0]),
        whenTrue: inner(node.args[1]),
        whenFalse: inner(node.args[2]),
      };
    case 'call':
      return call(node.args[0], node.args[1].map(inner), node.start);
    case 'rcall':
      return call(node.args[0], [inner(node.args[1]), ...node.args[2].map(inner)], node.start);
    default:
      if (isBinary(node.op)) {
        const [left, right] = pair(node);
        return { kind: 'binary', operator: node.op, left: inner(left), right: inner(right) };
      }
      throw new Refusal('a known operator', node.op, node.start);
  }
}

function pair(node: ASTNode): readonly [ASTNode, ASTNode] {
  const args: unknown = node.args;
  if (Array.isArray(args) && args.length === 2) return [args[0], args[1]];
  throw new Refusal('two operands', node.op, node.start);
}

function literal(value: unknown, offset: number): string | number | boolean | null {
  if (typeof value === 'bigint') return Number(value);
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  throw new Refusal('text, a number, true, false or null', typeof value, offset);
}

function path(node: ASTNode): Expression {
  const segments: string[] = [];
  let current = node;
  while (current.op === '.') {
    segments.unshift(current.args[1]);
    current = current.args[0];
  }
  if (current.op !== 'id') throw new Refusal('a name', current.op, current.start);
  const root = current.args;
  if (!isRoot(root)) throw new Refusal(`one of ${expressionRoots.join(', ')}`, root, current.start);
  const forbidden = segments.find(isForbiddenName);
  if (forbidden !== undefined) throw new Refusal('a field', forbidden, node.start);
  return { kind: 'path', root, path: segments };
}

function call(name: string, args: readonly Expression[], offset: number): Expression {
  if (!isFunction(name)) throw new Refusal(`one of ${Object.keys(expressionFunctions).join(', ')}`, name, offset);
  const arity = expressionFunctions[name];
  if (args.length !== arity) throw new Refusal(`${arity} arguments for ${name}`, `${args.length}`, offset);
  return { kind: 'call', name, args };
}
