import { KeyedCache, memoizeByIdentity } from '../../engine/model/cache/index.ts';
import type { DocumentSet, LayerFaults, PageDocument } from '../../engine/model/documents/index.ts';
import type { Fault } from '../../engine/model/faults/index.ts';
import { isJsonObject, type JsonObject } from '../../engine/model/json/index.ts';
import { foldLayers, withOwnTitles } from '../../engine/model/layers/index.ts';
import { type CandidatePage, loadCandidatePage } from '../../engine/model/load/index.ts';
import { isCustomKey } from '../../engine/model/naming/index.ts';
import type { Platform } from '../kernel/operation/context.ts';
import type { LayerInForce } from './layers-in-force.ts';

/** What a page is checked against: the documents of the product, and what its widgets take. */
export type PageChecks = Pick<Platform, 'documents' | 'widgets'>;

/** A page with layers over it, and those that are left out because of what they make of it. */
export type Overlaid = {
  readonly page: PageDocument;
  /** The page as the JSON that edits were folded into. */
  readonly json: JsonObject;
  readonly applied: readonly LayerInForce[];
  readonly left: readonly LayerFaults[];
};

/**
 * Lays layers over a shipped page, one after another. One that makes a page with faults of it is left out, and the page
 * is shown without: an edit never costs anybody his page.
 */
export function overlay(shipped: PageDocument, layers: readonly LayerInForce[], checks: PageChecks): Overlaid {
  let over: Overlaid = { page: shipped, json: jsonOf(shipped), applied: [], left: [] };
  // In the place of a page that cannot be drawn there is nothing to change.
  if (isFaultPage(shipped, checks.documents)) return over;
  for (const layer of layers) {
    const applied = [...over.applied, layer];
    const json = withOwnTitles(foldLayers(jsonOf(shipped), applied).document, shipped);
    const { page, faults } = checkedPage(json, shipped, checks);
    const { level, name, release } = layer;
    over =
      page !== undefined && faults.every(isOfGoneField)
        ? { ...over, page, json, applied }
        : { ...over, left: [...over.left, { level, ...(level === 'role' ? { role: name } : {}), release, faults }] };
  }
  return over;
}

/**
 * Whether a fault is that a field made in the app is retired: then only the nodes that name it are left out, and come
 * back with it.
 */
function isOfGoneField({ code, got = '' }: Fault): boolean {
  return code === 'E_SCHEMA_UNKNOWN_NAME' && got.split('.').some(isCustomKey);
}

/** A page document as plain JSON. */
export function jsonOf(page: PageDocument): JsonObject {
  const json: unknown = page;
  return isJsonObject(json) ? json : {};
}

/** What can be drawn of a page as it was changed, and what the change has made wrong: by the same checks as at load. */
export function checkedPage(json: JsonObject, shipped: PageDocument, checks: PageChecks): CandidatePage {
  const candidate = candidateOf(json, shipped.name, checks);
  if (candidate.faults.length === 0) return candidate;
  const before = shippedFaults(checks.documents).of(shipped.name, () => {
    return new Set(candidateOf(jsonOf(shipped), shipped.name, checks).faults.map(wordsOf));
  });
  return { ...candidate, faults: candidate.faults.filter((fault) => !before.has(wordsOf(fault))) };
}

/** What was wrong with pages as they were shipped, which no change is to blame for. */
const shippedFaults = memoizeByIdentity((_documents: DocumentSet) => new KeyedCache<ReadonlySet<string>>({ max: 500 }));

function candidateOf(json: JsonObject, name: string, { documents, widgets }: PageChecks): CandidatePage {
  const file = { file: `pages/${name}.json`, text: JSON.stringify(json) };
  return loadCandidatePage(file, documents, widgets === undefined ? {} : { widgets });
}

function wordsOf({ code, pointer, expected, got }: Fault): string {
  return JSON.stringify([code, pointer, expected, got]);
}

/** Whether what is shown of a page is only what is wrong with it. */
export function isFaultPage({ name }: PageDocument, { pageFaults }: DocumentSet): boolean {
  return pageFaults.get(name)?.some(({ at }) => at === '') === true;
}
