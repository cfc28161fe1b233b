import {
  conditionOperators,
  type DisplayView,
  isForbiddenName,
  type ListTabView,
  type ListView,
  type QueryRequest,
  type Where,
} from '../../model/index.ts';
import type { FilterValue } from '../faces/face.ts';
import { cardWhere } from '../fixed-where.ts';
import { isComplete, readFilter, toWhere, writeFilter } from './filter-value.ts';
import { type AdvancedGroup, advancedWhere, readAdvanced, writeAdvanced } from './filters/advanced.ts';
import { readSort } from './list-sort.ts';

/** One condition brought along from elsewhere, for example from a figure of a dashboard. */
export type ExtraCondition = Extract<Where, { readonly field: string }>;

/** What a list shows: kept whole in the address, so that a link opens the same list. */
export type ListState = {
  readonly keyword: string;
  /** Values by key of the page's filters. */
  readonly filters: Readonly<Record<string, FilterValue>>;
  readonly extra: readonly ExtraCondition[];
  /** What the user put together himself of conditions and groups of them. */
  readonly advanced?: AdvancedGroup;
  /** Fields in rank, `-` before those that go down. Empty: the page's own order. */
  readonly sort: readonly string[];
  /** Numbered page, from 1; with a cursor the place is given by it alone. */
  readonly page: number;
  readonly cursor?: string;
  readonly size: number;
  /** Key of the chosen tab; empty where the page has none. */
  readonly tab: string;
  /** Key of the chosen way of looking at the rows. */
  readonly display: string;
  /** What a calendar shows; without a day it is the present one. */
  readonly span: CalendarMode;
  readonly day?: string;
};

/** How much a calendar shows at once. */
export type CalendarMode = 'month' | 'week';

/** What a list shows when its address says nothing: fixed when the page is opened. */
export type ListDefaults = { readonly filters: Readonly<Record<string, FilterValue>>; readonly display: string };

/** Rows that can be reached by page number. */
export const numberedRows = 1000;
/** Page sizes staff may choose. */
export const pageSizes: readonly number[] = [10, 20, 50, 100];

type Params = Readonly<Record<string, string>>;

/**
 * Reads a list's state from the parameters of its address: `q` keyword, `f.<key>` a filter, `where` further
 * conditions as a JSON list, `adv` what was put together of conditions and groups, `sort`, `page`, `size`, `cursor`,
 * `tab`, `view`, `span`, `day`. What is not understood is left out.
 */
export function readListState(params: Params, view: ListView, defaults: ListDefaults = plainDefaults(view)): ListState {
  const extra = readConditions(params.where);
  const size = Number(params.size);
  const page = Number(params.page);
  const own = view.page.pageSize ?? 20;
  const advanced = readAdvanced(params.adv, view);
  const readSize = pageSizes.includes(size) ? size : own;
  return {
    keyword: params.q ?? '',
    filters: readFilters(params, view, presetFilters(extra, defaults)),
    extra,
    sort: readSort(params.sort, view),
    page: Number.isInteger(page) && page >= 1 && (page - 1) * readSize < numberedRows ? page : 1,
    size: readSize,
    tab: (view.tabs.find((tab) => tab.key === params.tab) ?? view.tabs[0])?.key ?? '',
    display: view.displays.some((display) => display.key === params.view) ? (params.view ?? '') : defaults.display,
    span: params.span === 'week' ? 'week' : 'month',
    ...(advanced === undefined ? {} : { advanced }),
    ...(params.cursor === undefined ? {} : { cursor: params.cursor }),
    ...(params.day !== undefined && isDay(params.day) ? { day: params.day } : {}),
  };
}

/** The defaults of a list without initial filters and without anything remembered. */
export function plainDefaults(view: ListView): ListDefaults {
  return { filters: {}, display: view.displays[0]?.key ?? '' };
}

/** Whoever comes with conditions of his own, from a figure for example, sees exactly the rows behind it. */
function presetFilters(extra: readonly ExtraCondition[], defaults: ListDefaults): ListDefaults['filters'] {
  return extra.length > 0 ? {} : defaults.filters;
}

function readFilters(params: Params, view: ListView, preset: ListDefaults['filters']): ListState['filters'] {
  const filters: Record<string, FilterValue> = {};
  for (const filter of view.filters) {
    if (filter.fault !== undefined) continue;
    const text = params[`f.${filter.key}`];
    // An empty parameter is a filter that its user cleared.
    const value = text === undefined ? preset[filter.key] : readFilter(text, filter.field);
    if (value !== undefined) filters[filter.key] = value;
  }
  return filters;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(Date.parse(`${text}T00:00:00Z`));
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
export function writeListState(
  state: ListState,
  view: ListView,
  defaults: ListDefaults = plainDefaults(view),
): Record<string, string> {
  const params: Record<string, string> = {};
  if (state.keyword !== '') params.q = state.keyword;
  Object.assign(params, writeFilters(state, view, presetFilters(state.extra, defaults)));
  if (state.extra.length > 0) params.where = JSON.stringify(state.extra);
  if (state.advanced !== undefined) params.adv = writeAdvanced(state.advanced);
  if (state.sort.length > 0) params.sort = state.sort.join(',');
  if (state.size !== (view.page.pageSize ?? 20)) params.size = String(state.size);
  if (state.cursor !== undefined) params.cursor = state.cursor;
  else if (state.page > 1) params.page = String(state.page);
  if (state.tab !== (view.tabs[0]?.key ?? '')) params.tab = state.tab;
  const first = view.displays[0]?.key;
  // Another reader remembers another view: the address names it unless it is everybody's first.
  if (state.display !== first || defaults.display !== first) params.view = state.display;
  if (state.span !== 'month') params.span = state.span;
  if (state.day !== undefined) params.day = state.day;
  return params;
}

function writeFilters(state: ListState, view: ListView, preset: ListDefaults['filters']): Record<string, string> {
  const params: Record<string, string> = {};
  for (const { key } of view.filters) {
    const value = state.filters[key];
    const text = value !== undefined && isComplete(value) ? writeFilter(value) : '';
    const usual = preset[key] === undefined ? '' : writeFilter(preset[key]);
    if (text !== usual) params[`f.${key}`] = text;
  }
  return params;
}

/** The chosen tab; undefined where the page has none. */
export function tabOf(state: ListState, view: ListView): ListTabView | undefined {
  return view.tabs.find((tab) => tab.key === state.tab);
}

/** The chosen way of looking at the rows. */
export function displayOf(state: ListState, view: ListView): DisplayView {
  const chosen = view.displays.find((display) => display.key === state.display) ?? view.displays[0];
  return chosen ?? { key: 'table', kind: 'table' };
}

/** The filter of a state as one tree. */
export function whereOf(state: ListState, view: ListView): Where | undefined {
  const conditions: Where[] = [...cardWhere(tabOf(state, view)?.where)];
  const keyword = state.keyword.trim();
  if (keyword !== '') conditions.push({ search: keyword });
  for (const filter of view.filters) {
    const value = state.filters[filter.key];
    if (value !== undefined && isComplete(value)) conditions.push(toWhere(filter.path, filter.field, value));
  }
  conditions.push(...state.extra);
  if (state.advanced !== undefined) conditions.push(advancedWhere(state.advanced, view));
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
  return (
    state.keyword.trim() !== '' ||
    state.extra.length > 0 ||
    state.advanced !== undefined ||
    Object.values(state.filters).some(isComplete)
  );
}

/** The list with nothing that narrows it, from its first page. */
export function unfiltered(state: ListState, filters: ListState['filters'] = {}): ListState {
  const { advanced: _, ...rest } = state;
  return fromStart(rest, { keyword: '', filters, extra: [] });
}

/** A change that starts again from the first page. */
export function fromStart(state: ListState, change: Partial<ListState>): ListState {
  const { cursor: _, ...rest } = state;
  return { ...rest, page: 1, ...change };
}
