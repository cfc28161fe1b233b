import { useMemo, useState } from 'react';
import type { ListView } from '../../model/index.ts';
import { useEngine } from '../engine-context.tsx';
import { usePageRuntime } from '../page/page-runtime.ts';
import { initialFilters } from './filter-initial.ts';
import { type ListDefaults, type ListState, plainDefaults, readListState, writeListState } from './list-state.ts';

type Params = Readonly<Record<string, string>>;

/** Begins the parameters of a page that is drawn inside a tab of this one. */
const innerPrefix = 'in.';

/** The state of a list, kept by the host in its address; here when the host keeps none. */
export function useListState(view: ListView, params: Params, onParams: ((params: Params) => void) | undefined) {
  const { user } = useEngine();
  const page = usePageRuntime();
  const [own, setOwn] = useState<Params>(params);
  const storageKey = `engine.list.${user.id}.${view.page.name}.view`;
  const [defaults] = useState<ListDefaults>(() => ({
    filters: initialFilters(view, page.scope()),
    display: rememberedDisplay(storageKey, view) ?? plainDefaults(view).display,
  }));
  const current = onParams === undefined ? own : params;
  const write = onParams ?? setOwn;
  const state = useMemo(() => readListState(current, view, defaults), [current, view, defaults]);
  const setState = (next: ListState) => {
    if (next.display !== state.display) remember(storageKey, next.display);
    write(writeListState(next, view, defaults));
  };
  const inner = useMemo(() => innerParams(current), [current]);
  const setInner = (next: Params) => write({ ...writeListState(state, view, defaults), ...outerParams(next) });
  return { state, setState, initial: defaults.filters, inner, setInner };
}

function innerParams(params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).flatMap(([key, value]) =>
      key.startsWith(innerPrefix) ? [[key.slice(innerPrefix.length), value]] : [],
    ),
  );
}

function outerParams(params: Params): Params {
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [`${innerPrefix}${key}`, value]));
}

function rememberedDisplay(key: string, view: ListView): string | undefined {
  try {
    const kept = localStorage.getItem(key);
    return view.displays.find((display) => display.key === kept)?.key;
  } catch {
    return undefined;
  }
}

function remember(key: string, display: string): void {
  try {
    localStorage.setItem(key, display);
  } catch {
    // A full or forbidden storage only forgets the view.
  }
}
