import type { JsonObject } from '../json/json.ts';
import { isJsonObject } from '../json/json.ts';
import { applyOperation } from './apply-operation.ts';
import type { EditReport, Layer, LayerLevel } from './layer.ts';
import { readOperation } from './read-operation.ts';

/** A document with the edits of its layers, and one line for every operation, in the order they were applied. */
export type Folded = { readonly document: JsonObject; readonly report: readonly EditReport[] };

const levels: readonly LayerLevel[] = ['org', 'role', 'user'];

/**
 * Lays the edits of the organisation, of roles and of the user over a shipped document, in this order.
 * Layers of one level apply as given. Never throws, whatever the operations hold; nothing given is changed.
 */
export function foldLayers(shipped: JsonObject, layers: readonly Layer[]): Folded {
  let document: unknown = shipped;
  const report: EditReport[] = [];
  for (const level of levels)
    for (const layer of layers) {
      if (layer.level !== level) continue;
      for (const [index, operation] of layer.operations.entries()) {
        const read = readOperation(operation);
        const line = { level, layer: layer.name, index, operation };
        if (read === undefined) {
          report.push({ ...line, outcome: { status: 'refused', reason: 'malformed' } });
          continue;
        }
        const applied = applyOperation(document, shipped, read);
        document = applied.document;
        report.push({ ...line, outcome: applied.outcome });
      }
    }
  return { document: isJsonObject(document) ? document : shipped, report };
}
