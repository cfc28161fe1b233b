import type { EnvelopeCode } from './errors.ts';
import type { Fault } from './fault.ts';

/** What every call answers, success or refusal. */
export type Envelope<Data = unknown> = { readonly code: EnvelopeCode; readonly message: string; readonly data: Data };

/** Detail of a refusal, in `data.error`. */
export type RefusalDetail = {
  readonly code: string;
  readonly requestId?: string;
  readonly expected?: string;
  readonly got?: string;
  readonly faults?: readonly Fault[];
  /** On a version conflict: fields that differ, with the value now stored. */
  readonly fields?: readonly { readonly key: string; readonly title: string; readonly stored: unknown }[];
  readonly version?: number;
};

/** Operators of a condition. `within` takes a relative period, `search` a keyword over the searchable fields. */
export const conditionOperators = [
  'eq',
  'ne',
  'in',
  'notIn',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'contains',
  'startsWith',
  'isNull',
  'notNull',
  'within',
] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

/** Relative periods of `within`, cut in Asia/Shanghai. `overdue` is any moment before now. */
export const relativePeriods = [
  'today',
  'yesterday',
  'thisWeek',
  'thisMonth',
  'last7Days',
  'last30Days',
  'overdue',
  'todayOrOverdue',
] as const;
export type RelativePeriod = (typeof relativePeriods)[number];

/** A filter tree. A field is a path such as `owner.name`; the value `"@me"` is the signed-in user. */
export type Where =
  | { readonly and: readonly Where[] }
  | { readonly or: readonly Where[] }
  | { readonly search: string }
  | { readonly field: string; readonly op: ConditionOperator; readonly value?: unknown };

/** Body of a `query` call. `cursor` is opaque, or `row:<n>` for a start within the first 1,000 rows. */
export type QueryRequest = {
  readonly where?: Where;
  readonly sort?: readonly string[];
  readonly size?: number;
  readonly cursor?: string;
  readonly count?: 'capped' | 'exact' | 'none';
  /** Field paths wanted; all plain fields when absent. */
  readonly fields?: readonly string[];
};

/** A row on the wire: camelCase keys, relations as nested objects `{id, <label>, …}`. */
export type WireRecord = { readonly id: string; readonly version?: number } & Readonly<Record<string, unknown>>;

/** Answer of a `query` call. */
export type QueryAnswer = {
  readonly list: readonly WireRecord[];
  readonly next: string | null;
  readonly previous: string | null;
  readonly total: number | null;
  readonly totalIsCapped: boolean;
};

/** Body of a by-id call; `fields` as in a query. */
export type ViewRequest = { readonly id: string; readonly fields?: readonly string[] };

/** Body of a bulk transition and its answer, one result per row. */
export type BulkRequest = { readonly ids: readonly string[]; readonly input?: Readonly<Record<string, unknown>> };
export type BulkAnswer = {
  readonly done: number;
  readonly failed: number;
  readonly results: readonly {
    readonly id: string;
    readonly ok: boolean;
    readonly code?: string;
    readonly message?: string;
  }[];
};

/** Body of a dataset call; days are inclusive, in Asia/Shanghai. */
export type DatasetRequest = { readonly startDate?: string; readonly endDate?: string; readonly dimension?: string };

/** Answer of a dataset call: one shape for every chart and table. */
export type DatasetAnswer = {
  readonly dimensions: readonly { readonly key: string; readonly name: string }[];
  readonly series: readonly {
    readonly key: string;
    readonly name: string;
    readonly unit: string;
    readonly data: readonly (number | null)[];
  }[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly total: Readonly<Record<string, number | null>>;
};

/** One entry of the menu tree as the specification gives it. */
export type MenuItem = {
  readonly name: string;
  readonly path: string;
  readonly resourceUrl: string;
  readonly component: string;
  readonly redirect: string | null;
  readonly hidden: boolean;
  readonly meta: {
    readonly title: string;
    readonly icon: string | null;
    readonly keepAlive: boolean;
    readonly permission: readonly string[];
  };
  readonly children: readonly MenuItem[];
};

/** A button permission as the specification gives it. */
export type ButtonPermission = { readonly name: string };

/** A project of the user. */
export type ProjectName = { readonly id: string; readonly name: string };

/** Answer of `/v1/sys/user/login`. `firstLogin` is `'0'` when the password must be changed. */
export type LoginAnswer = {
  readonly token: string;
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly firstLogin: '0' | '1';
  readonly projectlist: readonly ProjectName[];
  readonly hlAgentId: string | null;
  readonly dlswAgentId: string | null;
  readonly xzjAgentId: string | null;
};

/** Answer of `/v1/sys/user/my/view`. */
export type MyInfoAnswer = {
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly departmentId: string;
  readonly idNames: readonly ProjectName[];
  readonly hlAgentId: string | null;
  readonly dlswAgentId: string | null;
  readonly xzjAgentId: string | null;
};
