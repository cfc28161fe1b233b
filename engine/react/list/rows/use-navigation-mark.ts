import { useContext, useEffect } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest, WireRecord } from '../../../model/wire/index.ts';
import { useEngine } from '../../host/engine-context.tsx';
import { RowPickingContext } from '../../host/row-picking.ts';
import { saveNavigation } from '../../record-navigation/navigation-store.ts';
import { navigationOf, visibleNavigation } from '../../record-navigation/record-navigation.ts';
import { type ListState, requestOf } from '../state/list-state.ts';

/** Remembers the rows a list shows, so that a record opened from it knows the ones before and after. */
export function useNavigationMark(view: ListView, state: ListState, answer: QueryAnswer | undefined): void {
  const { user } = useEngine();
  const isPicking = useContext(RowPickingContext) !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows that came, not what is asked for meanwhile
  useEffect(() => {
    // Nothing is opened from a list that rows are picked from.
    if (answer === undefined || isPicking) return;
    const { page } = view;
    const before = state.cursor === undefined ? (state.page - 1) * state.size : undefined;
    saveNavigation(
      user.id,
      page.entity,
      navigationOf({ page: page.name, api: page.api.query, before }, requestOf(state, view), answer),
    );
  }, [answer]);
}

/** Remembers rows in the order they stand in sight, where no page of a list has them so. */
export function useSightMark({ page }: ListView, rows: readonly WireRecord[] | undefined): void {
  const { user } = useEngine();
  const isPicking = useContext(RowPickingContext) !== undefined;
  const ids = rows?.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (ids === undefined || ids === '' || isPicking) return;
    saveNavigation(user.id, page.entity, visibleNavigation({ page: page.name, api: page.api.query }, ids.split(' ')));
  }, [user, page, ids, isPicking]);
}

/** Remembers the rows of one part of a page, as far as they were asked for. */
export function usePartMark(
  { page }: ListView,
  part: string,
  request: QueryRequest,
  answer: QueryAnswer | undefined,
): void {
  const { user } = useEngine();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows that came, not what is asked for meanwhile
  useEffect(() => {
    if (answer === undefined || answer.list.length === 0) return;
    saveNavigation(
      user.id,
      page.entity,
      navigationOf({ page: page.name, part, api: page.api.query, before: 0 }, request, answer),
    );
  }, [answer]);
}
