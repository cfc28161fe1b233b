import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Parts of the product whose words belong into text files; what lies within another of them is counted there. */
export const watched = [
  'engine/client',
  'engine/designer',
  'engine/model',
  'engine/react',
  'server',
  'server/account',
  'server/audit',
  'server/config',
  'server/db',
  'server/design',
  'server/domain',
  'server/fields',
  'server/http',
  'server/jobs',
  'server/kernel',
  'server/logs',
  'server/operations',
  'server/permissions',
  'server/records',
  'server/telephony',
  'src',
  'widgets',
] as const;

/** Where Chinese is no text of the product but what it works with, the same for readers of any language: each with the reason. */
export const chineseData: Readonly<Record<string, string>> = {
  'engine/model/expression/capitals.ts':
    'amounts in Chinese capitals, which a contract asks for; SQL writes them the same',
  'engine/model/expression/moment-text.ts':
    'what an expression answers is the same to everybody, in SQL too, and is stored',
  'server/db/expression/expression-sql-parts.ts': 'the same in SQL',
  'server/fields/bool.ts': 'how tables say yes and no, read whatever language is spoken',
  'server/fields/color.ts': 'what people write above such a column of a table',
  'server/fields/email.ts': 'what people write above such a column of a table',
  'server/fields/idcard.ts': 'what people write above such a column of a table',
  'server/fields/mobile.ts': 'what people write above such a column of a table',
  'server/files/table/read-xlsx.ts': 'how a table says yes and no, read like one that says it in words',
};

/** Whether a file is code of the product: no test, no story, nothing that is generated, no catalogue of errors, no demo, and no data. */
const isProduct = (file: string) =>
  !/^server\/(demo|faults)\//.test(file) &&
  /\.tsx?$/.test(file) &&
  !/\.(test|testing|stories|d)\.tsx?$/.test(file) &&
  !/(^|\/)(fixtures|testing|generated)\//.test(file) &&
  !/(^|[/-])errors\.ts$/.test(file) &&
  !Object.hasOwn(chineseData, file);

const han = /[\u4e00-\u9fff]/u;

/** How many pieces of Chinese stand in the code of each part: literals, parts of templates, and words in markup. */
export function chineseLiterals(root: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    watched.map((folder) => [
      folder,
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => path.join(folder, name).split(path.sep).join('/'))
        .filter((file) => isProduct(file) && !watched.some((other) => isWithin(other, folder) && isWithin(file, other)))
        .reduce((sum, file) => sum + countIn(readFileSync(path.join(root, file), 'utf8'), file), 0),
    ]),
  );
}

/** Whether a path lies within a folder, and is not the folder itself. */
function isWithin(name: string, folder: string): boolean {
  return name.startsWith(`${folder}/`);
}

/** How many pieces of Chinese a file says. */
export function countIn(code: string, file = 'x.tsx'): number {
  if (!han.test(code)) return 0;
  let count = 0;
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
    if (isText && han.test(node.text)) count += 1;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest));
  return count;
}

/** Where there is more Chinese in the code than there was, and where there is less. */
export function comparedWith(
  limits: Readonly<Record<string, number>>,
  found: Readonly<Record<string, number>>,
): { readonly more: readonly string[]; readonly less: readonly string[] } {
  const told = (folder: string) => `${folder}: ${found[folder] ?? 0}, ${limits[folder] ?? 0}`;
  const folders = Object.keys(found);
  return {
    more: folders.filter((folder) => (found[folder] ?? 0) > (limits[folder] ?? 0)).map(told),
    less: folders.filter((folder) => (found[folder] ?? 0) < (limits[folder] ?? 0)).map(told),
  };
}
