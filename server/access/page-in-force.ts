import { KeyedCache, memoizeByIdentity } from '../../engine/model/cache/index.ts';
import type { DocumentSet, PageDocument } from '../../engine/model/documents/index.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import { type LayerInForce, type LayerSource, type LayersInForce, layersInForce } from './layers-in-force.ts';
import { type Overlaid, overlay } from './overlay.ts';

/** Whose pages: his roles decide which layers lie over them. */
export type PageReader = LayerSource & Pick<CallContext, 'caller'> & Pick<Partial<CallContext>, 'widgets'>;

/**
 * A page as it is in force for the caller: the shipped one, over it what was published for the organisation, then for
 * his roles in the order of their codes. It says how a page looks; what the server decides by a page, such as its fixed
 * filter, its scope and the operations it lists, it decides by the shipped one.
 */
export async function pageInForce(shipped: PageDocument, reader: PageReader): Promise<Overlaid> {
  return inForce(shipped, await layersInForce(reader), reader);
}

function inForce(shipped: PageDocument, layers: LayersInForce, reader: PageReader): Overlaid {
  const own = ownLayers(layers.get(shipped.name), reader.caller.roles ?? []);
  const key = [shipped.name, ...own.map(({ id }) => id)].join(' ');
  return overlaid(reader.documents).of(key, () => overlay(shipped, own, reader));
}

/** By the page and the releases over it; what another page of the same roles is made of hangs on its own. */
const overlaid = memoizeByIdentity((_documents: DocumentSet) => new KeyedCache<Overlaid>({ max: 1000 }));

function ownLayers(layers: readonly LayerInForce[] | undefined, roles: readonly string[]): readonly LayerInForce[] {
  return (layers ?? []).filter(({ level, name }) => level === 'org' || roles.includes(name));
}

/** What pages are called for the caller: by their titles in force. */
export async function titlesInForce(reader: PageReader): Promise<(page: PageDocument) => PageTitle> {
  const layers = await layersInForce(reader);
  return (page) => (isRenamed(layers.get(page.name)) ? inForce(page, layers, reader).page : page);
}

/** What a page is called, and in other languages. */
export type PageTitle = Pick<PageDocument, 'title' | 'titles'>;

function isRenamed(layers: readonly LayerInForce[] | undefined): boolean {
  return layers?.some(({ operations }) => operations.some(({ at }) => at === 'title')) === true;
}
