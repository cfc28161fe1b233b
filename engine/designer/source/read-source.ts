import { type Node, type ParseError, type ParseErrorCode, parseTree } from 'jsonc-parser';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';

/** Why a text is no document: where, for people and for the editor. */
export type ParseFault = {
  /** In characters from the beginning, and how many they are. */
  readonly offset: number;
  readonly length: number;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
};

/** A text read as a document; of one that is none, as much as could be made out. */
export type ReadSource =
  | { readonly document: JsonObject; readonly tree: Node; readonly fault?: undefined }
  | { readonly document?: undefined; readonly tree: Node | undefined; readonly fault: ParseFault };

const strictly = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** Words of the parser's codes. */
const words: Readonly<Partial<Record<ParseErrorCode, string>>> = {
  1: '这里不能有这个符号',
  2: '数字写得不对',
  3: '这里应为属性名，写在双引号中',
  4: '这里应为一个值',
  5: '属性名之后应为冒号',
  6: '前面缺少逗号',
  7: '缺少右花括号 }',
  8: '缺少右方括号 ]',
  9: '文档已经结束，之后不能再有内容',
  10: 'JSON 不能写注释',
  11: '注释没有结束，JSON 也不能写注释',
  12: '文本没有结束：缺少双引号',
  13: '数字没有写完',
  14: '\\u 之后应为四位十六进制数',
  15: '反斜杠之后的字符不对',
  16: '文本中不能直接换行或写控制字符',
};

/** Reads a text as a document, and says where it is none: what stands twice in one object counts as a fault. */
export function readSource(text: string): ReadSource {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, strictly);
  const [error] = errors;
  if (error !== undefined || tree === undefined) {
    const { offset, length } = error ?? { offset: 0, length: 0 };
    const told = error === undefined ? undefined : words[error.error];
    return { tree, fault: faultAt(text, offset, length, told ?? '不是有效的 JSON') };
  }
  const twice = repeatedProperty(tree);
  if (twice !== undefined)
    return {
      tree,
      fault: faultAt(text, twice.offset, twice.length, `同一对象中的属性“${String(twice.value)}”写了两次`),
    };
  const document: unknown = JSON.parse(text);
  return isJsonObject(document)
    ? { tree, document }
    : { tree, fault: faultAt(text, tree.offset, 1, '页面文档应为一个对象，写在花括号 { } 中') };
}

function faultAt(text: string, offset: number, length: number, message: string): ParseFault {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { offset, length, line, column: offset - before.lastIndexOf('\n'), message };
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
