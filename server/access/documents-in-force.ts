import { KeyedCache, memoizeByIdentity } from '../../engine/model/cache/index.ts';
import type {
  DocumentSet,
  LeftPage,
  MenuDocument,
  MenuNode,
  PageDocument,
} from '../../engine/model/documents/index.ts';
import { isJsonObject } from '../../engine/model/json/index.ts';
import { loadCandidatePage } from '../../engine/model/load/index.ts';
import type { StoredMade } from '../db/design/design-store.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import { designInForce, type LayerSource } from './layers-in-force.ts';
import { inTurns, isOfRecord, withoutGoneLinks } from './made-order.ts';
import { shippedNodes } from './menu-in-force.ts';

/** Where the documents come from: those of the product, and the database with what was made in the app. */
export type DocumentSource = LayerSource & Pick<Partial<CallContext>, 'widgets'>;

/**
 * The documents a call is answered by: those of the product, and with them the pages made in the app that are in force,
 * in the menu too. The same object as long as no other page is made, published or retired.
 */
export async function documentsInForce(source: DocumentSource): Promise<DocumentSet> {
  const { documents } = source;
  if (documents.made !== undefined) return documents;
  const { made } = await designInForce(source);
  if (made.length === 0) return documents;
  const key = made.map(({ id, version }) => `${id} ${version}`).join(' ');
  return withPages(documents).of(key, () => addPages(made, source));
}

const withPages = memoizeByIdentity((_shipped: DocumentSet) => new KeyedCache<DocumentSet>({ max: 2 }));

/** The documents of a product with pages made in the app among them. */
export function addPages(made: readonly StoredMade[], source: Pick<DocumentSource, 'documents' | 'widgets'>) {
  const { documents } = source;
  const pages = new Map(documents.pages);
  const pageFaults = new Map(documents.pageFaults);
  const names = new Set<string>();
  const left: LeftPage[] = [];
  const kept: StoredMade[] = [];
  for (const turn of inTurns(made)) {
    const known = names.size === 0 ? documents : { ...documents, pages: new Map(pages) };
    for (const one of turn) {
      const loaded = loadMade(one, known, source);
      if ('reason' in loaded) left.push(loaded);
      else {
        names.add(one.name);
        kept.push(one);
        pages.set(one.name, loaded.page);
        if (loaded.nodes.length > 0) pageFaults.set(one.name, loaded.nodes);
      }
    }
  }
  const all: DocumentSet = {
    ...documents,
    pages,
    pageFaults,
    menu: menuWith(
      documents.menu,
      made.filter((one) => kept.includes(one)),
    ),
    made: { names, left },
  };
  return all;
}

function loadMade(
  { name, document }: StoredMade,
  documents: DocumentSet,
  { widgets }: Pick<DocumentSource, 'widgets'>,
): LeftPage | { readonly page: PageDocument; readonly nodes: ReturnType<typeof loadCandidatePage>['nodes'] } {
  const json = withoutGoneLinks(isJsonObject(document) ? document : {}, (page) => documents.pages.has(page));
  const title = typeof json.title === 'string' ? json.title : name;
  if (isTaken({ name, path: String(json.path) }, documents)) return { name, title, reason: 'clash', faults: [] };
  const file = { file: `pages/${name}.json`, text: JSON.stringify(json) };
  const { page, nodes, faults } = loadCandidatePage(file, documents, widgets === undefined ? {} : { widgets });
  const isWhole = page !== undefined && page.name === name && !nodes.some(({ at }) => at === '');
  return isWhole ? { page, nodes } : { name, title, reason: 'faults', faults };
}

/** Whether the product has a page or a place of the menu of this name, or something at this address. */
export function isTaken(
  { name, path }: { readonly name: string; readonly path: string },
  { pages, menu }: Pick<DocumentSet, 'pages' | 'menu'>,
): boolean {
  if (pages.has(name) || [...pages.values()].some((page) => page.path === path)) return true;
  const nodes = shippedNodes(menu);
  return nodes.has(name) || [...nodes.values()].some(({ node }) => node.path === path);
}

/**
 * The menu with pages at the end of the groups they were given; outermost where the group is gone. A page of one record is
 * opened from where the record is named: it stands in no sight.
 */
function menuWith(menu: MenuDocument, made: readonly StoredMade[]): MenuDocument {
  const nodes = shippedNodes(menu);
  const groupOf = ({ parent }: StoredMade) =>
    parent !== null && nodes.get(parent)?.node.children !== undefined ? parent : menu.name;
  const nodesIn = (group: string): readonly MenuNode[] =>
    made
      .filter((one) => groupOf(one) === group)
      .map(({ name, document }) => ({ key: name, ...(isOfRecord(document) ? { hidden: true } : {}) }));
  const withMade = (node: MenuNode): MenuNode =>
    node.children === undefined ? node : { ...node, children: [...node.children.map(withMade), ...nodesIn(node.key)] };
  return { ...menu, children: [...menu.children.map(withMade), ...nodesIn(menu.name)] };
}
