import type { JsonObject } from '../json/json.ts';
import { type Applied, applyOperation } from './apply-operation.ts';
import { formatKeyPath } from './key-path.ts';
import type { EditOutcome, Layer, LayerOperation } from './layer.ts';
import { readOperation } from './read-operation.ts';

/** An edit the new document is at odds with. */
export type RebaseConflict = {
  readonly key: string;
  readonly at: string;
  readonly outcome: Extract<EditOutcome, { readonly status: 'conflict' | 'asleep' | 'refused' }>;
};

/** A layer brought up to a new document below, and what somebody has to look at. */
export type Rebased = { readonly layer: Layer; readonly conflicts: readonly RebaseConflict[] };

/**
 * Brings a layer from the document it was made on to the one that replaces it, without losing an operation.
 * Where both agree, `was` becomes what now stands below; where they do not, it stays, so that the conflict is listed
 * until somebody settles it. Key paths follow renamed items.
 */
export function rebaseLayer(layer: Layer, before: JsonObject, after: JsonObject, basedOn: string): Rebased {
  let oldDocument: unknown = before;
  let newDocument: unknown = after;
  const conflicts: RebaseConflict[] = [];
  const operations = layer.operations.map((given): LayerOperation => {
    const read = readOperation(given);
    if (read === undefined) return given;
    const onOld = applyOperation(oldDocument, before, read);
    oldDocument = onOld.document;
    const base = { ...read, operation: withWas(read.operation, onOld) };
    const onNew = applyOperation(newDocument, after, base);
    newDocument = onNew.document;
    const { outcome } = onNew;
    const operation = renamed(withWas(base.operation, onNew), onNew);
    if (outcome.status !== 'applied' && outcome.status !== 'dropped')
      conflicts.push({ key: operation.key, at: operation.at, outcome });
    return operation;
  });
  return { layer: { ...layer, basedOn, operations }, conflicts };
}

/** The operation with what it found as `was`, unless it is at odds with that or found nothing. */
function withWas(operation: LayerOperation, { below, outcome }: Applied): LayerOperation {
  const agrees = outcome.status === 'applied' || outcome.status === 'dropped';
  if (!agrees || below === undefined || operation.op === 'add') return operation;
  if (operation.op !== 'move') return { ...operation, was: below };
  return typeof below === 'string' || below === null ? { ...operation, was: below } : operation;
}

/** The operation in present keys. */
function renamed(operation: LayerOperation, { path, after }: Applied): LayerOperation {
  const at = path === undefined ? operation.at : formatKeyPath(path);
  if ((operation.op === 'add' || operation.op === 'move') && after !== undefined) return { ...operation, at, after };
  return { ...operation, at };
}
