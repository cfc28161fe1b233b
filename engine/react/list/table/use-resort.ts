import { useCallback } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import { listed } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import { useAnnounce } from '../../page/announcements.tsx';
import { maxSorts, nextSort, plainSort, sortKeys } from '../state/list-sort.ts';
import { fromStart, type ListState } from '../state/list-state.ts';

/** Sorts a list by a column, alone or in addition, and says what it is sorted by. */
export function useResort(view: ListView, state: ListState, setState: (state: ListState) => void) {
  const t = useText();
  const say = useAnnounce();
  const words = useSortWords(view);
  return useCallback(
    (path: string, isAdded: boolean) => {
      const next = nextSort(state.sort, plainSort(state.tab, view), path, isAdded);
      if (next === undefined) return say(t('engine.sort.most', { count: maxSorts }));
      setState(fromStart(state, { sort: next }));
      say(next.length === 0 ? t('engine.sort.none') : t('engine.sort.by', { words: words(next) }));
    },
    [view, state, setState, say, t, words],
  );
}

/** A sort in words: 定价（升序）、页数（降序）. */
export function useSortWords(view: ListView): (sort: readonly string[]) => string {
  const t = useText();
  return useCallback(
    (sort) =>
      listed(
        sortKeys(sort).map(({ path, isDown }) => {
          const title = view.columns.find((column) => column.path === path)?.title ?? path;
          return t(isDown ? 'engine.sort.down' : 'engine.sort.up', { title });
        }),
      ),
    [view, t],
  );
}
