import { useMemo, useState } from 'react';
import type { ListView } from '../../model/index.ts';
import { type ListState, readListState, writeListState } from './list-state.ts';

type Params = Readonly<Record<string, string>>;

/** The state of a list, kept by the host in its address; here when the host keeps none. */
export function useListState(view: ListView, params: Params, onParams: ((params: Params) => void) | undefined) {
  const [own, setOwn] = useState<Params>(params);
  const current = onParams === undefined ? own : params;
  const state = useMemo(() => readListState(current, view), [current, view]);
  const setState = (next: ListState) => (onParams ?? setOwn)(writeListState(next, view));
  return [state, setState] as const;
}
