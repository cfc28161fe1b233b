import type { Values } from '../record/values.ts';

/** Child rows as they were being edited: a stored one has its id, and the list as it was read stands beside it. */
export type RowsDraft = { readonly rows: readonly Values[]; readonly base: readonly Values[] };

/** What was typed into a form and not saved. */
export type Draft = {
  readonly at: string;
  /** Version of the record when the form was opened; absent for a new one. */
  readonly version?: number;
  readonly values: Values;
  /** What the same fields held when the form was opened. */
  readonly base: Values;
  readonly rows: Readonly<Record<string, RowsDraft>>;
  /** Titles of what was typed but may not be kept. */
  readonly left: readonly string[];
  /** Names of the files the draft holds, by their ids: a file nobody saved may be gone before its draft. */
  readonly files: Readonly<Record<string, string>>;
  /** Titles of fields whose files had not arrived yet. */
  readonly sending: readonly string[];
  /** The tab or step that was open. */
  readonly part?: string;
};
