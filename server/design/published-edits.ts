import type { PageDocument } from '../../engine/model/documents/index.ts';
import { type EditReport, foldLayers } from '../../engine/model/layers/index.ts';
import { type LayerInForce, layersInForce } from '../access/layers-in-force.ts';
import { jsonOf } from '../access/overlay.ts';
import { pageInForce } from '../access/page-in-force.ts';
import { mayOpen } from '../kernel/caller/caller.ts';
import type { CallContext } from '../kernel/operation/context.ts';

/** A published layer of a page, with what becomes of each of its edits over the page as it is now. */
export type PublishedLayer = {
  readonly page: PageDocument;
  readonly layer: LayerInForce;
  readonly report: readonly EditReport[];
  /** How many faults keep it from being shown. */
  readonly faults: number;
};

/** Every published layer of the pages the caller may open. */
export async function publishedLayers(context: CallContext): Promise<readonly PublishedLayer[]> {
  const layers = await layersInForce(context);
  const found: PublishedLayer[] = [];
  for (const [name, ofPage] of layers) {
    const page = context.documents.pages.get(name);
    if (page === undefined || !mayOpen(context.caller, name)) continue;
    for (const layer of ofPage) found.push(await publishedLayer(page, layer, ofPage, context));
  }
  return found;
}

async function publishedLayer(
  page: PageDocument,
  layer: LayerInForce,
  ofPage: readonly LayerInForce[],
  context: CallContext,
): Promise<PublishedLayer> {
  const lower = layer.level === 'org' ? [] : ofPage.filter(({ level }) => level === 'org');
  const { report } = foldLayers(jsonOf(page), [...lower, layer]);
  const roles = layer.level === 'org' ? [] : [layer.name];
  const { left } = await pageInForce(page, { ...context, caller: { ...context.caller, roles } });
  const own = left.find(({ level, role }) => level === layer.level && (role === undefined || role === layer.name));
  return {
    page,
    layer,
    report: report.filter((line) => line.level === layer.level && line.layer === layer.name),
    faults: own?.faults.length ?? 0,
  };
}
