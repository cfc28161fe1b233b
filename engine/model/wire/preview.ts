import type { EntityField } from '../generated/documents.ts';

/** What a transition would bring with it, to be looked at before it is confirmed. */
export type PreviewAnswer = {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly type: EntityField['type'] }[];
  /** The first rows, cell by cell as the columns stand; `text` where a value stands for a name. */
  readonly rows: readonly (readonly { readonly value: unknown; readonly text?: string }[])[];
  /** How many rows there are, those beyond the reader's reach included. */
  readonly total: number;
  /** Of them, how many lie beyond the reader's reach: they are counted and not shown. */
  readonly hidden: number;
  /** What is sent along to confirm exactly this. */
  readonly digest: string;
};

/** The most rows that are shown. */
export const maxPreviewRows = 100;
