import { type Node, type ParseError, type ParseErrorCode, parseTree } from 'jsonc-parser';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import type { CodeText } from '../texts/use-code-text.ts';

/** Why a text is no document: where, for people and for the editor. */
export type ParseFault = {
  /** In characters from the beginning, and how many they are. */
  readonly offset: number;
  readonly length: number;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly what: FaultName;
  /** The name that stands twice. */
  readonly name?: string;
};

/** A text read as a document; of one that is none, as much as could be made out. */
export type ReadSource =
  | { readonly document: JsonObject; readonly tree: Node; readonly fault?: undefined }
  | { readonly document?: undefined; readonly tree: Node | undefined; readonly fault: ParseFault };

const strictly = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** Names of the parser's codes. */
const names = {
  1: 'symbol',
  2: 'number',
  3: 'name',
  4: 'value',
  5: 'colon',
  6: 'comma',
  7: 'brace',
  8: 'bracket',
  9: 'ended',
  10: 'annotation',
  11: 'openComment',
  12: 'openText',
  13: 'openNumber',
  14: 'unicode',
  15: 'escape',
  16: 'character',
} as const satisfies Readonly<Partial<Record<ParseErrorCode, string>>>;

/** What can be wrong with a text: what the parser finds, that it is no JSON at all, a property twice, no object. */
type FaultName = (typeof names)[keyof typeof names] | 'json' | 'twice' | 'object';

/** Reads a text as a document, and says where it is none: what stands twice in one object counts as a fault. */
export function readSource(text: string): ReadSource {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, strictly);
  const [error] = errors;
  if (error !== undefined || tree === undefined) {
    const { offset, length } = error ?? { offset: 0, length: 0 };
    const known: Readonly<Partial<Record<number, FaultName>>> = names;
    return { tree, fault: { ...placeOf(text, offset, length), what: (error && known[error.error]) ?? 'json' } };
  }
  const twice = repeatedProperty(tree);
  if (twice !== undefined) {
    const place = placeOf(text, twice.offset, twice.length);
    return { tree, fault: { ...place, what: 'twice', name: String(twice.value) } };
  }
  const document: unknown = JSON.parse(text);
  return isJsonObject(document)
    ? { tree, document }
    : { tree, fault: { ...placeOf(text, tree.offset, 1), what: 'object' } };
}

/** A fault in words. */
export function parseFaultText(t: CodeText, { what, name }: ParseFault): string {
  return t(`designer.source.fault.${what}`, { name });
}

function placeOf(text: string, offset: number, length: number) {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { offset, length, line, column: offset - before.lastIndexOf('\n') };
}

/** The name of a property that its object has already. */
function repeatedProperty(tree: Node): Node | undefined {
  const open: Node[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const seen = new Set<unknown>();
    for (const child of node.children ?? []) {
      const name = child.type === 'property' ? child.children?.[0] : undefined;
      if (name !== undefined && node.type === 'object') {
        if (seen.has(name.value)) return name;
        seen.add(name.value);
      }
      open.push(child);
    }
  }
  return undefined;
}
