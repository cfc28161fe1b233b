import { presentKey } from '../../../model/json/index.ts';
import { isForbiddenName } from '../../../model/naming/index.ts';
import { cardWhere } from '../../../model/record/index.ts';
import type { DisplayView, ListTabView, ListView } from '../../../model/view/index.ts';
import { conditionOperators, type QueryRequest, type Where } from '../../../model/wire/index.ts';
import { type AdvancedGroup, advancedWhere, readAdvanced, writeAdvanced } from '../../conditions/advanced.ts';
import { isComplete, readFilter, toWhere, writeFilter } from '../../conditions/filter-value.ts';
import type { FilterValue } from '../../fields/renderer/field-renderer.ts';
import { standardName } from './known-views.ts';
import { type GroupChoice, readGroup, writeGroup } from './list-group.ts';
import { readSort, sortInForce } from './list-sort.ts';

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
  /** The chosen node of the tree beside the list. */
  readonly node?: string;
  /** Fields in rank, `-` before those that go down. Empty: the page's own order. */
  readonly sort: readonly string[];
  /** By what the rows of a table are grouped. */
  readonly group?: GroupChoice;
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
  /** By which reference the columns of a week of hours are split. */
  readonly by?: string;
};

/** How much a calendar shows at once. */
export type CalendarMode = 'month' | 'week' | 'day';

const calendarModes: readonly CalendarMode[] = ['month', 'week', 'day'];

/** What a list shows when its address says nothing more: the page with its initial filters, or a saved view. */
export type ListDefaults = Pick<ListState, 'filters' | 'display'> &
  Partial<Pick<ListState, 'keyword' | 'extra' | 'advanced' | 'sort' | 'group' | 'size' | 'tab' | 'span' | 'by'>> & {
    /** How the address names it; nothing where no name is needed. */
    readonly name?: string;
  };

/** Rows that can be reached by page number. */
export const numberedRows = 1000;
/** Page sizes staff may choose. */
export const pageSizes: readonly number[] = [10, 20, 50, 100, 200, 500, 1000];

type Params = Readonly<Record<string, string>>;

/**
 * Reads a list's state from the parameters of its address: `view` the saved view it begins with, `q` keyword, `f.<key>`
 * a filter, `where` further conditions as a JSON list, `adv` what was put together of conditions and groups, `sort`,
 * `group`, `node`, `page`, `size`, `cursor`, `tab`, `display`, `span`, `by`, `day`. What is not understood is left out.
 */
export function readListState(given: Params, view: ListView, defaults: ListDefaults = plainDefaults(view)): ListState {
  const params = inPresentKeys(given, view);
  const usual = usualState(view, defaults);
  const size = pageSizes.find((each) => String(each) === params.size) ?? usual.size;
  const advanced = params.adv === undefined ? usual.advanced : readAdvanced(params.adv, view);
  const extra = params.where === undefined ? usual.extra : readConditions(params.where);
  const group = params.group === undefined ? usual.group : readGroup(params.group, view);
  const preset = presetOf(extra, usual, view);
  return {
    keyword: params.q ?? usual.keyword,
    filters: readFilters(params, view, preset.filters),
    extra,
    sort: params.sort === undefined ? usual.sort : readSort(params.sort, view),
    page: readPage(params, size),
    size,
    tab: view.tabs.find((tab) => tab.key === params.tab)?.key ?? preset.tab,
    display: view.displays.find((display) => display.key === params.display)?.key ?? preset.display,
    span: calendarModes.find((mode) => mode === params.span) ?? usual.span,
    ...(advanced === undefined ? {} : { advanced }),
    ...(group === undefined ? {} : { group }),
    ...readBy(params, usual.by),
    ...(params.node === undefined || view.aside === undefined ? {} : { node: params.node }),
    ...readPlace(params),
  };
}

/** By what columns are split; an empty parameter is that they are not any more. */
function readBy({ by }: Params, usual: string | undefined): Pick<ListState, 'by'> {
  const chosen = by ?? usual;
  return chosen === undefined || chosen === '' ? {} : { by: chosen };
}

function readPage(params: Params, size: number): number {
  const page = Number(params.page);
  return Number.isInteger(page) && page >= 1 && (page - 1) * size < numberedRows ? page : 1;
}

/** Parameters in the keys the page has today, where its tabs, filters and ways of looking were renamed since. */
function inPresentKeys(params: Params, { page }: ListView): Params {
  const present = (items: readonly unknown[] | undefined, key: string) => presentKey(items ?? [], key) ?? key;
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (name === 'tab') return [name, present(page.tabs, value)];
      if (name === 'display') return [name, present(page.views, value)];
      return name.startsWith('f.') ? [`f.${present(page.filters, name.slice(2))}`, value] : [name, value];
    }),
  );
}

/** Where in the list somebody is. */
function readPlace({ cursor, day }: Params): Pick<ListState, 'cursor' | 'day'> {
  return { ...(cursor === undefined ? {} : { cursor }), ...(day !== undefined && isDay(day) ? { day } : {}) };
}

/** What a list shows before its address says anything. */
export function usualState(view: ListView, defaults: ListDefaults): ListState {
  const { name: _, ...given } = defaults;
  return {
    keyword: '',
    extra: [],
    sort: [],
    page: 1,
    size: view.page.pageSize ?? 20,
    tab: view.tabs[0]?.key ?? '',
    span: 'month',
    ...given,
  };
}

/** The defaults of a list without initial filters and without anything remembered. */
export function plainDefaults(view: ListView): ListDefaults {
  return { filters: {}, display: view.displays[0]?.key ?? '' };
}

type Preset = Pick<ListState, 'filters' | 'tab' | 'display'>;

/**
 * Whoever comes with conditions of his own, from a figure for example, sees exactly the rows behind it: without the
 * page's own filters, in the first tab that narrows nothing, and neither in a calendar, which shows the rows of one month,
 * nor in a tree, which begins with its roots.
 */
function presetOf(extra: ListState['extra'], usual: ListState, view: ListView): Preset {
  if (extra.length === 0 || isSame(extra, usual.extra)) return usual;
  const tab = view.tabs.find(({ page, where }) => page === undefined && where.length === 0);
  return { filters: {}, tab: tab?.key ?? usual.tab, display: wholeDisplay(usual.display, view) };
}

/** The way of looking with this key where it shows all rows, else the first that does. */
function wholeDisplay(key: string, view: ListView): string {
  const showsAll = ({ kind }: DisplayView) => kind === 'table' || kind === 'kanban';
  const isWhole = view.displays.some((display) => display.key === key && showsAll(display));
  return (isWhole ? undefined : view.displays.find(showsAll)?.key) ?? key;
}

/** The same list, narrowed further by the conditions of an address (`where`, a JSON list), all of its rows in sight. */
export function narrowed(state: ListState, params: Params, view: ListView): ListState {
  const known = new Set(state.extra.map((condition) => JSON.stringify(condition)));
  const further = readConditions(params.where).filter((condition) => !known.has(JSON.stringify(condition)));
  return fromStart(state, { extra: [...state.extra, ...further], display: wholeDisplay(state.display, view) });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
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

/** Writes a list's state as parameters: the name of the view it begins with, and only what differs from that. */
export function writeListState(
  state: ListState,
  view: ListView,
  defaults: ListDefaults = plainDefaults(view),
): Record<string, string> {
  const usual = usualState(view, defaults);
  const params: Record<string, string> = {};
  if (defaults.name !== undefined) params.view = defaults.name;
  const preset = presetOf(state.extra, usual, view);
  Object.assign(params, writeConditions(state, view, usual, preset));
  if (!isSame(state.sort, usual.sort)) params.sort = state.sort.join(',');
  // Empty: what the view has of it was taken away.
  if (!isSame(state.group, usual.group)) params.group = state.group === undefined ? '' : writeGroup(state.group);
  if (!isSizeKnown(state, view, defaults)) params.size = String(state.size);
  if (state.node !== undefined) params.node = state.node;
  Object.assign(params, writePage(state));
  if (state.tab !== preset.tab) params.tab = state.tab;
  const first = view.displays[0]?.key;
  // Another reader remembers another way of looking: the address names it unless it is everybody's first.
  const isShared = defaults.name !== undefined || (state.display === first && preset.display === first);
  if (!isShared || state.display !== preset.display) params.display = state.display;
  return { ...params, ...writeCalendar(state, usual) };
}

function writeCalendar({ span, by, day }: ListState, usual: ListState): Params {
  return {
    ...(span === usual.span ? {} : { span }),
    // Empty: what the view has of it was taken away.
    ...(by === usual.by ? {} : { by: by ?? '' }),
    ...(day === undefined ? {} : { day }),
  };
}

function writePage({ cursor, page }: ListState): Params {
  if (cursor !== undefined) return { cursor };
  return page > 1 ? { page: String(page) } : {};
}

/** Whether another reader gets the same number of rows unsaid: he may remember another one than this reader. */
function isSizeKnown({ size }: ListState, view: ListView, defaults: ListDefaults): boolean {
  const own = view.page.pageSize ?? 20;
  const isSaved = defaults.name !== undefined && defaults.name !== standardName;
  return size === (defaults.size ?? own) && (isSaved || size === own);
}

function writeConditions(state: ListState, view: ListView, usual: ListState, preset: Preset): Record<string, string> {
  const params: Record<string, string> = {};
  if (state.keyword !== usual.keyword) params.q = state.keyword;
  Object.assign(params, writeFilters(state, view, preset.filters));
  if (!isSame(state.extra, usual.extra)) params.where = JSON.stringify(state.extra);
  // Empty: what the view has of it was taken away.
  if (!isSame(state.advanced, usual.advanced))
    params.adv = state.advanced === undefined ? '' : writeAdvanced(state.advanced);
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
  const conditions: Where[] = [...(view.where ?? []), ...cardWhere(tabOf(state, view)?.where)];
  const keyword = state.keyword.trim();
  if (keyword !== '') conditions.push({ search: keyword });
  for (const filter of view.filters) {
    const value = state.filters[filter.key];
    if (value !== undefined && isComplete(value)) conditions.push(toWhere(filter.path, filter.field, value));
  }
  conditions.push(...state.extra);
  if (state.node !== undefined && view.aside !== undefined)
    conditions.push({ field: view.aside.field, op: 'below', value: state.node });
  if (state.advanced !== undefined) conditions.push(advancedWhere(state.advanced, view));
  return conditions.length === 0 ? undefined : { and: conditions };
}

/** The request for the page of rows a state shows. */
export function requestOf(state: ListState, view: ListView): QueryRequest {
  const where = whereOf(state, view);
  const sort = sortInForce(state, view);
  const row = (state.page - 1) * state.size;
  const cursor = state.cursor ?? (row > 0 ? `row:${row}` : undefined);
  return {
    size: state.size,
    count: 'capped',
    fields: view.fields,
    ...(where === undefined ? {} : { where }),
    ...(sort.length === 0 ? {} : { sort }),
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

/**
 * The parameters after a step that was taken from `drawn` to `next` when `latest` held already: what the step changed
 * is as it says, the rest as it is by then. Of two steps in one instant neither takes the other back.
 */
export function steppedOver(
  latest: Readonly<Record<string, string>>,
  drawn: Readonly<Record<string, string>>,
  next: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const kept = Object.entries(latest).filter(([key]) => next[key] === drawn[key]);
  const changed = Object.entries(next).filter(([key, value]) => value !== drawn[key]);
  return Object.fromEntries([...kept, ...changed]);
}
