import { presentKey } from '../../../model/json/index.ts';
import type { ListView } from '../../../model/view/index.ts';
import type { SavedView, ViewState } from '../../../model/wire/index.ts';
import { countOf, writeAdvanced } from '../../conditions/advanced.ts';
import { isComplete, writeFilter } from '../../conditions/filter-value.ts';
import { writeGroup } from './list-group.ts';
import { type ListDefaults, type ListState, plainDefaults, readListState } from './list-state.ts';

/** What of a list's state a view keeps: how it is narrowed, sorted and shown, not where in it somebody is. */
export function viewStateOf(state: ListState, view: ListView): ViewState {
  const filters = view.filters.flatMap(({ key }) => {
    const value = state.filters[key];
    return value !== undefined && isComplete(value) ? [[key, value] as const] : [];
  });
  const keyword = state.keyword.trim();
  const advanced: unknown = state.advanced === undefined ? undefined : JSON.parse(writeAdvanced(state.advanced));
  return {
    ...(keyword === '' ? {} : { keyword }),
    ...(filters.length === 0 ? {} : { filters: Object.fromEntries(filters) }),
    ...(state.extra.length === 0 ? {} : { conditions: state.extra }),
    ...(advanced === undefined ? {} : { advanced }),
    ...(state.sort.length === 0 ? {} : { sort: state.sort }),
    ...(state.group === undefined ? {} : { group: writeGroup(state.group) }),
    size: state.size,
    ...(state.display === '' ? {} : { display: state.display }),
    ...(state.tab === '' ? {} : { tab: state.tab }),
    ...(state.span === 'month' ? {} : { span: state.span }),
    ...(state.by === undefined ? {} : { by: state.by }),
  };
}

/** Whether two states show the same: the place in the list left aside. */
export function showsSame(one: ListState, other: ListState, view: ListView): boolean {
  return JSON.stringify(viewStateOf(one, view)) === JSON.stringify(viewStateOf(other, view));
}

/** Whether two states show the same rows in the same order; which tab is open and how one looks at them is no matter. */
export function findsSame(one: ListState, other: ListState, view: ListView): boolean {
  const { display, tab, span } = one;
  return showsSame(one, { ...other, display, tab, span }, view);
}

/** How much of each part of a saved view the page does not have, or not for this reader. */
export type LostParts = Readonly<Record<'filters' | 'sorts' | 'displays' | 'tabs' | 'groups', number>>;

/** Of a list that begins with no saved view. */
export const nothingLost: LostParts = { filters: 0, sorts: 0, displays: 0, tabs: 0, groups: 0 };

/** What a list begins with in a saved view, and how much of that view the page does not have. */
export type ViewBeginning = { readonly defaults: ListDefaults; readonly lost: LostParts };

/** Reads a saved view as its page is today: what fits is in force, the rest is counted and left out. */
export function beginningOf({ id, state }: Pick<SavedView, 'id' | 'state'>, view: ListView): ViewBeginning {
  const read = readListState(paramsOf(state), view, plainDefaults(view));
  const { page: _, cursor: __, day: ___, ...usual } = read;
  const present = (items: readonly unknown[] | undefined, key: string) => presentKey(items ?? [], key) ?? key;
  const { filters: known, views, tabs } = view.page;
  const filters = Object.keys(state.filters ?? {}).filter(
    (key) => read.filters[present(known, key)] === undefined,
  ).length;
  const sorts = (state.sort ?? []).length - read.sort.length;
  const conditions = (state.conditions ?? []).length - read.extra.length;
  const advanced = conditionsIn(state.advanced) - countOf(read.advanced);
  const lost: LostParts = {
    filters: filters + conditions + advanced,
    sorts,
    displays: state.display !== undefined && present(views, state.display) !== read.display ? 1 : 0,
    tabs: state.tab !== undefined && present(tabs, state.tab) !== read.tab ? 1 : 0,
    groups: state.group !== undefined && read.group === undefined ? 1 : 0,
  };
  return { defaults: { ...usual, name: id }, lost };
}

/** A view in the words of an address: read with the same care. */
function paramsOf(state: ViewState): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [key, value] of Object.entries(state.filters ?? {})) params[`f.${key}`] = writeFilter(value);
  if (state.keyword !== undefined) params.q = state.keyword;
  if (state.conditions !== undefined) params.where = JSON.stringify(state.conditions);
  if (state.advanced !== undefined) params.adv = JSON.stringify(state.advanced);
  if (state.sort !== undefined) params.sort = state.sort.join(',');
  if (state.group !== undefined) params.group = state.group;
  if (state.size !== undefined) params.size = String(state.size);
  if (state.display !== undefined) params.display = state.display;
  if (state.tab !== undefined) params.tab = state.tab;
  if (state.span !== undefined) params.span = state.span;
  if (state.by !== undefined) params.by = state.by;
  return params;
}

/** Conditions of a group as it is kept, groups in it counted through. */
function conditionsIn(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0;
  if ('field' in node) return 1;
  return Object.values(node)
    .flatMap((items: unknown) => (Array.isArray(items) ? items : []))
    .reduce((sum: number, item: unknown) => sum + conditionsIn(item), 0);
}
