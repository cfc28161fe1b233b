import { createHash } from 'node:crypto';
import type { Fault } from '../../engine/model/faults/index.ts';
import type { JsonObject } from '../../engine/model/json/index.ts';
import { type EditReport, foldLayers, type Layer, type LayerOperation } from '../../engine/model/layers/index.ts';
import { operationsIn } from '../access/layers-in-force.ts';
import { checkedPage, jsonOf, type Overlaid } from '../access/overlay.ts';
import { pageInForce } from '../access/page-in-force.ts';
import { readEdits, readLayer, type StoredEdits, type StoredLayer } from '../db/design/design-store.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import type { Target } from './target.ts';

/** Where the design of one layer stands. */
export type LayerState = {
  readonly shipped: JsonObject;
  /** The shipped page with the lower levels in force. */
  readonly below: JsonObject;
  readonly belowDigest: string;
  /** The levels in force below this one. */
  readonly lower: readonly Layer[];
  readonly stored: StoredLayer | undefined;
  readonly published: StoredEdits | undefined;
  /** Operations of the draft; undefined where there is none. */
  readonly draft: readonly LayerOperation[] | undefined;
  /** What is edited: the draft, or what is published. */
  readonly layer: Layer;
};

/** A layer laid over what lies below it. */
export type LaidOver = { readonly document: JsonObject; readonly report: readonly EditReport[] };

/** Reads where the design of a layer stands; what lies below is read anew, whatever the call was told when it came. */
export async function stateOf(target: Target, context: CallContext): Promise<LayerState> {
  const lower = await lowerLevels(target, context);
  // As edits are folded: what is left away of it to be shown, such as old names in other languages, no edit took away.
  const below = foldLayers(jsonOf(target.page), lower.applied).document;
  const place = { page: target.page.name, layer: target.layer };
  const stored = await readLayer(context.db, place);
  const published = await readEdits(context.db, place);
  const hasDraft = stored !== undefined && stored.draft !== null;
  const draft = hasDraft ? operationsIn(stored.draft) : undefined;
  const operations = draft ?? operationsIn(published?.edits);
  const basedOn = (hasDraft ? stored.basedOn : published?.basedOn) ?? '';
  return {
    shipped: jsonOf(target.page),
    below,
    belowDigest: digestOf(below),
    lower: lower.applied,
    stored,
    published,
    draft,
    layer: layerOf(target, operations, basedOn),
  };
}

/** The page with the levels below a layer: the shipped one, for a role with what holds for the whole organisation. */
export async function lowerLevels({ page, level }: Target, context: CallContext): Promise<Overlaid> {
  const json = jsonOf(page);
  if (level === 'org') return { page, json, applied: [], left: [] };
  const { designed: _, ...anew } = context;
  return pageInForce(page, { ...anew, caller: { ...context.caller, roles: [] } });
}

/** A layer of a target with these operations. */
export function layerOf({ level, role }: Target, operations: readonly LayerOperation[], basedOn = ''): Layer {
  return { level, name: role?.code ?? level, basedOn, operations };
}

/** Lays a layer over what lies below it, and reports of each of its own edits what became of it. */
export function laidOver({ shipped, lower }: Pick<LayerState, 'shipped' | 'lower'>, layer: Layer): LaidOver {
  const { document, report } = foldLayers(shipped, [...lower, layer]);
  return { document, report: report.filter((line) => line.level === layer.level && line.layer === layer.name) };
}

/** What a document makes wrong of the page. */
export function faultsOf(document: JsonObject, { page }: Target, context: CallContext): readonly Fault[] {
  return checkedPage(document, page, context).faults;
}

/** Tells one document from another. */
export function digestOf(document: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex');
}
