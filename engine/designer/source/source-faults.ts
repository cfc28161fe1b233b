import type { Node } from 'jsonc-parser';
import { type Fault, faultMessage } from '../../model/faults/index.ts';
import { nodeOf, rangeAtPointer, type TextRange } from './source-places.ts';

/** A fault where it stands in the source. */
export type SourceFault = TextRange & {
  readonly message: string;
  /** What the name at fault was probably meant to be, and the text that would say so. */
  readonly repair?: TextRange & { readonly nearest: string; readonly insert: string };
};

/** The faults of a document in the text it was read from. */
export function sourceFaults(text: string, tree: Node, faults: readonly Fault[]): readonly SourceFault[] {
  return faults.map((fault) => {
    const whole = rangeAtPointer(tree, fault.pointer);
    const range = fault.offset === undefined ? whole : (partOf(tree, fault) ?? whole);
    const message = faultMessage(fault);
    const { nearest, got } = fault;
    const place = nearest === undefined || got === undefined ? undefined : wordIn(text, range, got);
    return place === undefined || nearest === undefined
      ? { ...range, message }
      : { ...range, message, repair: { ...place, nearest, insert: nearest } };
  });
}

/** The part of an expression that is at fault. */
function partOf(tree: Node, { pointer, offset = 0, got = '' }: Fault): TextRange | undefined {
  const node = nodeOf(
    tree,
    pointer
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
  );
  if (node?.type !== 'string') return undefined;
  const source = String(node.value);
  // In the text every character may be written longer than it is.
  const written = (part: string) => JSON.stringify(part).length - 2;
  const from = node.offset + 1 + written(source.slice(0, offset));
  const last = node.offset + node.length - 1;
  return { from: Math.min(from, last), to: Math.min(Math.max(from + Math.max(1, written(got)), from), last) };
}

/** Where the word at fault is written. */
function wordIn(text: string, { from, to }: TextRange, got: string): TextRange | undefined {
  const word = got.replace(/…$/, '');
  const index = text.slice(from, to).indexOf(word);
  return index < 0 ? undefined : { from: from + index, to: from + index + word.length };
}
