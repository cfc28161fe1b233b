import type { EditOutcome, LayerOperation } from './layer.ts';

/** How an edit that below is at odds with is settled: it stays, or goes. */
export type Settlement = 'mine' | 'shipped';

/**
 * An edit once somebody has settled it: undefined where it goes. One that stays says that it was made over what stands
 * below now, so that it is no conflict any more; what cannot apply at all sleeps on.
 */
export function settledOperation(
  operation: LayerOperation,
  outcome: EditOutcome,
  take: Settlement,
): LayerOperation | undefined {
  if (take === 'shipped') return undefined;
  if (outcome.status !== 'conflict' || outcome.winner !== 'edit') return operation;
  const { below } = outcome;
  if (operation.op === 'move')
    return typeof below === 'string' || below === null ? { ...operation, was: below } : operation;
  const { key, at } = operation;
  // There is an item of this key by now: the edit gives it another value.
  if (operation.op === 'add') return { op: 'set', key, at, value: operation.value, ...wasOf(below) };
  const { was: _, ...rest } = operation;
  return { ...rest, ...wasOf(below) };
}

function wasOf(was: unknown): { readonly was?: unknown } {
  return was === undefined ? {} : { was };
}
