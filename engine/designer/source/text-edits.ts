import { getNodeValue, type Node } from 'jsonc-parser';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { sameJson } from '../../model/layers/index.ts';
import { jsonText } from './json-text.ts';

/** One replacement in a text. */
export type TextEdit = { readonly from: number; readonly to: number; readonly insert: string };

/**
 * The replacements that make a text say another document. What says the same already stays as it is written, blanks and
 * all: whoever types elsewhere in it is not disturbed.
 */
export function editsTo(text: string, tree: Node, document: JsonObject): readonly TextEdit[] {
  return differences(text, tree, document).map((edit) => narrowed(text, edit));
}

function differences(text: string, node: Node, value: unknown): readonly TextEdit[] {
  const now: unknown = getNodeValue(node);
  if (sameJson(now, value)) return sameOrder(now, value) ? [] : [rewritten(text, node, value)];
  const { children = [] } = node;
  if (node.type === 'object' && isJsonObject(value)) {
    const names = children.map((child) => String(child.children?.[0]?.value));
    if (names.join('\0') === Object.keys(value).join('\0'))
      return children.flatMap((child, index) => inner(text, child.children?.[1], value[names[index] ?? '']));
  }
  if (node.type === 'array' && Array.isArray(value) && value.length === children.length) {
    const items: readonly unknown[] = value;
    return children.flatMap((child, index) => inner(text, child, items[index]));
  }
  return [rewritten(text, node, value)];
}

function inner(text: string, node: Node | undefined, value: unknown): readonly TextEdit[] {
  return node === undefined ? [] : differences(text, node, value);
}

/** Whether properties stand in one order, too: it says nothing, but it is what the page was written in. */
function sameOrder(now: unknown, value: unknown): boolean {
  if (!isJsonObject(now) || !isJsonObject(value)) return true;
  return Object.keys(now).join('\0') === Object.keys(value).join('\0');
}

function rewritten(text: string, node: Node, value: unknown): TextEdit {
  const line = text.slice(text.lastIndexOf('\n', node.offset - 1) + 1, node.offset);
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  return { from: node.offset, to: node.offset + node.length, insert: jsonText(value, indent) };
}

/** Without what stands the same at both ends. */
function narrowed(text: string, { from, to, insert }: TextEdit): TextEdit {
  const most = Math.min(to - from, insert.length);
  let head = 0;
  while (head < most && text[from + head] === insert[head]) head += 1;
  let tail = 0;
  while (tail < most - head && text[to - 1 - tail] === insert[insert.length - 1 - tail]) tail += 1;
  return { from: from + head, to: to - tail, insert: insert.slice(head, insert.length - tail) };
}
