import {
  type DeclaredOperation,
  declaredOperations,
  isGranted,
  permissionsOf,
} from '../../../engine/model/access/index.ts';
import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { DocumentSet, PageDocument } from '../../../engine/model/documents/index.ts';
import { shippedNodes } from '../../access/menu-in-force.ts';
import type { RoleContent } from '../../access/role-content.ts';
import { grantablePages } from '../menu/menu-catalogue.ts';

type Following = {
  /** Hidden pages by the page that opens them. */
  readonly opened: ReadonlyMap<string, readonly string[]>;
  /** Every hidden page that some page opens. */
  readonly all: ReadonlySet<string>;
  readonly operations: ReadonlyMap<string, DeclaredOperation>;
};

/**
 * Which pages follow from which: a page the menu does not show is reached from others only (a panorama, a detail, a
 * list such as a log), and is granted with any of those that open it.
 */
const followingOf = memoizeByIdentity((documents: DocumentSet): Following => {
  const nodes = shippedNodes(documents.menu);
  const isFollower = (name: string) => documents.pages.has(name) && nodes.get(name)?.node.hidden === true;
  const opened = new Map(
    [...documents.pages.values()].map((page) => [
      page.name,
      [...namedPages(page)].filter((name) => name !== page.name && isFollower(name)),
    ]),
  );
  const operations = new Map(declaredOperations(documents).map((operation) => [operation.path, operation]));
  return { opened, all: new Set([...opened.values()].flat()), operations };
});

/** Names of pages that links, tabs, numbers and steps of a page lead to. */
function namedPages(page: PageDocument): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const item of part) visit(item);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return;
    for (const [key, value] of Object.entries(part)) {
      if ((key === 'link' || key === 'page') && typeof value === 'string') names.add(value);
      visit(value);
    }
  };
  visit(page);
  return names;
}

/**
 * The pages a role opens that is given some: with them those that follow and show it something, without those nothing
 * opens any more.
 */
export function withFollowing(
  { menus, permissions }: Pick<RoleContent, 'menus' | 'permissions'>,
  documents: DocumentSet,
): readonly string[] {
  if (menus.includes('*')) return menus;
  const held = new Set(permissions);
  const { opened, all } = followingOf(documents);
  const whole = new Set(menus.filter((name) => !all.has(name)));
  // What is added while going through it is gone through, too.
  for (const name of whole)
    for (const next of opened.get(name) ?? []) if (showsSomething(next, held, documents)) whole.add(next);
  const kept = menus.filter((name) => whole.has(name));
  return [...kept, ...[...whole].filter((name) => !kept.includes(name))];
}

/** Whether a page has anything for those who hold these keys: what it reads first must be theirs to read. */
function showsSomething(name: string, held: ReadonlySet<string>, documents: DocumentSet): boolean {
  const page = documents.pages.get(name);
  if (page?.kind !== 'list' && page?.kind !== 'panorama' && page?.kind !== 'detail') return true;
  const operation = followingOf(documents).operations.get(page.kind === 'list' ? page.api.query : page.api.view);
  return operation === undefined || permissionsOf(operation).some((key) => isGranted(held, key));
}

/**
 * The keys a role keeps. One that pages have use for is given with a page of the role that does, and goes with the last
 * of them; what no page has use for is given by itself.
 */
export function keysOnPages(before: RoleContent, after: RoleContent, documents: DocumentSet): readonly string[] {
  if (after.menus.includes('*')) return after.permissions;
  const pages = grantablePages(documents);
  const used = (isOpen: (name: string) => boolean) =>
    new Set(pages.filter(({ name }) => isOpen(name)).flatMap(({ buttons }) => buttons.map((one) => one.permission)));
  const opens = (menus: readonly string[]) => (name: string) => menus.includes('*') || menus.includes(name);
  const anywhere = used(() => true);
  const still = used(opens(after.menus));
  const lost = used((name) => opens(before.menus)(name) && !opens(after.menus)(name));
  const had = new Set(before.permissions);
  return after.permissions.filter((key) => {
    if (key.endsWith('*') || still.has(key) || !anywhere.has(key)) return true;
    return isGranted(had, key) && !lost.has(key);
  });
}
