import {
  conditionOperators,
  isForbiddenName,
  type ListView,
  type QueryRequest,
  type Where,
} from '../../model/index.ts';
import type { FilterValue } from '../faces/face.ts';
import { isComplete, readFilter, toWhere, writeFilter } from './filter-value.ts';

/** One condition brought along from elsewhere, for example from a figure of a dashboard. */
export type ExtraCondition = Extract<Where, { readonly field: string }>;

/** What a list shows: kept whole in the address, so that a link opens the same list. */
export type ListState = {
  readonly keyword: string;
  /** Values by key of the page's filters. */
  readonly filters: Readonly<Record<string, FilterValue>>;
  readonly extra: readonly ExtraCondition[];
  /** Empty: the page's own order. */
  readonly sort: readonly string[];
  /** Numbered page, from 1; with a cursor the place is given by it alone. */
  readonly page: number;
  readonly cursor?: string;
  readonly size: number;
};

/** Rows that can be reached by page number. */
export const numberedRows = 1000;
/** Page sizes staff may choose. */
export const pageSizes: readonly number[] = [10, 20, 50, 100];

type Params = Readonly<Record<string, string>>;

/**
 * Reads a list's state from the parameters of its address: `q` keyword, `f.<key>` a filter, `where` further
 * conditions as a JSON list, `sort`, `page`, `size`, `cursor`. What is not understood is left out.
 */
export function readListState(params: Params, view: ListView): ListState {
  const filters: Record<string, FilterValue> = {};
  for (const filter of view.filters) {
    const text = params[`f.${filter.key}`];
    const value = text === undefined ? undefined : readFilter(text, filter.field);
    if (value !== undefined) filters[filter.key] = value;
  }
  const size = Number(params.size);
  const page = Number(params.page);
  const own = view.page.pageSize ?? 20;
  const readSize = pageSizes.includes(size) ? size : own;
  return {
    keyword: params.q ?? '',
    filters,
    extra: readConditions(params.where),
    sort: readSort(params.sort, view),
    page: Number.isInteger(page) && page >= 1 && (page - 1) * readSize < numberedRows ? page : 1,
    size: readSize,
    ...(params.cursor === undefined ? {} : { cursor: params.cursor }),
  };
}

function readSort(text: string | undefined, view: ListView): readonly string[] {
  const sortable = new Set(view.columns.filter((column) => column.sortable).map((column) => column.path));
  return (text ?? '').split(',').filter((item) => sortable.has(item.replace(/^-/, '')));
}

function readConditions(text: string | undefined): readonly ExtraCondition[] {
  if (text === undefined) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.filter(isCondition) : [];
  } catch {
    return [];
  }
}

function isCondition(value: unknown): value is ExtraCondition {
  if (typeof value !== 'object' || value === null || !('field' in value) || !('op' in value)) return false;
  return (
    typeof value.field === 'string' && !isForbiddenName(value.field) && conditionOperators.some((op) => op === value.op)
  );
}

/** Writes a list's state as parameters; what is as the page has it is left out. */
export function writeListState(state: ListState, view: ListView): Record<string, string> {
  const params: Record<string, string> = {};
  if (state.keyword !== '') params.q = state.keyword;
  for (const [key, value] of Object.entries(state.filters))
    if (isComplete(value)) params[`f.${key}`] = writeFilter(value);
  if (state.extra.length > 0) params.where = JSON.stringify(state.extra);
  if (state.sort.length > 0) params.sort = state.sort.join(',');
  if (state.size !== (view.page.pageSize ?? 20)) params.size = String(state.size);
  if (state.cursor !== undefined) params.cursor = state.cursor;
  else if (state.page > 1) params.page = String(state.page);
  return params;
}

/** The filter of a state as one tree. */
export function whereOf(state: ListState, view: ListView): Where | undefined {
  const conditions: Where[] = [];
  const keyword = state.keyword.trim();
  if (keyword !== '') conditions.push({ search: keyword });
  for (const filter of view.filters) {
    const value = state.filters[filter.key];
    if (value !== undefined && isComplete(value)) conditions.push(toWhere(filter.path, filter.field, value));
  }
  conditions.push(...state.extra);
  return conditions.length === 0 ? undefined : { and: conditions };
}

/** The request for the page of rows a state shows. */
export function requestOf(state: ListState, view: ListView): QueryRequest {
  const where = whereOf(state, view);
  const sort = state.sort.length > 0 ? state.sort : view.page.sort;
  const row = (state.page - 1) * state.size;
  const cursor = state.cursor ?? (row > 0 ? `row:${row}` : undefined);
  return {
    size: state.size,
    count: 'capped',
    fields: view.fields,
    ...(where === undefined ? {} : { where }),
    ...(sort === undefined ? {} : { sort }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

/** Whether anything narrows the list. */
export function isFiltered(state: ListState): boolean {
  return state.keyword.trim() !== '' || state.extra.length > 0 || Object.values(state.filters).some(isComplete);
}

/** A change that starts again from the first page. */
export function fromStart(state: ListState, change: Partial<ListState>): ListState {
  const { cursor: _, ...rest } = state;
  return { ...rest, page: 1, ...change };
}
