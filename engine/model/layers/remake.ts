import type { JsonObject } from '../json/json.ts';
import { diffDocuments } from './diff.ts';
import { foldLayers } from './fold.ts';
import { sameJson } from './json-values.ts';
import { formatKeyPath, locate, parseKeyPath } from './key-path.ts';
import type { EditOutcome, EditReport, Layer, LayerOperation } from './layer.ts';

/**
 * The edits of a layer after somebody went on editing: those that make `document` out of what lies below, and of the
 * former ones those that just now do nothing, since what they hang on is gone or below says otherwise. An edit that is in
 * conflict stays so until somebody gives that place another value, or settles it. No edit is dropped in silence.
 * `report` tells what became of the former edits just now.
 */
export function remakeLayer(
  layer: Layer,
  report: readonly EditReport[],
  below: JsonObject,
  document: JsonObject,
): readonly LayerOperation[] {
  const outcomes = new Map(report.map(({ index, outcome }) => [index, outcome]));
  const former = layer.operations.map((operation, index) => ({ operation, outcome: outcomes.get(index) }));
  const contested = former
    .filter(({ outcome }) => isConflictWon(outcome))
    .map(({ operation }) => ({ ...operation, at: presentPath(document, operation.at) }));
  const fresh = diffDocuments(below, document).map((operation) => stillContested(operation, contested));
  const waiting = former.filter(({ outcome }) => isWaiting(outcome)).map(({ operation }) => operation);
  return withFreeKeys(waitingOver(below, { ...layer, operations: waiting }), fresh);
}

/** Those that below alone stands in the way of; what only another edit of the layer did is said by the document. */
function waitingOver(below: JsonObject, layer: Layer): readonly LayerOperation[] {
  const { report } = foldLayers(below, [layer]);
  return layer.operations.filter((_, index) => isWaiting(report[index]?.outcome));
}

/** A key path in present keys, where items were renamed since. */
function presentPath(document: JsonObject, at: string): string {
  const segments = parseKeyPath(at);
  const place = segments === undefined ? undefined : locate(document, segments);
  return place?.found === true ? formatKeyPath(place.path) : at;
}

/** Whether an edit has no effect just now, but is no more than asleep. */
function isWaiting(outcome: EditOutcome | undefined): boolean {
  return (
    outcome?.status === 'asleep' || outcome?.status === 'refused' || (isConflict(outcome) && !isConflictWon(outcome))
  );
}

function isConflictWon(outcome: EditOutcome | undefined): boolean {
  return isConflict(outcome) && outcome.winner === 'edit';
}

function isConflict(
  outcome: EditOutcome | undefined,
): outcome is Extract<EditOutcome, { readonly status: 'conflict' }> {
  return outcome?.status === 'conflict';
}

/** An edit with what stood there when it was first made, where it is the very one that is in conflict. */
function stillContested(operation: LayerOperation, contested: readonly LayerOperation[]): LayerOperation {
  const old = contested.find((one) => one.at === operation.at && isAlike(one, operation));
  if (old === undefined || operation.op === 'add' || old.op === 'add') return operation;
  if (operation.op === 'move' || old.op === 'move')
    return operation.op === 'move' && old.op === 'move' ? { ...operation, ...wasOf(old.was) } : operation;
  const { was: _, ...rest } = operation;
  return { ...rest, ...wasOf(old.was) };
}

function wasOf<Was>(was: Was | undefined): { readonly was?: Was } {
  return was === undefined ? {} : { was };
}

function isAlike(one: LayerOperation, other: LayerOperation): boolean {
  if (one.op === 'move' && other.op === 'move') return one.after === other.after;
  if (one.op === 'set' && other.op === 'set') return sameJson(one.value, other.value);
  return one.op === other.op;
}

/** All edits, each with a key of its own; first those that do nothing, so that they wake before what was made since. */
function withFreeKeys(waiting: readonly LayerOperation[], fresh: readonly LayerOperation[]): readonly LayerOperation[] {
  const taken = new Set(waiting.map(({ key }) => key));
  const made = fresh.map((operation) => {
    let { key } = operation;
    for (let number = 2; taken.has(key); number += 1) key = `${operation.key}-${number}`;
    taken.add(key);
    return { ...operation, key };
  });
  return [...waiting, ...made];
}
