import { useCallback, useEffect, useState } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import type { FilterValue } from '../../fields/renderer/field-renderer.ts';
import { fromStart, type ListState } from '../state/list-state.ts';

/** Conditions as they are being filled in; they are in force only once they are applied. */
export type FilterDraft = {
  readonly keyword: string;
  readonly filters: ListState['filters'];
  readonly setKeyword: (keyword: string) => void;
  readonly set: (key: string, value: FilterValue | undefined) => void;
  readonly apply: () => void;
};

/** What the conditions of a list need, however they are laid out. */
export type DraftedFiltersProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly onChange: (state: ListState) => void;
  readonly draft: FilterDraft;
  readonly onReset: () => void;
};

export function useFilterDraft(state: ListState, onChange: (state: ListState) => void): FilterDraft {
  const { keyword, filters } = state;
  const [draft, setDraft] = useState<Pick<ListState, 'keyword' | 'filters'>>({ keyword, filters });
  const inForce = JSON.stringify([keyword, filters]);
  // What is in force changed from elsewhere: a closed chip, a link, back and forward. A page that was published anew says
  // the same in other words: what is being filled in stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what they say, not by which they are
  useEffect(() => setDraft({ keyword, filters }), [inForce]);
  const set = useCallback<FilterDraft['set']>(
    (key, value) =>
      setDraft((before) => {
        const { [key]: _, ...others } = before.filters;
        return { ...before, filters: value === undefined ? others : { ...others, [key]: value } };
      }),
    [],
  );
  return {
    ...draft,
    set,
    setKeyword: (typed) => setDraft((before) => ({ ...before, keyword: typed })),
    apply: () => onChange(fromStart(state, draft)),
  };
}
