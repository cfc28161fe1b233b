import { useEffect } from 'react';
import type { ListView, QueryAnswer } from '../../model/index.ts';
import { useEngine } from '../engine-context.tsx';
import { type ListState, requestOf } from '../list/list-state.ts';
import { trailOf } from './trail.ts';
import { keepTrail } from './trail-store.ts';

/** Remembers the rows a list shows, so that a record opened from it knows the ones before and after. */
export function useTrailMark(view: ListView, state: ListState, answer: QueryAnswer | undefined): void {
  const { user } = useEngine();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows that came, not what is asked for meanwhile
  useEffect(() => {
    if (answer === undefined) return;
    const { page } = view;
    const before = state.cursor === undefined ? (state.page - 1) * state.size : undefined;
    keepTrail(
      user.id,
      page.entity,
      trailOf({ page: page.name, api: page.api.query, before }, requestOf(state, view), answer),
    );
  }, [answer]);
}
