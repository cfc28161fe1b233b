import type { EnvelopeCode } from '../faults/error-entry.ts';
import type { Fault } from '../faults/fault.ts';
import type { EntityField } from '../generated/documents.ts';

/** What every call answers, success or refusal. */
export type Envelope<Data = unknown> = { readonly code: EnvelopeCode; readonly message: string; readonly data: Data };

/** Detail of a refusal, in `data.error`. */
export type RefusalDetail = {
  readonly code: string;
  readonly requestId?: string;
  /** What varies in the sentence of the code, by the names it has there, for who says it in another language. */
  readonly facts?: Readonly<Record<string, string | number>>;
  readonly expected?: string;
  readonly got?: string;
  readonly faults?: readonly Fault[];
  /** On a version conflict: the fields others changed meanwhile. */
  readonly fields?: readonly FieldCollision[];
  readonly version?: number;
  /** How many rows match now, where a selection was confirmed with another number. */
  readonly count?: number;
  /** Somebody else was quicker: the row went elsewhere, as the sentence says. */
  readonly moved?: true;
  /** What goes on already and stands in the way, as the area that refuses describes it. */
  readonly call?: unknown;
};

/** What an answer tells once and the server keeps nowhere, for example a password just made; `once` of the answer. */
export type OnceFact = { readonly title: string; readonly value: string };

/** A field somebody else changed meanwhile: what is stored now, as the caller may see it, and who did it when. */
export type FieldCollision = {
  readonly key: string;
  readonly title: string;
  readonly stored: unknown;
  /** What is stored in words, for choices, references and yes or no. */
  readonly storedText?: string;
  readonly by?: string;
  readonly at?: string;
};

/**
 * Operators of a condition. `within` takes a relative period, `search` a keyword over the searchable fields, `below` a
 * node of the tree that the field refers to: it or any below it.
 */
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
  'below',
  'reached',
] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

/** Relative periods of `within` by name, cut in Asia/Shanghai; weeks begin on Monday. `overdue` is any moment before now, `upcoming` any other. */
export const relativePeriods = [
  'today',
  'yesterday',
  'tomorrow',
  'thisWeek',
  'lastWeek',
  'nextWeek',
  'thisMonth',
  'lastMonth',
  'nextMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
  'last7Days',
  'last30Days',
  'next7Days',
  'next30Days',
  'overdue',
  'todayOrOverdue',
  'upcoming',
] as const;
export type NamedRelativePeriod = (typeof relativePeriods)[number];

/** A relative period by name, or so many days that end or begin with today. */
export type RelativePeriod = NamedRelativePeriod | `last${number}Days` | `next${number}Days`;

const countedDays = /^(last|next)([1-9]\d{0,3})Days$/;

/** Of `last14Days` or `next3Days`, which way and how many; undefined for anything else. */
export function countedDaysOf(text: string): { readonly way: 'last' | 'next'; readonly count: number } | undefined {
  const [, way, count] = countedDays.exec(text) ?? [];
  if (way === undefined) return undefined;
  return { way: way === 'last' ? 'last' : 'next', count: Number(count) };
}

/** Whether a value is a relative period. */
export function isRelativePeriod(value: unknown): value is RelativePeriod {
  if (typeof value !== 'string') return false;
  return relativePeriods.some((period) => period === value) || countedDaysOf(value) !== undefined;
}

/**
 * Values of a condition that stand for who is signed in: himself, his department, that with all below it, and all who
 * work there.
 */
export const callerValueNames = ['@me', '@myDepartment', '@myDepartmentTree', '@myTeam'] as const;

/** Operators that compare a field with another one of its row. */
export const fieldOperators: readonly ConditionOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];

/**
 * A filter tree. A field is a path such as `owner.name`; a value may be one of `callerValueNames`. `search` takes a
 * keyword over the searchable fields; several words must all be found. `reached` asks of a field of people whether it is
 * the caller, or the department in the field that its value names is one he reaches.
 */
export type Where =
  | { readonly and: readonly Where[] }
  | { readonly or: readonly Where[] }
  | { readonly search: string }
  | {
      readonly field: string;
      readonly op: ConditionOperator;
      readonly value?: unknown;
      /** Another field of the same row that it is compared with, in the place of a value. */
      readonly than?: string;
    };

/**
 * Body of a `query` call. `cursor` is one an answer gave; or `row:<n>` for a start within the first 1,000 rows, `last`
 * for the last page, `value:<v>` for the first row at or beyond a value of the first sort field.
 */
export type QueryRequest = {
  readonly where?: Where;
  readonly sort?: readonly string[];
  readonly size?: number;
  readonly cursor?: string;
  readonly count?: 'capped' | 'exact' | 'none';
  /** Field paths wanted; all plain fields when absent. */
  readonly fields?: readonly string[];
  /** Whether formatted texts are answered as their first words, without any markup. */
  readonly brief?: boolean;
};

/**
 * Beside masked values of a row, why some are revealed to nobody while the row stands as it does, by field:
 * `{mobile: '138****5678', unrevealed: {mobile: '客户在公海中…'}}`.
 */
export const unrevealedKey = 'unrevealed';

/**
 * Beside numbers of a row, why some are not to be called while the row stands as it does, by field:
 * `{mobile: '138****5678', undialled: {mobile: '公海客户不能拨打…'}}`.
 */
export const undialledKey = 'undialled';

/**
 * Beside formatted texts of a row, where the pictures in them are found for the next minute, by field and file:
 * `{note: '<img data-file="019…" alt="" />', pictureAddresses: {note: {'019…': '/v1/file/content?…'}}}`.
 */
export const pictureAddressesKey = 'pictureAddresses';

/** A row on the wire: camelCase keys, relations as nested objects `{id, <label>, …}`. */
export type WireRecord = { readonly id: string; readonly version?: number } & Readonly<Record<string, unknown>>;

/** Answer of a `query` call. Rows of a tree also say `hasChildren`: whether there are rows below that the caller reaches. */
export type QueryAnswer = {
  readonly list: readonly WireRecord[];
  readonly next: string | null;
  readonly previous: string | null;
  readonly total: number | null;
  readonly totalIsCapped: boolean;
};

/** How time is cut where rows are grouped by it. */
export const groupBuckets = ['day', 'week', 'month', 'year'] as const;
export type GroupBucket = (typeof groupBuckets)[number];

/** Body of a `group` call. `by` is a field path, of a reference that of the related `id`; `sums` are paths of numbers. */
export type GroupRequest = {
  readonly where?: Where;
  /** Nothing for the total alone. */
  readonly by?: string;
  readonly bucket?: GroupBucket;
  readonly sums?: readonly string[];
};

/** How many rows there are, and their sums by path. */
export type GroupFigures = { readonly count: number; readonly sums: Readonly<Record<string, number>> };

/** One group: its value (null: none), what people call it, and the condition that finds its rows. */
export type ListGroup = GroupFigures & {
  readonly key: string | null;
  readonly name: string | null;
  readonly where: Where;
};

/** Answer of a `group` call: the groups in their order, and all rows together. */
export type GroupAnswer = { readonly groups: readonly ListGroup[]; readonly total: GroupFigures };

/** Body of a by-id call; `fields` as in a query. */
export type ViewRequest = { readonly id: string; readonly fields?: readonly string[] };

/**
 * Answer of a `check` call (`{field, value, id?}`): is this value of a unique field still free? A malformed value
 * comes with its faults; of the row that has the value only what the caller may see. Of an `asked` field a sentence
 * says what the value means.
 */
export type CheckAnswer = {
  readonly free: boolean;
  readonly faults?: readonly Fault[];
  readonly id?: string;
  readonly label?: string;
  readonly message?: string;
};

/** Answer of a call on all rows that match: the job that does them. */
export type BulkStarted = { readonly jobId: string; readonly total: number };

/** Answer of a call on rows named by id, one result per row. */
export type BulkAnswer = {
  readonly done: number;
  readonly failed: number;
  readonly results: readonly {
    readonly id: string;
    readonly ok: boolean;
    readonly code?: string;
    readonly message?: string;
  }[];
  /** What undoing it needs, sealed: sent back within a minute it takes back the rows that were done. */
  readonly undo?: string;
};

/** A field before and after a change, as the reader may see it; choices, references and yes or no also in words. */
export type FieldChange = {
  readonly key: string;
  readonly title: string;
  readonly type: EntityField['type'];
  readonly before: unknown;
  readonly after: unknown;
  readonly beforeText?: string;
  readonly afterText?: string;
};

/** What a change did to child rows. */
export type ChildRowsChange = {
  readonly key: string;
  readonly title: string;
  readonly rows: readonly {
    readonly id: string;
    readonly kind: 'added' | 'removed' | 'changed';
    readonly changes: readonly FieldChange[];
    /** What it did to rows of its own. */
    readonly rows?: readonly ChildRowsChange[];
  }[];
};

/** One thing done to a record or to one of its child rows: who, when, what it is called, and what it changed. */
export type HistoryEntry = {
  readonly id: string;
  readonly at: string;
  /** Null for the server's own work. */
  readonly staff: { readonly id: string; readonly name: string } | null;
  readonly action: string;
  readonly title: string;
  /** The record, or the child row it was done to. */
  readonly entity: string;
  readonly entityId: string;
  readonly changes: readonly FieldChange[];
  readonly rows: readonly ChildRowsChange[];
};

/**
 * Body of a `history` call. It may be narrowed to kinds as the log names them (`book.modify`), to fields and child rows
 * that were changed, to people and to days; `choices` asks for those that occur.
 */
export type HistoryRequest = {
  readonly id: string;
  readonly size?: number;
  readonly cursor?: string;
  readonly kinds?: readonly string[];
  readonly fields?: readonly string[];
  readonly people?: readonly string[];
  readonly startDate?: string;
  readonly endDate?: string;
  readonly choices?: boolean;
};

/** What the history of a record may be narrowed to: what occurs in it. */
export type HistoryChoices = Readonly<
  Record<'kinds' | 'fields' | 'people', readonly { readonly key: string; readonly title: string }[]>
>;

/** Answer of a `history` call, newest first. */
export type HistoryAnswer = {
  readonly list: readonly HistoryEntry[];
  readonly next: string | null;
  readonly choices?: HistoryChoices;
};

/** Answer of a `reveal` call (`{id, field, reason}`): the value in clear, and how many more of its kind today. */
export type RevealAnswer = { readonly value: string | null; readonly left: number };

/** Periods a dataset compares its own with. A whole month is compared with the month before, any other span with as many days. */
export const datasetComparisons = ['previousPeriod', 'lastWeek', 'lastYear'] as const;
export type DatasetComparison = (typeof datasetComparisons)[number];

/** Days, both inclusive, in Asia/Shanghai. */
export type DatasetPeriod = { readonly startDate: string; readonly endDate: string };

/**
 * Body of a dataset call; what is left out is as the document says. Any further key is a filter the document declares,
 * with the values wanted. `sort` names measures or dimensions, `-` in front for descending; `top` keeps the first so
 * many values of the first dimension.
 */
export type DatasetRequest = {
  readonly startDate?: string;
  readonly endDate?: string;
  /** Conditions on the rows of the dataset's own entity, those of a list; other sources then have no figures. */
  readonly where?: Where;
  /** The conditions say the time: no period is cut, and nothing is compared or grouped. Only with `where`. */
  readonly anyTime?: boolean;
  /** Up to three; none at all asks for the total only. */
  readonly dimensions?: readonly string[];
  readonly measures?: readonly string[];
  readonly compare?: readonly DatasetComparison[];
  readonly sort?: readonly string[];
  readonly top?: number;
  readonly [filter: string]: readonly string[] | string | number | boolean | Where | undefined;
};

/** Figures by measure; null where there is none, such as a ratio to nothing. */
export type DatasetFigures = Readonly<Record<string, number | null>>;

/** The same figures in the periods compared with, and the change since then in percent (of a rank, in places gained). */
export type DatasetCompared = {
  readonly previous?: Readonly<Partial<Record<DatasetComparison, DatasetFigures>>>;
  readonly change?: Readonly<Partial<Record<DatasetComparison, DatasetFigures>>>;
};

/** One group: its key and name along every dimension, and its figures under the keys of the measures. */
export type DatasetRow = DatasetCompared & {
  /** Key and name of the group as a whole: those of its dimensions, joined. */
  readonly key: string;
  readonly name: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
  /** Place by the measures sorted by; groups equal in all of them share it. */
  readonly rank?: number;
} & Readonly<Record<string, unknown>>;

/** One line, bar or slice set of a chart, along the first dimension. */
export type DatasetSeries = {
  /** Unique in the answer: the measure, with the group and the comparison where there is one. */
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly data: readonly (number | null)[];
  readonly measure: string;
  /** The value of the second dimension (and third) these figures are of. */
  readonly group?: { readonly key: string; readonly name: string };
  /** The comparison these figures are of; those of the period itself have none. */
  readonly comparison?: DatasetComparison;
};

/** Answer of a dataset call: one shape for every chart and table. */
export type DatasetAnswer = {
  /** Absent where the conditions say the time. */
  readonly period?: DatasetPeriod;
  /** Values of the first dimension, the axis of a chart. */
  readonly dimensions: readonly { readonly key: string; readonly name: string }[];
  readonly series: readonly DatasetSeries[];
  readonly rows: readonly DatasetRow[];
  /** Over all rows of the period, counted anew: never a sum of ratios. */
  readonly total: DatasetFigures;
  /** With several dimensions: the rows along each of them alone, for the margins of a pivot table. */
  readonly subtotals?: Readonly<Record<string, readonly DatasetRow[]>>;
  /** Of the total; absent where nothing is compared. */
  readonly comparisons?: readonly {
    readonly key: DatasetComparison;
    readonly name: string;
    readonly period: DatasetPeriod;
    readonly total: DatasetFigures;
    readonly change: DatasetFigures;
  }[];
  /** Whether `top` left groups out. */
  readonly truncated: boolean;
};

/** How many rows conditions mean, and how many of those they name are left out, by reason. */
export type ConditionCount = {
  readonly count: number;
  readonly without: readonly { readonly title: string; readonly count: number }[];
};
