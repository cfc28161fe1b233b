import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A phrase on screen that has a better one; `docs/wording.md` says why. */
export type BannedWord = {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly word: string;
  readonly instead: string;
};

type Rule = { readonly word: RegExp; readonly instead: string };

const rules: readonly Rule[] = [
  { word: /精确计数/, instead: '查看总数' },
  { word: /怎样认出/, instead: '查重字段' },
  { word: /试运行/, instead: '预检' },
  { word: /算作失败/, instead: '按失败处理' },
  { word: /缺省按/, instead: '默认同' },
  { word: /怎样显示/, instead: '展示规则' },
  { word: /场景设置|我的场景/, instead: '我的视图' },
  { word: /拷贝/, instead: '复制' },
  { word: /已把.*(改好|改成)/, instead: '已更新…' },
  { word: /请填写(部门|角色(?!名称|编码)|项目|渠道|日期|时间|接收人)/, instead: '请选择…' },
  { word: /(日期|时间)不[小大]于/, instead: '不早于、不晚于' },
  { word: /[a-z]+AgentId(?=["'”」，。）)]|$)/, instead: '坐席号' },
];

/** What people read in a document: these properties, in Chinese; keys and expressions are not on screen. */
const shown = new Set([
  'title',
  'groupTitle',
  'help',
  'placeholder',
  'message',
  'guardMessage',
  'confirm',
  'success',
  'empty',
  'disabledReason',
  'note',
]);

/** Banned phrases in what a file puts on screen: texts of JSON documents and text files, Chinese literals of code. */
export function bannedWords(file: string, text: string): readonly BannedWord[] {
  return textsOf(file, text).flatMap(({ line, words }) => {
    const rule = rules.find(({ word }) => word.test(words));
    return rule === undefined ? [] : [{ file, line, word: rule.word.exec(words)?.[0] ?? words, instead: rule.instead }];
  });
}

/** The same of many files below a folder. */
export function bannedWordsIn(root: string, files: readonly string[]): readonly BannedWord[] {
  return files.flatMap((file) => bannedWords(file, readFileSync(path.join(root, file), 'utf8')));
}

type Shown = { readonly line: number; readonly words: string };

function textsOf(file: string, text: string): readonly Shown[] {
  const isJson = file.endsWith('.json');
  const source = isJson ? ts.parseJsonText(file, text) : sourceOf(file, text);
  const isShown = isJson ? shownInDocument(/(^|\/)(texts\.|locales\/)/.test(file)) : isChinese;
  const found: Shown[] = [];
  const visit = (node: ts.Node): void => {
    const words = wordsOf(node, isShown);
    const { line } = source.getLineAndCharacterOfPosition(node.end);
    if (words !== undefined) found.push({ line: line + 1, words });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function sourceOf(file: string, text: string): ts.SourceFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
}

type IsShown = (words: string, property: string | undefined) => boolean;

const isChinese: IsShown = (words) => /\p{Script=Han}/u.test(words);

function shownInDocument(isTexts: boolean): IsShown {
  return (words, property) => property !== undefined && (isTexts || shown.has(property)) && isChinese(words, property);
}

/** What a node puts on screen: a property of a document, or a literal or the words between tags of code. */
function wordsOf(node: ts.Node, isShown: IsShown): string | undefined {
  if (ts.isPropertyAssignment(node)) {
    const { name, initializer } = node;
    if (!ts.isStringLiteral(initializer) || !ts.isStringLiteral(name)) return undefined;
    return isShown(initializer.text, name.text) ? initializer.text : undefined;
  }
  if (!ts.isStringLiteral(node) && !ts.isJsxText(node) && !ts.isNoSubstitutionTemplateLiteral(node)) return undefined;
  return isShown(node.text, undefined) ? node.text : undefined;
}
