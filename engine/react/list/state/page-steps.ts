import type { QueryAnswer } from '../../../model/wire/index.ts';
import { fromStart, type ListState, numberedRows } from './list-state.ts';

/** The list one page on: by number within the first thousand rows, beyond them by cursor; undefined on the last. */
export function pageAfter(state: ListState, answer: QueryAnswer): ListState | undefined {
  const isNumbered = state.cursor === undefined && state.page < Math.floor(numberedRows / state.size);
  if (isNumbered) {
    const total = answer.total ?? answer.list.length;
    return state.page * state.size < total ? fromStart(state, { page: state.page + 1 }) : undefined;
  }
  return answer.next === null ? undefined : { ...state, cursor: answer.next };
}

/** The list one page back; undefined on the first. */
export function pageBefore(state: ListState, answer: QueryAnswer): ListState | undefined {
  if (state.cursor !== undefined) return answer.previous === null ? undefined : { ...state, cursor: answer.previous };
  return state.page > 1 ? fromStart(state, { page: state.page - 1 }) : undefined;
}
