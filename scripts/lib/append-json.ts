import { findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import { printJson } from './print-json.ts';

/**
 * A JSON text with items added at the end of one of its lists; every other character stays, so that a difference shows
 * the added lines alone. A list kept on one line stays there while it fits. Throws a `RangeError` where there is no list.
 */
export function appendToJson(text: string, path: JSONPath, items: readonly unknown[]): string {
  if (items.length === 0) return text;
  const tree = parseTree(text);
  const list = tree === undefined ? undefined : findNodeAtLocation(tree, path);
  if (list?.type !== 'array') throw new RangeError(`/${path.join('/')}: expected a list`);
  const last = list.children?.at(-1);
  return last !== undefined && startsLine(text, last) ? appendLines(text, last, items) : replaceList(text, list, items);
}

function appendLines(text: string, last: Node, items: readonly unknown[]): string {
  const end = last.offset + last.length;
  const indent = indentAt(text, last.offset);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = items.map((item) => `,${newline}${' '.repeat(indent)}${printed(item, indent, newline)}`);
  return `${text.slice(0, end)}${lines.join('')}${text.slice(end)}`;
}

function replaceList(text: string, list: Node, items: readonly unknown[]): string {
  const end = list.offset + list.length;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const kept: readonly unknown[] = JSON.parse(text.slice(list.offset, end));
  const line = text.lastIndexOf('\n', list.offset) + 1;
  const whole = printJson([...kept, ...items], indentAt(text, list.offset), list.offset - line);
  return `${text.slice(0, list.offset)}${whole.replaceAll('\n', newline)}${text.slice(end)}`;
}

function printed(item: unknown, indent: number, newline: string): string {
  return printJson(item, indent).replaceAll('\n', newline);
}

function startsLine(text: string, node: Node): boolean {
  return text.slice(text.lastIndexOf('\n', node.offset) + 1, node.offset).trim() === '';
}

/** How far the line of an offset is indented. */
function indentAt(text: string, offset: number): number {
  const line = text.slice(text.lastIndexOf('\n', offset) + 1);
  return line.length - line.trimStart().length;
}
