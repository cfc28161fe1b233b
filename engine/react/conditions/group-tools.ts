import type { FilterView } from '../../model/view/index.ts';
import { maxConditions } from './advanced.ts';
import { type DraftCondition, type DraftGroup, draftCount } from './advanced-draft.ts';

export type DraftItem = DraftCondition | DraftGroup;

/** What the parts of a filter that is put together share. */
export type GroupTools = {
  readonly fields: readonly FilterView[];
  /** Conditions that were found unfinished when they should have been applied. */
  readonly faulty: ReadonlySet<number>;
  readonly change: (id: number, make: (item: DraftItem) => DraftItem | undefined) => void;
  /** Whether there is room for another condition. */
  readonly isFull: boolean;
};

/** Whether a filter holds as many conditions as one may. */
export function isFull(group: DraftGroup): boolean {
  return draftCount(group) >= maxConditions;
}
