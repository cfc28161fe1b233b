import type { ASTNode } from '@marcbachmann/cel-js';
import { isForbiddenName, nearestName } from '../naming/naming.ts';
import { expressionText } from '../texts/expression-text.ts';
import { formatMessage } from '../texts/message.ts';
import { type AggregateName, expressionAggregates, isAggregate, rowsWords } from './aggregates.ts';
import {
  type BinaryOperator,
  type ChildRowsPath,
  type Expression,
  type ExpressionRoot,
  expressionRoots,
  type LookupCondition,
  type Span,
} from './ast.ts';
import type { Words } from './expression-fault.ts';
import { expressionFunctions, type FunctionName } from './functions.ts';

const maxDepth = 32;
const maxNodes = 500;
// Beyond it a number is no longer exact.
const greatestNumber = 1e15;

/** Items a list written in an expression may have. */
export const maxItems = 200;

/** Fields a row may be looked up by. */
export const maxLookupFields = 4;

/** What the language does not have, found while our own tree is made. */
export class Refusal extends Error {
  constructor(
    readonly words: Words,
    readonly got: string,
    readonly at: Span,
    readonly nearest?: string,
  ) {
    super(formatMessage(words));
  }
}

/** Makes our own tree of the parser's. */
export function convert(node: ASTNode): Expression {
  return new Converter().convert(node, 0);
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

class Converter {
  #nodes = 0;
  #isInRows = false;

  convert(node: ASTNode, depth: number): Expression {
    const at = { start: node.start, end: node.end };
    if (depth > maxDepth)
      throw new Refusal(expressionText('expression.convert.atMostLevels', { maxDepth }), excerpt(node), at);
    this.#nodes += 1;
    if (this.#nodes > maxNodes)
      throw new Refusal(expressionText('expression.convert.atMostParts', { maxNodes }), excerpt(node), at);
    const inner = (child: ASTNode) => this.convert(child, depth + 1);
    switch (node.op) {
      case 'value':
        return { kind: 'literal', value: literal(node.args, node), at };
      case 'id':
        return { ...path(node), at };
      case '.': {
        const [owner, field] = node.args;
        if (isLookup(owner)) return { ...this.#lookup(owner, field, node, inner), at };
        return { ...path(node), at };
      }
      case 'list':
        return { kind: 'list', items: node.args.map(inner), at };
      case '!_':
        return { kind: 'not', operand: inner(node.args), at };
      case '-_':
        return { kind: 'negate', operand: inner(node.args), at };
      case '?:': {
        const [test, whenTrue, whenFalse] = node.args;
        return { kind: 'conditional', test: inner(test), whenTrue: inner(whenTrue), whenFalse: inner(whenFalse), at };
      }
      case 'call':
        return { ...this.#call(node.args[0], node.args[1], node, inner), at };
      case 'rcall':
        return { ...this.#call(node.args[0], [node.args[1], ...node.args[2]], node, inner), at };
      default:
        return { ...this.#binary(node, depth), at };
    }
  }

  #call(name: string, args: readonly ASTNode[], node: ASTNode, inner: Inner): Expression {
    if (name === lookupName) throw new Refusal(lookupWords, excerpt(node), node);
    return isAggregate(name) ? this.#aggregate(name, args, node, inner) : call(name, args, node, inner);
  }

  /** Rows within rows would be as many as one times the other. */
  #aggregate(name: AggregateName, [rows, of, ...more]: readonly ASTNode[], node: ASTNode, inner: Inner): Expression {
    if (this.#isInRows)
      throw new Refusal(expressionText('expression.convert.oneAggregateNotOneWithinAnother'), excerpt(node), node);
    const isWhole = of !== undefined || 'isOptional' in expressionAggregates[name];
    if (rows === undefined || !isWhole || more.length > 0)
      throw new Refusal(expressionText('expression.convert.childRowsWhatOfEachRow', { name }), excerpt(node), node);
    const list = childRows(rows);
    if (of === undefined) return { kind: 'aggregate', name, rows: list };
    this.#isInRows = true;
    try {
      return { kind: 'aggregate', name, rows: list, of: inner(of) };
    } finally {
      this.#isInRows = false;
    }
  }

  #lookup(owner: LookupNode, field: string, node: ASTNode, inner: Inner): Expression {
    const [entity, by, ...more] = owner.args[1];
    const isNamed = entity?.op === 'value' && typeof entity.args === 'string';
    if (!isNamed || by?.op !== 'map' || by.args.length === 0 || more.length > 0)
      throw new Refusal(lookupWords, excerpt(node), node);
    const conditions = by.args.map(([key, value]): LookupCondition => {
      if (key.op !== 'value' || typeof key.args !== 'string') throw new Refusal(lookupWords, excerpt(key), key);
      return { field: key.args, value: inner(value), at: { start: key.start, end: key.end } };
    });
    const keys = conditions.map((condition) => condition.field);
    const twice = by.args.find(([key], index) => key.op === 'value' && keys.indexOf(String(key.args)) !== index)?.[0];
    if (twice !== undefined)
      throw new Refusal(expressionText('expression.convert.fieldThatIsWrittenOnce'), excerpt(twice), twice);
    const forbidden = [...keys, field].find(isForbiddenName);
    if (forbidden !== undefined) throw new Refusal(expressionText('expression.convert.field'), forbidden, node);
    return { kind: 'lookup', entity: String(entity.args), by: conditions, field };
  }

  #binary(node: ASTNode, depth: number): Expression {
    if (!isBinary(node.op))
      throw new Refusal(expressionText('expression.convert.operatorOfLanguage'), excerpt(node), node);
    const args: unknown = node.args;
    if (!Array.isArray(args) || args.length !== 2)
      throw new Refusal(expressionText('expression.convert.twoOperands'), excerpt(node), node);
    const [left, right]: readonly ASTNode[] = args;
    if (left === undefined || right === undefined)
      throw new Refusal(expressionText('expression.convert.twoOperands'), excerpt(node), node);
    // A long row of conditions is not deep.
    const isRow = (node.op === '&&' || node.op === '||') && left.op === node.op;
    return {
      kind: 'binary',
      operator: node.op,
      left: this.convert(left, isRow ? depth : depth + 1),
      right: this.convert(right, depth + 1),
    };
  }
}

const lookupName = 'lookup';
const lookupWords: Words = expressionText('expression.convert.lookupEntityFieldValueField');

type LookupNode = { readonly args: readonly [name: string, args: readonly ASTNode[]] };

function isLookup(node: ASTNode): node is Extract<ASTNode, { readonly op: 'call' }> {
  return node.op === 'call' && node.args[0] === lookupName;
}

function excerpt(node: ASTNode): string {
  return node.input.slice(node.start, node.end).slice(0, 40);
}

function literal(value: unknown, node: ASTNode): string | number | boolean | null {
  if (typeof value === 'bigint' || typeof value === 'number') {
    const number = Number(value);
    if (Math.abs(number) > greatestNumber)
      throw new Refusal(expressionText('expression.convert.numberOfAtMostDigits'), excerpt(node), node);
    return number;
  }
  if (typeof value === 'string' && value.includes('\0'))
    throw new Refusal(expressionText('expression.convert.textWithoutNUL'), excerpt(node), node);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  throw new Refusal(expressionText('expression.convert.textNumberTrueFalseOrNull'), excerpt(node), node);
}

function path(node: ASTNode): Expression {
  const segments: string[] = [];
  let current = node;
  while (current.op === '.') {
    segments.unshift(current.args[1]);
    current = current.args[0];
  }
  if (current.op !== 'id') throw new Refusal(expressionText('expression.convert.name'), excerpt(current), current);
  const root = current.args;
  if (!isRoot(root)) {
    const words = expressionText('expression.convert.oneOf', { expressionRoots });
    throw new Refusal(words, root, current, nearestName(root, expressionRoots));
  }
  const forbidden = segments.find(isForbiddenName);
  if (forbidden !== undefined) throw new Refusal(expressionText('expression.convert.field'), forbidden, node);
  if (root === 'now' && segments.length > 0)
    throw new Refusal(expressionText('expression.convert.nowItself'), excerpt(node), node);
  return { kind: 'path', root, path: segments };
}

type Inner = (child: ASTNode) => Expression;

function childRows(node: ASTNode): ChildRowsPath {
  const read = node.op === '.' ? path(node) : undefined;
  if (read?.kind !== 'path' || (read.root !== 'record' && read.root !== 'form') || read.path.length !== 1)
    throw new Refusal(rowsWords, excerpt(node), node);
  return { root: read.root, key: read.path[0] ?? '', at: { start: node.start, end: node.end } };
}

function call(name: string, args: readonly ASTNode[], node: ASTNode, inner: Inner): Expression {
  if (!isFunction(name)) {
    const names = [...Object.keys(expressionFunctions), ...Object.keys(expressionAggregates), lookupName];
    const words = expressionText('expression.convert.oneOfFunctions', { names });
    throw new Refusal(words, name, node, nearestName(name, names));
  }
  const arity = expressionFunctions[name].args.length;
  if (args.length !== arity) {
    const words = expressionText('expression.convert.argumentsFor', { name, arity });
    throw new Refusal(words, `${args.length}`, node);
  }
  return { kind: 'call', name, args: args.map(inner) };
}
