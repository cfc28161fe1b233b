import type { ListView } from '../../../model/view/index.ts';
import { isComplete } from '../../conditions/filter-value.ts';
import { isFiltered, type ListState } from './list-state.ts';

/** The filter of a list by what each tree of its rows is within, such as one course. */
function filterOf({ filters, entity }: ListView) {
  const within = entity.document.tree?.within;
  return filters.find(({ path }) => within !== undefined && path === within);
}

/** The one tree a list is narrowed to: the value its nodes are all within; undefined where it shows several. */
export function wholeOf(state: ListState, view: ListView): string | undefined {
  const filter = filterOf(view);
  const chosen = filter === undefined ? undefined : state.filters[filter.key];
  if (chosen === undefined || !['eq', 'in'].includes(chosen.op)) return undefined;
  const values: readonly unknown[] = [chosen.value].flat();
  return values.length === 1 && typeof values[0] === 'string' && values[0] !== '' ? values[0] : undefined;
}

/** Whether a list shows trees as they are: nothing narrows or sorts it but which of the trees it is. */
export function isWholeTree(state: ListState, view: ListView): boolean {
  if (state.sort.length > 0) return false;
  if (!isFiltered(state)) return true;
  if (wholeOf(state, view) === undefined) return false;
  const key = filterOf(view)?.key;
  const others = Object.entries(state.filters).filter(([one, value]) => one !== key && isComplete(value));
  return !isFiltered({ ...state, filters: Object.fromEntries(others) });
}
