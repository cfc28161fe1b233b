/** How a part of a page stands for somebody: seen, not there, seen and not to be used, masked, or empty though a value is there. */
export type PartState = 'visible' | 'hidden' | 'disabled' | 'masked' | 'empty';

/** A part of a page as somebody sees it, and why. */
export type ExplainedPart = {
  /** Unique within the answer. */
  readonly key: string;
  /** Where on the page it stands, in words. */
  readonly area: string;
  readonly title: string;
  readonly state: PartState;
  /** Why it is so, in words. */
  readonly reason: string;
};

/** A condition that binds rows, and whether the row satisfies it. */
export type ExplainedCondition = {
  readonly key: string;
  readonly title: string;
  readonly holds: boolean;
  /** What it asks, and what the row has. */
  readonly detail: string;
};

/** Whether somebody reaches a row, and what keeps him from it. */
export type ExplainedRow = {
  readonly id: string;
  readonly label: string;
  readonly isReached: boolean;
  readonly conditions: readonly ExplainedCondition[];
};

/** Why somebody sees a page as he does. */
export type WhyAnswer = {
  readonly subject: { readonly kind: string; readonly id: string; readonly name: string };
  readonly page: { readonly name: string; readonly title: string; readonly isOpen: boolean; readonly reason: string };
  /** Every page the asker may open: what else can be asked about. */
  readonly pages: readonly { readonly name: string; readonly title: string }[];
  readonly parts: readonly ExplainedPart[];
  /** The row asked for; null where none was. */
  readonly row: ExplainedRow | null;
};
