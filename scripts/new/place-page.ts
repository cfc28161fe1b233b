import type { DocumentSet, MenuNode, PageDocument } from '../../engine/model/documents/index.ts';
import type { DocumentFile } from '../../engine/model/load/index.ts';
import { appendToJson } from '../lib/append-json.ts';
import { WordError } from './field-words.ts';
import type { NewDocument } from './write-documents.ts';

export type Placement = {
  /** Key of the menu group the page goes into. */
  readonly group?: string;
  /** Title of the group, where it is a new one. */
  readonly groupTitle?: string;
  readonly hidden: boolean;
  /** Codes of the roles that get the page and the permissions its buttons ask for. */
  readonly roles: readonly string[];
};

/** The documents that change with a page, and what to tell of those that need no change. */
export type PlacedPage = { readonly documents: readonly NewDocument[]; readonly notes: readonly string[] };

/** The menu and role documents with the page in them; throws a `WordError` for a group or role that is not there. */
export function placePage(
  page: PageDocument,
  documents: DocumentSet,
  files: readonly DocumentFile[],
  placement: Placement,
): PlacedPage {
  const { group, groupTitle, hidden } = placement;
  if (group === undefined && groupTitle !== undefined) throw new WordError('--group-title 与 --menu 一起写');
  const leaf: MenuNode = { key: page.name, ...(hidden ? { hidden: true, keepAlive: false } : {}) };
  const menu = group === undefined ? [] : [withLeaf(page, leaf, { group, groupTitle }, documents, files)];
  const [whole, listed] = [new Set<string>(), new Set<string>()];
  for (const code of placement.roles) (holdsAll(code, documents) ? whole : listed).add(code);
  return {
    documents: [...menu, ...[...listed].flatMap((code) => withPage(page, code, documents, files))],
    notes: [...whole].map((code) => `角色 ${code} 已有全部页面与权限，不用改`),
  };
}

type WantedGroup = { readonly group: string; readonly groupTitle: string | undefined };

function withLeaf(
  page: PageDocument,
  leaf: MenuNode,
  { group, groupTitle }: WantedGroup,
  documents: DocumentSet,
  files: readonly DocumentFile[],
): NewDocument {
  const file = files.find(({ file: name }) => name === 'menu.json');
  const menu = file === undefined ? { children: [] } : readObject<{ children?: readonly MenuNode[] }>(file);
  const groups = groupsOf(menu.children ?? [], ['children']);
  const found = groups.find(({ node }) => node.key === group);
  if (found !== undefined && file !== undefined) {
    if (groupTitle !== undefined && groupTitle !== found.node.title)
      throw new WordError(
        `菜单分组 ${group} 已经有了，标题是“${found.node.title}”；去掉 --group-title，或另起一个分组`,
      );
    return { file: file.file, changed: appendToJson(file.text, [...found.at, 'children'], [leaf]) };
  }
  if (groupTitle === undefined)
    throw new WordError(
      `菜单里没有分组 ${group}，现有：${groups.map(({ node }) => node.key).join('、') || '无'}。新分组写明标题，例如 --group-title 图书管理`,
    );
  const added = { key: group, title: groupTitle, path: `/${page.path.split('/')[1] ?? page.name}`, children: [leaf] };
  if (file !== undefined) return { file: file.file, changed: appendToJson(file.text, ['children'], [added]) };
  const { $schema: _, ...fresh } = documents.menu;
  return { file: 'menu.json', grammar: 'menu', json: { ...fresh, children: [added] } };
}

type PlacedNode = { readonly node: MenuNode; readonly at: readonly (string | number)[] };

/** Every group of a menu with its place in the document. */
function groupsOf(nodes: readonly MenuNode[], at: readonly (string | number)[]): readonly PlacedNode[] {
  return nodes.flatMap((node, index) => {
    const here = [...at, index];
    return node.children === undefined ? [] : [{ node, at: here }, ...groupsOf(node.children, [...here, 'children'])];
  });
}

function holdsAll(code: string, documents: DocumentSet): boolean {
  const role = documents.roles.get(code);
  return role?.menus.includes('*') === true && role.permissions.includes('*');
}

function withPage(
  page: PageDocument,
  code: string,
  documents: DocumentSet,
  files: readonly DocumentFile[],
): readonly NewDocument[] {
  const role = documents.roles.get(code);
  if (role === undefined) throw new WordError(`没有角色 ${code}，现有：${[...documents.roles.keys()].join('、')}`);
  const file = files
    .filter(({ file: name }) => name.startsWith('roles/'))
    .find((candidate) => readObject<{ code?: unknown }>(candidate).code === code);
  if (file === undefined) throw new WordError(`角色 ${code} 由平台自带，不在 roles/ 中，不能添加页面`);
  const menus = role.menus.includes('*') ? [] : missing(role.menus, [page.name]);
  const permissions = role.permissions.includes('*') ? [] : missing(role.permissions, permissionsOf(page));
  if (menus.length + permissions.length === 0) return [];
  const text = appendToJson(file.text, ['menus'], menus);
  return [{ file: file.file, changed: appendToJson(text, ['permissions'], permissions) }];
}

function permissionsOf(page: PageDocument): readonly string[] {
  const asked = [...JSON.stringify(page).matchAll(/"permission":"([^"]+)"/g)].flatMap((match) => match[1] ?? []);
  return 'entity' in page ? [`${page.entity}:query`, `${page.entity}:get`, ...asked] : asked;
}

function missing(held: readonly string[], wanted: readonly string[]): readonly string[] {
  return [...new Set(wanted)].filter((item) => !held.includes(item));
}

function readObject<Shape extends object>({ file, text }: DocumentFile): Shape {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WordError(`${file}：应为 JSON，${error instanceof Error ? error.message : String(error)}`);
  }
}
