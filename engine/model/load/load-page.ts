import { checkShape } from '../check/source/check-shape.ts';
import { type Isolated, isolateFaults, type NodeFault } from '../documents/isolate.ts';
import type { Fault } from '../faults/fault.ts';
import type { CustomPage, PageDocument } from '../generated/documents.ts';
import type { JsonObject } from '../json/json.ts';
import type { SourceDocument } from './read-sources.ts';

/** A page without the nodes that cannot be drawn, and everything found wrong; without even a name there is no page. */
export type LoadedPage = {
  readonly page: PageDocument | undefined;
  readonly nodes: readonly NodeFault[];
  readonly faults: readonly Fault[];
};

/** Name of the widget that stands for a page which cannot be drawn at all. */
const faultWidget = 'FaultPage';

/** More faults than a slip of the pen makes; what would be left of such a page is not worth finding. */
const maxFaults = 100;

/** Taking out one node can make another one wrong (a button without its form); each round takes such nodes out too. */
const maxRounds = 8;

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
  for (let round = 0; round < maxRounds && json !== undefined; round += 1) {
    const { document, step, found } = look(json, check);
    if (document !== undefined && found.length === 0) return { page: document, nodes, faults: all };
    const located = new Map(found.map((fault) => [fault, source.located(fault)]));
    if (!told[step]) all.push(...[...located.values()].slice(0, maxFaults));
    told[step] = true;
    if (step === 'references') told.shape = true;
    const before = step === 'shape' ? found.length : 1;
    const isolated = isolate(json, found, before);
    for (const node of isolated.nodes)
      nodes.push({ ...node, faults: node.faults.map((fault) => located.get(fault) ?? fault) });
    json = isolated.json;
  }
  return { page: faultPage(source.json), nodes: [{ at: '', faults: all }], faults: all };
}

type Seen = {
  readonly document: PageDocument | undefined;
  readonly step: 'shape' | 'references';
  readonly found: readonly Fault[];
};

/** What is wrong with the shape; of one that is right, with its references. */
function look(json: unknown, check: (page: PageDocument) => readonly Fault[]): Seen {
  const { document, faults } = checkShape('page', json);
  if (document === undefined) return { document, step: 'shape', found: faults };
  return { document, step: 'references', found: check(document) };
}

function isolate(json: unknown, found: readonly Fault[], before: number): Isolated {
  if (found.length > maxFaults) return { json: undefined, nodes: [] };
  return isolateFaults(json, found, (candidate) => shapeFaultsIn(candidate) < before);
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
