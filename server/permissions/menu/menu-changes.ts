import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { isInCycle, parentsInForce, shippedNodes } from '../../access/menu-in-force.ts';
import type { MenuChange } from '../../db/menu-store.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { logChange } from '../../records/log/operation-log.ts';

/** What may be changed of a node of the menu; null takes the change back. */
export const changeable = {
  parentName: 'string',
  title: 'string',
  icon: 'string',
  hidden: 'boolean',
  keepAlive: 'boolean',
  sortNo: 'number',
  enabled: 'boolean',
} as const;
export type MenuKey = keyof typeof changeable;

/** A node of the menu as somebody wants it; what he does not name stays. */
export type WantedNode = {
  readonly name: string;
  readonly values: Partial<Record<MenuKey, string | boolean | number | null>>;
};

/** Keeps what is changed of a node over what was changed of it before. */
export async function keepNode({ name, values }: WantedNode, context: RuleContext): Promise<void> {
  const { records, documents } = context;
  const entity = modelOf(documents, 'menu');
  const stored = await records.findOne('menu', { name });
  const before = Object.fromEntries(Object.keys(values).map((key) => [key, stored?.[key] ?? null]));
  const id = stored === undefined ? await records.insert('menu', { name, ...values }) : stored.id;
  if (stored !== undefined) await records.update('menu', id, values);
  const title = `调整${menuTitle(name, documents)}`;
  await logChange({ entity, id, action: 'arrange', title, before, after: values }, context);
}

/** Why a node cannot lie where it is wanted, and the node that it is about. */
export type Misplaced = { readonly why: 'parent' | 'cycle' | 'ownPage'; readonly name: string };

/** Where a node lies by these changes: below a group, not below itself; and the page in use, with what it lies below, stays open. */
export function misplacedBy(
  { name, values }: WantedNode,
  changes: readonly Pick<MenuChange, 'name' | 'parentName' | 'enabled'>[],
  { documents, page }: Pick<CallContext, 'documents' | 'page'>,
): Misplaced | undefined {
  const parent = values.parentName ?? undefined;
  const parents = parentsInForce(documents.menu, changes);
  if (parent !== undefined && parents.get(name) !== parent) return { why: 'parent', name: String(parent) };
  if (isInCycle(name, parents)) return { why: 'cycle', name };
  const disabled = new Set(changes.flatMap((one) => (one.enabled === false ? [one.name] : [])));
  return page !== undefined && withAncestors(page.name, parents).some((at) => disabled.has(at))
    ? { why: 'ownPage', name: page.name }
    : undefined;
}

/** A node and what it lies below, each once: of others that are wanted with it some may lie in a cycle. */
function withAncestors(name: string, parents: ReadonlyMap<string, string>): readonly string[] {
  const found = new Set<string>();
  for (let at: string | undefined = name; at !== undefined && !found.has(at); at = parents.get(at)) found.add(at);
  return [...found];
}

/** What a node of the menu is called in the documents. */
export function menuTitle(name: string, { menu, pages }: Pick<DocumentSet, 'menu' | 'pages'>): string {
  if (name === menu.name) return menu.title ?? name;
  return shippedNodes(menu).get(name)?.node.title ?? pages.get(name)?.title ?? name;
}
