import type { NodeFault } from '../../documents/isolate.ts';
import type { Expression } from '../../expression/ast.ts';
import { pathsRead } from '../../expression/dependencies.ts';
import { evaluate, type Scope } from '../../expression/evaluate.ts';
import { parseExpression } from '../../expression/parse.ts';
import { faultMessage } from '../../faults/fault-errors.ts';
import type { DictionaryValue } from '../../generated/documents.ts';

/** A colour of tags, cells and cards. */
export type Tone = NonNullable<DictionaryValue['tone']>;

const tones: ReadonlySet<string> = new Set<Tone>([
  'default',
  'blue',
  'green',
  'orange',
  'red',
  'purple',
  'cyan',
  'gold',
  'gray',
]);

/** An expression ready to evaluate, or the sentence that says why it is none. */
export type CompiledText =
  | { readonly expression: Expression | undefined; readonly fault?: undefined }
  | { readonly expression?: undefined; readonly fault: string };

/** Compiles an expression of a document; an absent one compiles to nothing. */
export function compiledText(source: string | undefined): CompiledText {
  if (source === undefined) return { expression: undefined };
  const outcome = parseExpression(source);
  if (outcome.ok) return { expression: outcome.expression };
  const { expected, got } = outcome;
  return { fault: faultMessage({ code: 'E_SCHEMA_EXPRESSION', pointer: '', expected, got }) };
}

/** The colour an expression answers for a record; undefined when it answers none or the usual one. */
export type ToneOf = (scope: Scope) => Tone | undefined;

/** What a tone expression compiles to: the colour of a record, and the fields it reads. */
export type CompiledTone = { readonly toneOf?: ToneOf; readonly reads: readonly string[]; readonly fault?: string };

/** Compiles a tone expression. */
export function compiledTone(source: string | undefined): CompiledTone {
  const { expression, fault } = compiledText(source);
  if (fault !== undefined) return { reads: [], fault };
  if (expression === undefined) return { reads: [] };
  return {
    reads: pathsRead(expression, 'record'),
    toneOf: (scope) => {
      const value = evaluate(expression, scope);
      return isTone(value) && value !== 'default' ? value : undefined;
    },
  };
}

function isTone(value: unknown): value is Tone {
  return typeof value === 'string' && tones.has(value);
}

/** What is wrong with a node left out of a page, in one line. */
export function nodeFaultText(node: NodeFault): string {
  return node.faults.map((fault) => faultMessage(fault)).join('；');
}

/** Puts what stands for the nodes left out of a page in the places those had. */
export function withFaultyNodes<Item>(
  items: readonly Item[],
  nodes: readonly NodeFault[],
  make: (key: string, fault: string) => Item,
): readonly Item[] {
  const all = [...items];
  const inOrder = [...nodes].sort(
    (a, b) => (a.index ?? Number.MAX_SAFE_INTEGER) - (b.index ?? Number.MAX_SAFE_INTEGER),
  );
  for (const node of inOrder)
    all.splice(node.index ?? all.length, 0, make(node.at.slice(node.at.lastIndexOf('/') + 1), nodeFaultText(node)));
  return all;
}
