import { expectation } from '../../texts/message.ts';
import type { Expression } from '../ast.ts';
import type { ExpressionFault, Words } from '../expression-fault.ts';
import { type ExpressionType, typeName } from './expression-type.ts';

/** A fault at a part of an expression; `got` is the part as written, with its type. */
export function faultAt(node: Expression, source: string, words: Words, type?: ExpressionType): ExpressionFault {
  const { start, end } = node.at ?? { start: 0, end: source.length };
  const written = source.slice(start, end);
  const short = written.length > 60 ? `${written.slice(0, 59)}…` : written;
  const got = type === undefined ? short : `${short} (${typeName(type)})`;
  return { code: 'E_SCHEMA_EXPRESSION', offset: start, length: end - start, ...expectation(words), got };
}
