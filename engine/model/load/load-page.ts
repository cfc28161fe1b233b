import { checkShape } from '../check/check-shape.ts';
import type { Fault } from '../fault.ts';
import type { CustomPage, PageDocument } from '../generated/documents.ts';
import { isolateFaults, type NodeFault } from '../isolate.ts';
import type { JsonObject } from '../migrate/json.ts';
import type { SourceDocument } from './read-sources.ts';

/** A page without the nodes that cannot be drawn, and everything found wrong; without even a name there is no page. */
export type LoadedPage = {
  readonly page: PageDocument | undefined;
  readonly nodes: readonly NodeFault[];
  readonly faults: readonly Fault[];
};

/** Name of the widget that stands for a page which cannot be drawn at all. */
const faultWidget = 'FaultPage';

/** Taking out one node can make another one wrong (a button without its form); each round takes such nodes out too. */
const mostRounds = 8;

/**
 * Checks a page's shape and, with `check`, its references, and takes out what is wrong: a page is never lost for one
 * bad node. What cannot be drawn at all becomes a page that shows its faults.
 */
export function loadPage(source: SourceDocument, check: (page: PageDocument) => readonly Fault[]): LoadedPage {
  let json: unknown = source.json;
  const nodes: NodeFault[] = [];
  const all: Fault[] = [];
  // Only what is wrong as written is told; what goes wrong because a node is gone shows at that node alone.
  const told = { shape: false, references: false };
  for (let round = 0; round < mostRounds && json !== undefined; round += 1) {
    const shape = checkShape('page', json);
    const found: readonly Fault[] = shape.document === undefined ? shape.faults : check(shape.document);
    if (shape.document !== undefined && found.length === 0) return { page: shape.document, nodes, faults: all };
    const located = new Map(found.map((fault) => [fault, source.located(fault)]));
    const step = shape.document === undefined ? 'shape' : 'references';
    if (!told[step]) all.push(...located.values());
    told[step] = true;
    if (step === 'references') told.shape = true;
    const before = shape.document === undefined ? found.length : 1;
    const isolated = isolateFaults(json, found, (candidate) => shapeFaultsIn(candidate) < before);
    for (const node of isolated.nodes)
      nodes.push({ ...node, faults: node.faults.map((fault) => located.get(fault) ?? fault) });
    json = isolated.json;
  }
  return { page: faultPage(source.json), nodes: [{ at: '', faults: all }], faults: all };
}

function shapeFaultsIn(json: unknown): number {
  return checkShape('page', json).faults.length;
}

/** A page in the place of one that cannot be drawn; its faults are all there is to see. */
function faultPage(json: JsonObject): CustomPage | undefined {
  const { name, path, title } = json;
  const outcome = checkShape('page', {
    schemaVersion: json.schemaVersion,
    name,
    path: path ?? `/${String(name)}`,
    title: typeof title === 'string' && title !== '' ? title.slice(0, 100) : String(name),
    kind: 'custom',
    widget: faultWidget,
  });
  return outcome.document?.kind === 'custom' ? outcome.document : undefined;
}
