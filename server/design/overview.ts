import type { Value } from '../../contract/definition/schema.ts';
import type { DesignedPage, queryDesigns } from '../../contract/design/page-design.ts';
import type { PageDocument } from '../../engine/model/documents/index.ts';
import { layerName, layerOfName } from '../access/layers-in-force.ts';
import { type PageTitle, titlesInForce } from '../access/page-in-force.ts';
import { type LayerLine, readLayerLines, readRoleNames } from '../db/design/design-store.ts';
import { mayOpen } from '../kernel/caller/caller.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import { spanOf } from './publish.ts';
import { type PublishedLayer, publishedLayers } from './published-edits.ts';

/** Every page the caller may open, those that were changed in the app first, with their layers. */
export async function designsOf(
  input: Value<typeof queryDesigns.input>,
  context: CallContext,
): Promise<Value<typeof queryDesigns.output>> {
  const { documents, caller, db } = context;
  const titleOf = await titlesInForce(context);
  const lines = await readLayerLines(db);
  const published = new Map(
    (await publishedLayers(context)).map((one) => [
      keyOf(one.page.name, layerName(one.layer.level, one.layer.level === 'role' ? one.layer.name : undefined)),
      one,
    ]),
  );
  const roles = await readRoleNames(db);
  const isSought = soughtBy(input.keyword, titleOf);
  const pages = [...documents.pages.values()].filter(({ name }) => mayOpen(caller, name)).filter(isSought);
  const told = pages.map(
    (page): DesignedPage => ({
      name: page.name,
      title: titleOf(page).title,
      kind: page.kind,
      path: page.path,
      layers: lines
        .filter((line) => line.page === page.name)
        .map((line) => ({
          ...toldLayer(line, published.get(keyOf(page.name, line.layer))),
          roleTitle: roles.get(layerOfName(line.layer).role ?? '')?.name ?? null,
        })),
    }),
  );
  const sorted = [
    ...told.filter(({ layers }) => layers.length > 0),
    ...told.filter(({ layers }) => layers.length === 0),
  ];
  const { offset, size } = spanOf(input);
  return { list: sorted.slice(offset, offset + size), total: sorted.length };
}

function keyOf(page: string, layer: string): string {
  return `${page} ${layer}`;
}

function soughtBy(keyword: string | undefined, titleOf: (page: PageDocument) => PageTitle) {
  const wanted = keyword?.trim().toLowerCase() ?? '';
  return (page: PageDocument): boolean =>
    [page.name, page.title, titleOf(page).title, page.path].some((text) => text.toLowerCase().includes(wanted));
}

function toldLayer(line: LayerLine, published: PublishedLayer | undefined) {
  const { level, role } = layerOfName(line.layer);
  const count = (status: string) => published?.report.filter(({ outcome }) => outcome.status === status).length ?? 0;
  return {
    level,
    role: role ?? null,
    release: line.release,
    hasDraft: line.hasDraft,
    author: line.author,
    updatedAt: new Date(line.updatedAt).toISOString(),
    conflicts: count('conflict'),
    asleep: count('asleep'),
    faults: published?.faults ?? 0,
  };
}
