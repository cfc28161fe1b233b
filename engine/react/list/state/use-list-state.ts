import { useMemo, useRef, useState } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { innerParams, outerParams } from '../../page/inner-params.ts';
import { useSharedParts } from '../../parts/use-shared-parts.ts';
import { initialFilters } from './filter-initial.ts';
import { type ChosenView, chosenView, type KnownViews, nameOfStandard } from './known-views.ts';
import {
  type ListDefaults,
  type ListState,
  narrowed,
  pageSizes,
  plainDefaults,
  readListState,
  steppedOver,
  usualState,
  writeListState,
} from './list-state.ts';
import { usePersistedState } from './persisted-state.ts';
import { useDrawWithRows } from './use-draw-with-rows.ts';
import { useAskAhead } from './use-list-query.ts';
import { beginningOf, nothingLost, type ViewBeginning } from './view-state.ts';

type Params = Readonly<Record<string, string>>;

/** A step that was taken: the parameters it was taken from, and those it leads to, which are drawn a moment later. */
type Step = { readonly from: Params; readonly to: Params } | undefined;

/** The state of a list, kept by the host in its address; here when the host keeps none. */
export function useListState(
  view: ListView,
  params: Params,
  onParams: ((params: Params) => void) | undefined,
  known: KnownViews,
) {
  const [own, setOwn] = useState<Params>(params);
  const current = onParams === undefined ? own : params;
  const go = onParams ?? setOwn;
  const last = useRef<Step>(undefined);
  const askAhead = useAskAhead(view);
  const drawSoon = useDrawWithRows();
  const { views, defaultViewId } = known;
  const chosen = useMemo(() => chosenView(current, { views, defaultViewId }), [current, views, defaultViewId]);
  const { beginning, remember, rememberSize } = useBeginning(view, chosen, nameOfStandard(known));
  const { defaults } = beginning;
  const state = useSharedParts(useMemo(() => readListState(current, view, defaults), [current, view, defaults]));
  const setState = (next: ListState) => {
    if (next.display !== state.display && chosen.saved === undefined) remember(next.display);
    if (next.size !== state.size && chosen.saved === undefined) rememberSize(next.size);
    const wanted = writeListState(next, view, defaults);
    const before = last.current;
    const isDrawn = before?.from !== current;
    const to =
      before === undefined || isDrawn ? wanted : steppedOver(before.to, writeListState(state, view, defaults), wanted);
    last.current = { from: current, to };
    drawSoon(askAhead(readListState(to, view, defaults), state), () => go(to));
  };
  const initial = useSharedParts(useMemo(() => usualState(view, defaults), [view, defaults]));
  const inner = useMemo(() => innerParams(current), [current]);
  const setInner = (next: Params) => go({ ...writeListState(state, view, defaults), ...outerParams(next) });
  const withConditions = (further: Params) => writeListState(narrowed(state, further, view), view, defaults);
  return { state, setState, withConditions, initial, inner, setInner, chosen, go, lost: beginning.lost };
}

/** What the list begins with: the saved view, or the page with its initial filters and the user's way of looking. */
function useBeginning(view: ListView, { saved }: ChosenView, standard: string | undefined) {
  const page = usePageRuntime();
  const kept = usePersistedState(view.page.name, 'view');
  const keptSize = usePersistedState(view.page.name, 'size');
  const [plain] = useState<ListDefaults>(() => ({
    filters: initialFilters(view, page.scope()),
    display: view.displays.find(({ key }) => key === kept.read())?.key ?? plainDefaults(view).display,
    ...sizeIn(keptSize.read()),
  }));
  const beginning = useMemo<ViewBeginning>(() => {
    if (saved !== undefined) return beginningOf(saved, view);
    return { defaults: { ...plain, ...(standard === undefined ? {} : { name: standard }) }, lost: nothingLost };
  }, [saved, view, plain, standard]);
  return { beginning, remember: kept.keep, rememberSize: keptSize.keep };
}

/** The number of rows that was chosen for a page, where it is one of those offered. */
function sizeIn(kept: unknown): Pick<ListDefaults, 'size'> {
  const size = pageSizes.find((each) => each === kept);
  return size === undefined ? {} : { size };
}
