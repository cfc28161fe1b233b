import type { DocumentFile, DocumentSet, MenuNode, PageDocument } from '../../engine/model/index.ts';
import { WordError } from './field-words.ts';
import type { NewDocument } from './write-documents.ts';

export type Placement = {
  /** Key of the menu group the page goes into; a new one is made with this key when there is none. */
  readonly group?: string;
  readonly hidden: boolean;
  /** Codes of the roles that get the page and the permissions its buttons ask for. */
  readonly roles: readonly string[];
};

/** The menu and role documents with the page in them. */
export function placePage(
  page: PageDocument,
  documents: DocumentSet,
  files: readonly DocumentFile[],
  placement: Placement,
): readonly NewDocument[] {
  return [
    ...(placement.group === undefined ? [] : [withLeaf(page, placement.group, placement.hidden, documents)]),
    ...placement.roles.map((code) => withPage(page, code, documents, files)),
  ];
}

function withLeaf(page: PageDocument, group: string, hidden: boolean, documents: DocumentSet): NewDocument {
  const leaf: MenuNode = { key: page.name, ...(hidden ? { hidden: true, keepAlive: false } : {}) };
  let isPlaced = false;
  const place = (nodes: readonly MenuNode[]): MenuNode[] =>
    nodes.map((node) => {
      if (node.children === undefined) return node;
      if (node.key !== group) return { ...node, children: place(node.children) };
      isPlaced = true;
      return { ...node, children: [...node.children, leaf] };
    });
  const { $schema: _, ...menu } = documents.menu;
  const children = place(menu.children);
  const segment = page.path.split('/')[1] ?? page.name;
  if (!isPlaced) children.push({ key: group, title: page.title, path: `/${segment}`, children: [leaf] });
  return { file: 'menu.json', grammar: 'menu', json: { ...menu, children } };
}

function withPage(
  page: PageDocument,
  code: string,
  documents: DocumentSet,
  files: readonly DocumentFile[],
): NewDocument {
  const role = documents.roles.get(code);
  const file = files.find(({ file: name, text }) => name.startsWith('roles/') && text.includes(`"code": "${code}"`));
  if (role === undefined || file === undefined)
    throw new WordError(`没有角色 ${code}，现有：${[...documents.roles.keys()].join('、')}`);
  const { $schema: _, ...kept } = role;
  const asked = [...JSON.stringify(page).matchAll(/"permission":"([^"]+)"/g)].flatMap((match) => match[1] ?? []);
  const entity = 'entity' in page ? [`${page.entity}:query`, `${page.entity}:get`] : [];
  const add = <Text>(list: readonly Text[], more: readonly Text[]) => [...new Set([...list, ...more])];
  return {
    file: file.file,
    grammar: 'role',
    json: {
      ...kept,
      menus: kept.menus.includes('*') ? kept.menus : add(kept.menus, [page.name]),
      permissions: kept.permissions.includes('*') ? kept.permissions : add(kept.permissions, [...entity, ...asked]),
    },
  };
}
