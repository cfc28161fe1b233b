import type { CustomContent } from '../../../engine/model/custom/index.ts';
import type { DocumentSet } from '../../../engine/model/documents/index.ts';

/** What the tables are to hold, as was made in the app. */
export type CustomPlan = {
  readonly content: CustomContent;
  /** The entities whose tables may change. */
  readonly entities: readonly string[];
  /** Fields whose columns go first, with all they hold, as far as they are there. */
  readonly drops?: readonly DroppedField[];
};

/** A field whose column is to go. */
export type DroppedField = { readonly entity: string; readonly key: string };

/** A change of what is made in the app. */
export type CustomChange = {
  /** What is made of what there is, read while nobody else changes a table; it refuses by throwing, and nothing is done. */
  readonly plan: (present: CustomContent, shipped: Pick<DocumentSet, 'entities' | 'dictionaries'>) => CustomPlan;
  /** Writes it down once the tables hold it: in force at the next request of every node. */
  readonly record: () => Promise<void>;
};

/** Changes tables beside nodes that serve, for what is made in the app. */
export type CustomTables = {
  change(change: CustomChange): Promise<void>;
};
