import { declaredOperations, permissionsOf, secondPermissions } from '../../../engine/model/access/index.ts';
import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import {
  type DocumentSet,
  type EntityDocument,
  entityOfPage,
  fieldMask,
  maskPolicies,
  maskPolicyOf,
  type PageDocument,
} from '../../../engine/model/documents/index.ts';
import { pageDependencies } from '../../../engine/model/view/index.ts';
import { type MenuEntry, menuInForce } from '../../access/menu-in-force.ts';
import { readMenuChanges } from '../../db/menu-store.ts';
import type { Db } from '../../kernel/database/db.ts';

/** A permission key a page has use for, as its buttons call it. */
type CataloguedButton = {
  readonly permission: string;
  readonly title: string;
  /** Whether a button of the page asks for it, rather than what the page reads by itself. */
  readonly isButton: boolean;
};

/** A masking policy that may be told of a role, and the kind of mask whose policy holds where it is not. */
type CataloguedMask = { readonly policy: string; readonly kind: string; readonly title: string };

/** What may be granted, worked out once of a set of documents. */
type Grantable = {
  readonly pages: readonly {
    readonly name: string;
    readonly title: string;
    readonly path: string;
    readonly entity: string | null;
    readonly buttons: readonly CataloguedButton[];
  }[];
  readonly entities: readonly {
    readonly name: string;
    readonly title: string;
    readonly isScoped: boolean;
    /** Its fields under a mask, with the policy each goes by. */
    readonly masked: readonly { readonly title: string; readonly policy: string }[];
    readonly permissions: readonly { readonly permission: string; readonly title: string }[];
  }[];
  readonly masks: readonly CataloguedMask[];
};

/** The menu in force, every page with the keys it has use for, and the entities with theirs: what roles are made of. */
export async function menuCatalogue(documents: DocumentSet, db: Db) {
  const { menu } = documents;
  const tree = menuInForce(menu, await readMenuChanges(db)).map((entry) => nodeOf(entry, documents));
  return { root: { name: menu.name, title: menu.title ?? menu.name }, tree, ...grantable(documents) };
}

/** Every page with the keys it has use for. */
export function grantablePages(documents: DocumentSet): Grantable['pages'] {
  return grantable(documents).pages;
}

const grantable = memoizeByIdentity(grantableOf);

type CataloguedNode = {
  readonly name: string;
  readonly title: string;
  readonly icon: string | null;
  readonly hidden: boolean;
  readonly keepAlive: boolean;
  readonly enabled: boolean;
  readonly sortNo: number;
  readonly isGroup: boolean;
  /** Whether it is otherwise than the document has it. */
  readonly isChanged: boolean;
  readonly children: readonly CataloguedNode[];
};

function nodeOf({ change, children, ...entry }: MenuEntry, documents: DocumentSet): CataloguedNode {
  const { name, icon, hidden, keepAlive, enabled, sortNo, isGroup } = entry;
  const title = entry.title ?? documents.pages.get(name)?.title ?? name;
  const below = children.map((child) => nodeOf(child, documents));
  const isChanged = change !== undefined;
  return { name, title, icon: icon ?? null, hidden, keepAlive, enabled, sortNo, isGroup, isChanged, children: below };
}

function grantableOf(documents: DocumentSet): Grantable {
  const titles = keyTitles(documents);
  const words = new Map(documents.dictionaries.get('mask_kind')?.values.map(({ key, title }) => [key, title]));
  return {
    pages: [...documents.pages.values()].map((page) => ({
      name: page.name,
      title: page.title,
      path: page.path,
      entity: entityOfPage(page) ?? null,
      buttons: buttonsOf(page, documents, titles),
    })),
    entities: [...documents.entities.values()].map(({ name, title, access, fields, operations }) => ({
      name,
      title,
      isScoped: access !== undefined && operations.includes('query'),
      masked: fields.flatMap((field) => {
        const mask = fieldMask(field);
        return mask === undefined || field.secret === true ? [] : [{ title: field.title, policy: maskPolicyOf(mask) }];
      }),
      permissions: [...titles].flatMap(([permission, words]) =>
        permission.startsWith(`${name}:`) ? [{ permission, title: words }] : [],
      ),
    })),
    masks: maskPolicies(documents).map((mask) => {
      const policy = maskPolicyOf(mask);
      return { policy, kind: mask.mask, title: words.get(policy) ?? policy };
    }),
  };
}

/** What every key is called: 客户 · 查询. */
export const keyTitles = memoizeByIdentity((documents: DocumentSet): ReadonlyMap<string, string> => {
  const titles = new Map<string, string>();
  const add = (key: string, title: string) => {
    if (!titles.has(key)) titles.set(key, title);
  };
  for (const operation of declaredOperations(documents)) {
    const of = operation.kind === 'dataset' ? operation.dataset : operation.entity;
    const title = documents.entities.get(of)?.title;
    for (const key of permissionsOf(operation))
      add(key, title === undefined ? operation.title : `${title} · ${wordOf(key, operation.title)}`);
  }
  for (const document of documents.entities.values())
    for (const [key, title] of ownKeys(document)) add(key, `${document.title} · ${title}`);
  return titles;
});

/** The keys an entity has beside those of its operations, with what each is called. */
function ownKeys(document: EntityDocument): readonly (readonly [key: string, title: string])[] {
  const { access, permissions = [] } = document;
  return [
    ...secondPermissions(document).map(({ permission, title }) => [permission, title] as const),
    ...(access?.scopes ?? []).map(({ permission, title }) => [permission, title] as const),
    ...(access?.others === undefined ? [] : [[access.others, '查看他人的'] as const]),
    ...(access?.reserved ?? []).map(({ permission, title }) => [permission, `查看${title}`] as const),
    ...permissions.map((key) => [key, key.split(':').slice(1).join(':')] as const),
  ];
}

/** Enabling and disabling are one operation with two keys. */
function wordOf(key: string, title: string): string {
  if (title !== '启用、停用') return title;
  return key.endsWith(':disable') ? '停用' : '启用';
}

function buttonsOf(
  page: PageDocument,
  documents: DocumentSet,
  titles: ReadonlyMap<string, string>,
): readonly CataloguedButton[] {
  const own = actionTitles(page);
  const { operations, datasets } = pageDependencies(page, documents);
  const read = declaredOperations(documents)
    .filter(({ path }) => operations.has(path))
    .map(({ permission }) => permission);
  const counted = [...datasets].flatMap((name) => documents.datasets.get(name)?.permission ?? []);
  const keys = new Set([...own.keys(), ...read, ...counted]);
  return [...keys].map((permission) => {
    const title = own.get(permission);
    return { permission, title: title ?? titles.get(permission) ?? permission, isButton: title !== undefined };
  });
}

/** The keys that buttons, tabs and cards of a page ask for, with what is written on them. */
function actionTitles(page: PageDocument): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const item of part) visit(item);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return;
    if ('permission' in part && 'title' in part && typeof part.permission === 'string' && part !== page)
      titles.set(part.permission, titles.get(part.permission) ?? String(part.title));
    for (const item of Object.values(part)) visit(item);
  };
  visit(page);
  return titles;
}
