import type { ConditionOperator } from './wire.ts';

/** Whom a view is for: its author, his department with all below it, or everybody. */
export type ViewShare = 'private' | 'department' | 'all';

/** One condition as a view holds it; days are days, and relative periods stay relative. */
export type ViewCondition = { readonly op: ConditionOperator; readonly value?: unknown };

/** What a view shows of a list. What is missing is as the page has it, and filters not named are empty. */
export type ViewState = {
  readonly keyword?: string;
  /** Conditions by key of the page's filters. */
  readonly filters?: Readonly<Record<string, ViewCondition>>;
  readonly conditions?: readonly (ViewCondition & { readonly field: string })[];
  /** What was put together of conditions and groups: `{and}` or `{or}`. */
  readonly advanced?: unknown;
  readonly sort?: readonly string[];
  /** By what the rows are grouped: `<column>`, or `<column>:<bucket>` for time. */
  readonly group?: string;
  readonly size?: number;
  readonly display?: string;
  readonly tab?: string;
  readonly span?: 'month' | 'week' | 'day';
  /** By which reference the columns of a week are split. */
  readonly by?: string;
};

/** A view of a list as the server answers it. */
export type SavedView = {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly share: ViewShare;
  readonly state: ViewState;
  /** How the columns stand; null: as the page has them. */
  readonly layout: unknown;
  readonly isMine: boolean;
  readonly author: string | null;
  readonly departmentName: string | null;
  /** When anybody last opened it, to the hour; null: not since that is written down. */
  readonly lastUsedAt: string | null;
};

/** The views a list offers to the caller. */
export type SavedViews = { readonly views: readonly SavedView[]; readonly canShare: boolean };

/** What the caller made of a list for himself: the view it opens with, and how the columns stand in each. */
export type ListPreferences = {
  readonly defaultViewId: string | null;
  readonly layouts: readonly { readonly viewId: string | null; readonly layout: unknown }[];
};
