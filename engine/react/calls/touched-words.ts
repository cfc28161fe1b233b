import { formatNumber } from '../formats/format.ts';
import type { useText } from '../host/engine-context.tsx';
import type { ActionTarget } from './action-call.ts';

/** How many rows an action touches; undefined where it is about one or none. */
export function touchedCount(target: ActionTarget): number | undefined {
  if (target.kind === 'rows') return target.records.length;
  return target.kind === 'matching' ? target.rows.matching?.count : undefined;
}

/** Exactly what an action touches, and what its page asks before it does; undefined where there is nothing to say. */
export function touchedWords(
  confirm: string | undefined,
  target: ActionTarget,
  t: ReturnType<typeof useText>,
): string | undefined {
  const count = touchedCount(target);
  if (count === undefined) return confirm;
  const told = { count: formatNumber(count) };
  const touches = t(target.kind === 'rows' ? 'engine.bulk.touches' : 'engine.bulk.touchesAll', told);
  return `${touches}${confirm ?? ''}`;
}
