/** Whose edits a layer holds; layers are folded in this order over the shipped document. */
export type LayerLevel = 'org' | 'role' | 'user';

type Named = {
  /** Unique within the layer and never changed, so that a report and an editor can speak of this edit. */
  readonly key: string;
  /** Key path of what is edited, for example `columns/owner/width`; see `parseKeyPath`. */
  readonly at: string;
};

/**
 * One edit. `was` is what stood there when the edit was made, as JSON; left out, nothing stood there.
 * `after` is the key of the sibling an item stands behind; null is the first place, and an `add` without it the last.
 */
export type LayerOperation =
  | (Named & { readonly op: 'set'; readonly value: unknown; readonly was?: unknown })
  | (Named & { readonly op: 'unset'; readonly was?: unknown })
  | (Named & { readonly op: 'add'; readonly value: unknown; readonly after?: string | null })
  | (Named & { readonly op: 'hide'; readonly was?: unknown })
  | (Named & { readonly op: 'move'; readonly after: string | null; readonly was?: string | null });

/** Edits of one document made in the app: what changes, never a copy of the document. */
export type Layer = {
  readonly level: LayerLevel;
  /** Name of the organisation, the role or the person. */
  readonly name: string;
  /** Hash or revision of the document below, as it was when the layer was last brought up to it. */
  readonly basedOn: string;
  readonly operations: readonly LayerOperation[];
};

/** What became of an edit when it was folded. */
export type EditOutcome =
  /** Untouched below: the edit applies. */
  | { readonly status: 'applied' }
  /** Below already says the same. */
  | { readonly status: 'dropped' }
  /**
   * Changed below in another way, or at odds with what no edit may change.
   * `edit`: the edit stands, but for the places in `kept`, which are as below. `below`: nothing of the edit stands.
   */
  | {
      readonly status: 'conflict';
      readonly winner: 'edit' | 'below';
      readonly below: unknown;
      readonly was: unknown;
      readonly value: unknown;
      readonly kept: readonly string[];
    }
  /** What it hangs on, at this key path, is gone; the edit is kept and wakes when that comes back. */
  | { readonly status: 'asleep'; readonly missing: string }
  | { readonly status: 'refused'; readonly reason: RefusalReason };

/** Why an edit can never apply: it touches what is fixed, is no operation at all, or does not fit what it names. */
export type RefusalReason = 'fixed' | 'malformed' | 'unsuitable';

/** One line of the report: an operation as it was given and what became of it. */
export type EditReport = {
  readonly level: LayerLevel;
  readonly layer: string;
  /** Place of the operation in its layer. */
  readonly index: number;
  readonly operation: unknown;
  readonly outcome: EditOutcome;
};
