import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A text, or an error with its text, that nothing in the product can show. */
export type UnreachableText = { readonly file: string; readonly key: string };

/** Files of texts, key by key, and the folders whose code shows them. */
const textFiles = [
  'src/locales/zh-CN.json',
  'engine/react/texts/texts.zh-CN.json',
  ...['check', 'design', 'expression', 'model'].map((part) => `engine/model/texts/words/${part}.zh-CN.json`),
];
const folders = ['engine', 'server', 'src', 'widgets'];
/** What only tests and stories say is not said by the product. */
const isProduct = (file: string) =>
  /\.(ts|tsx)$/.test(file) &&
  !/\.(test|testing|stories|d)\.tsx?$/.test(file) &&
  !/(^|\/)(fixtures|testing)\//.test(file);
/** Where errors are written down; naming one there is not raising it. */
const isCatalogue = (file: string) => /(^|[/-])errors\.ts$/.test(file);
const errorCode = /^E_[A-Z0-9_]+$/;

/** What the code of a product says: literals, and templates as patterns. */
type Said = { readonly literals: ReadonlySet<string>; readonly patterns: readonly RegExp[] };

/**
 * Texts of the text files and errors of the catalogues that no code names: not by a literal, not by a template that makes
 * the key, not by the part of the key before its last dot, and not within another text (`$t(…)`). The code is read, never
 * run; `root` is the folder of the project.
 */
export function unreachableTexts(root: string): readonly UnreachableText[] {
  const sources = folders.flatMap((folder) => filesBelow(root, folder)).filter(isProduct);
  const literals = new Set<string>();
  const patterns = new Map<string, RegExp>();
  const codes: UnreachableText[] = [];
  for (const file of sources) {
    const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest);
    collect(source, literals, patterns);
    if (isCatalogue(file)) codes.push(...codesIn(source).map((key) => ({ file, key })));
  }
  const said: Said = { literals, patterns: [...patterns.values()] };
  const texts = textFiles.flatMap((file) => {
    const entries = entriesOf(path.join(root, file));
    const within = new Set(
      [...entries.values()].flatMap((text) => [...text.matchAll(/\$t\(([^)]+)\)/g)].map(([, key]) => key)),
    );
    return [...entries.keys()].filter((key) => !within.has(key)).map((key) => ({ file, key }));
  });
  return [...texts, ...codes].filter(({ key }) => !isSaid(key, said));
}

function isSaid(key: string, { literals, patterns }: Said): boolean {
  if (literals.has(key) || patterns.some((pattern) => pattern.test(key))) return true;
  // A single word says too much else to be the name of a group of texts.
  const group = key.slice(0, Math.max(0, key.lastIndexOf('.')));
  return group.includes('.') && literals.has(group);
}

function collect(node: ts.Node, literals: Set<string>, patterns: Map<string, RegExp>): void {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) literals.add(node.text);
  else if (ts.isTemplateExpression(node)) {
    const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
    // A template that begins with the name of a group of texts makes keys of it; any other could make everything.
    if (/^[a-z][\w-]*\./i.test(node.head.text)) {
      const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+');
      patterns.set(pattern, new RegExp(`^${pattern}$`));
    }
  }
  ts.forEachChild(node, (child) => collect(child, literals, patterns));
}

/** Codes an error catalogue declares: the properties of its objects. */
function codesIn(source: ts.SourceFile): readonly string[] {
  const codes: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && errorCode.test(node.name.text))
      if (ts.isObjectLiteralExpression(node.initializer)) codes.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return codes;
}

function entriesOf(file: string): ReadonlyMap<string, string> {
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(Object.entries(Object(json)).map(([key, text]) => [key, String(text)]));
}

function filesBelow(root: string, folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}
