import { KeyedCache } from '../../engine/model/cache/index.ts';
import { isJsonObject } from '../../engine/model/json/index.ts';
import type { Layer, LayerOperation } from '../../engine/model/layers/index.ts';
import { readReleases, type StoredMade, type StoredRelease } from '../db/design/design-store.ts';
import type { CallContext } from '../kernel/operation/context.ts';

/** A layer of a page that is in force, and the release it comes from. */
export type LayerInForce = Layer & {
  readonly level: 'org' | 'role';
  /** Id of its release: another one for anything else. */
  readonly id: string;
  readonly release: number;
};

/** The layers in force by page: that of the organisation first, then those of roles by their codes. */
export type LayersInForce = ReadonlyMap<string, readonly LayerInForce[]>;

/** What was made of the pages in the app and is in force. */
export type DesignInForce = { readonly layers: LayersInForce; readonly made: readonly StoredMade[] };

/** What reading the layers takes of a call. */
export type LayerSource = Pick<CallContext, 'db' | 'documents'> & Pick<Partial<CallContext>, 'designed'>;

const rolePrefix = 'role:';

/** Under which name the layer of a role is kept; `org` is that of the whole organisation. */
export function layerName(level: 'org' | 'role', role: string | undefined): string {
  return level === 'org' ? 'org' : `${rolePrefix}${role ?? ''}`;
}

/** The level and the role a kept name tells. */
export function layerOfName(layer: string): { readonly level: 'org' | 'role'; readonly role?: string } {
  return layer.startsWith(rolePrefix) ? { level: 'role', role: layer.slice(rolePrefix.length) } : { level: 'org' };
}

/** The layers in force just now. */
export async function layersInForce(source: LayerSource): Promise<LayersInForce> {
  return (await designInForce(source)).layers;
}

/**
 * What was made of the pages, as it is just now. Every call is told the version it belongs to with its session; it is read
 * only when that is another one than before, so that what is published holds at the next request, on every node.
 */
export async function designInForce({ db, designed }: Omit<LayerSource, 'documents'>): Promise<DesignInForce> {
  const known = typeof designed === 'string' ? byVersion.get(designed) : undefined;
  if (known !== undefined) return known;
  const { version, releases, made } = await readReleases(db);
  const design = { layers: layersOf(releases), made };
  if (version !== null) byVersion.set(version, design);
  return design;
}

// A version is drawn, and comes in no other database.
const byVersion = new KeyedCache<DesignInForce>({ max: 8 });

function layersOf(releases: readonly StoredRelease[]): LayersInForce {
  const layers = new Map<string, LayerInForce[]>();
  for (const { page, layer, id, number, basedOn, edits } of releases) {
    const operations = operationsIn(edits);
    if (operations.length === 0) continue;
    const { level, role } = layerOfName(layer);
    const found = { level, name: role ?? level, id, release: number, basedOn, operations };
    layers.set(page, [...(layers.get(page) ?? []), found]);
  }
  return layers;
}

/** Operations as they are kept; what is none is refused where they are folded. */
export function operationsIn(kept: unknown): readonly LayerOperation[] {
  return Array.isArray(kept) ? kept.filter(isOperation) : [];
}

function isOperation(item: unknown): item is LayerOperation {
  return isJsonObject(item) && typeof item.key === 'string' && typeof item.at === 'string';
}
