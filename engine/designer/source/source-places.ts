import { findNodeAtOffset, type Node } from 'jsonc-parser';
import { formatKeyPath, parseKeyPath } from '../../model/layers/index.ts';

/** A part of a text, in characters. */
export type TextRange = { readonly from: number; readonly to: number };

/** The key path of what stands at a place of the text; `''` for the page itself. */
export function keyPathAt(tree: Node, offset: number): string {
  const segments: string[] = [];
  for (let node = findNodeAtOffset(tree, offset, true); node?.parent !== undefined; node = node.parent) {
    const { parent } = node;
    if (parent.type === 'property' && parent.children?.[1] === node) segments.push(nameOf(parent));
    else if (node.type === 'property' && isNameAt(node, offset)) segments.push(nameOf(node));
    else if (parent.type === 'array') segments.push(keyOf(node) ?? String(parent.children?.indexOf(node)));
  }
  return formatKeyPath(segments.reverse());
}

/** Whether a place lies in the name of a property, or between the name and the value. */
function isNameAt({ children = [] }: Node, offset: number): boolean {
  const value = children[1];
  return value === undefined || offset < value.offset;
}

/** Where what stands at a key path is written, from its name on; undefined where it is not. */
export function rangeAt(tree: Node, at: string): TextRange | undefined {
  const path = at === '' ? [] : parseKeyPath(at);
  return path && rangeOf(tree, path);
}

/** Where what stands at a JSON pointer is written; what is missing is told at what would have it. */
export function rangeAtPointer(tree: Node, pointer: string): TextRange {
  const path = pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  for (let length = path.length; length > 0; length -= 1) {
    const range = rangeOf(tree, path.slice(0, length));
    if (range !== undefined) return range;
  }
  return { from: tree.offset, to: tree.offset + 1 };
}

function rangeOf(tree: Node, path: readonly string[]): TextRange | undefined {
  const node = nodeOf(tree, path);
  if (node === undefined) return undefined;
  const [name] = node.parent?.type === 'property' ? (node.parent.children ?? []) : [];
  const start = name ?? node;
  const end = node.type === 'object' || node.type === 'array' ? (name ?? { offset: node.offset, length: 1 }) : node;
  return { from: start.offset, to: end.offset + end.length };
}

/** The node at a path of names, keys of items, or numbers of items. */
export function nodeOf(tree: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = tree;
  for (const segment of path) node = node && childOf(node, segment);
  return node;
}

function childOf({ type, children = [] }: Node, segment: string): Node | undefined {
  if (type === 'object') return children.find((child) => nameOf(child) === segment)?.children?.[1];
  if (type !== 'array') return undefined;
  const byKey = children.find((child) => keyOf(child) === segment);
  return byKey ?? (/^\d+$/.test(segment) ? children[Number(segment)] : undefined);
}

function nameOf(property: Node): string {
  return String(property.children?.[0]?.value ?? '');
}

/** The key of an item, as `keyOfItem` has it. */
function keyOf(node: Node): string | undefined {
  if (node.type === 'string') return String(node.value);
  const key = node.type === 'object' ? childOf(node, 'key') : undefined;
  return key?.type === 'string' ? String(key.value) : undefined;
}
