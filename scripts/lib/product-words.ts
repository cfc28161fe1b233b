import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { readDocumentFiles } from './document-files.ts';

/** A word of a product found in the engine as a literal. */
export type LiteralFault = { readonly file: string; readonly line: number; readonly word: string };

/**
 * Ordinary words that are no product's, though a product may use them too. The words of the grammar come on top. A new
 * one belongs here only when the engine means something of its own by it.
 */
export const generalWords: ReadonlySet<string> = new Set([
  // Fields every record has, and what every user has in expressions.
  ...['id', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'deletedAt', '版本', 'departmentId', 'projectIds'],
  // Parts of the language that are no properties of a document.
  ...['keyword', 'platform', 'invalid', '对象', '状态', '来源', '名称', '字段', '颜色', '标题', '说明', '资料'],
  // A period that has passed, several departments of one user, and who made a record.
  ...['overdue', 'departmentIds', '创建人'],
  // The people who sign in, of every product: for one of them a queue keeps a row.
  'staff',
  // A piece of background work, and what came of it.
  ...['job', 'jobId', 'batchId', 'result', 'finished', 'failed', 'error'],
  // What somebody asks of a dataset by himself: as a card, and at its address.
  'analysis',
  // How far something may go, and whom or what an explanation is about.
  ...['limit', 'subject'],
  // Words of the browser, of HTML and of the chart library.
  ...['tag', 'body', 'category', 'copy', 'function', '图片', '录音', '视频'],
]);

/** What the tables' access means by words that a product uses too: lately, tries of a delivery, a pool of connections, a row that is held, a call that was answered. */
export const databaseWords: ReadonlySet<string> = new Set(['recent', 'attempts', 'pool', 'locked', 'answered']);

/** Entities of the platform in which the engine keeps work, files, logs and views of its own: their words are its own. */
const engineEntities: ReadonlySet<unknown> = new Set([
  ...['background_job', 'bulk_row', 'import_batch', 'import_row', 'file_object'],
  ...[
    'operation_log',
    'reveal_log',
    'outbox_message',
    'saved_view',
    'saved_analysis',
    'list_preference',
    'home_shortcut',
    'print_record',
    'play_record',
    'page_layer',
    'page_made',
    'page_release',
    'custom_field',
    'custom_dictionary',
  ],
  ...['audit_seal', 'audit_verification'],
]);

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const itemsOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

/** Entity names, field keys and titles of the products in these folders. */
export function productWords(folders: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  const keep = (word: unknown) => {
    if (typeof word === 'string') words.add(word);
  };
  for (const { file, text } of folders.flatMap((folder) => readDocumentFiles(folder))) {
    const json: unknown = JSON.parse(text);
    if (!isJson(json) || engineEntities.has(json.name)) continue;
    keep(json.title);
    if (!file.startsWith('entities/')) continue;
    keep(json.name);
    for (const field of itemsOf(json.fields)) {
      keep(field.key);
      keep(field.title);
    }
  }
  return words;
}

/** Every word the grammar of the documents declares: names of properties and values it enumerates. */
export function grammarWords(folder: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { file, text } of readDocumentFiles(folder)) {
    words.add(file.replace('.schema.json', ''));
    for (const word of declaredWords(JSON.parse(text))) words.add(word);
  }
  return words;
}

function declaredWords(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(declaredWords);
  if (!isJson(node)) return [];
  const names = Object.keys(isJson(node.properties) ? node.properties : {});
  const values = [node.const, ...(Array.isArray(node.enum) ? node.enum : [])].filter(
    (value) => typeof value === 'string',
  );
  return [...names, ...values, ...Object.values(node).flatMap(declaredWords)];
}

/** A literal and, where it is a path, a permission key or an expression, the names in it; keys of texts are none. */
function wordsOf(literal: string): readonly string[] {
  const text = literal.trim();
  const isTextKey = /^(engine|check|design|expression|model)\./.test(text);
  const isComposed = /^[\w./:@]+$/.test(text) || /[=!<>]=/.test(text);
  return isComposed && !isTextKey ? [text, ...text.split(/\W+/)] : [text];
}

/** Literals of a source text that are such a word. Import paths are no literals of ours. */
export function literalFaults(file: string, text: string, words: ReadonlySet<string>): readonly LiteralFault[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const faults: LiteralFault[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) {
      const word = wordsOf(node.text).find((candidate) => words.has(candidate));
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      if (word !== undefined) faults.push({ file, line: line + 1, word });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

// Tests, stories and the sample library they share speak of a product of their own.
const own = /(?:^fixtures\/|^model\/generated\/|[.](?:test|stories|testing)[.]tsx?$)/;

/** Words of the products that stand in the engine as literals. */
export function engineLiterals(root: string, products: readonly string[]): readonly LiteralFault[] {
  const known = new Set([...generalWords, ...grammarWords(path.join(root, 'engine/meta'))]);
  return literalsIn('engine', root, without(wordsOfProducts(products, root), known));
}

/** Words of the products that stand as literals where the server's tables are read; what every product has may stand there. */
export function databaseLiterals(root: string, products: readonly string[]): readonly LiteralFault[] {
  const grammar = grammarWords(path.join(root, 'engine/meta'));
  const known = new Set([
    ...generalWords,
    ...databaseWords,
    ...grammar,
    ...wordsOfProducts(['server/platform/schemas'], root),
  ]);
  return literalsIn('server/db', root, without(wordsOfProducts(products, root), known));
}

function wordsOfProducts(folders: readonly string[], root: string): ReadonlySet<string> {
  return productWords(folders.map((folder) => path.join(root, folder)));
}

function without(words: ReadonlySet<string>, known: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...words].filter((word) => !known.has(word)));
}

function literalsIn(folder: string, root: string, words: ReadonlySet<string>): readonly LiteralFault[] {
  const top = path.join(root, folder);
  const files = ts.sys.readDirectory(top, ['.ts', '.tsx']).map((file) => path.relative(top, file));
  return files
    .filter((file) => !own.test(file.replaceAll('\\', '/')))
    .sort()
    .flatMap((file) => literalFaults(`${folder}/${file}`, readFileSync(path.join(top, file), 'utf8'), words));
}
