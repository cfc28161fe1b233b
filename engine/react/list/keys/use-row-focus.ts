import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { WireRecord } from '../../../model/wire/index.ts';
import type { RowStore, RowsAbout } from '../rows/row-store.ts';
import { maxRowsWhole } from '../table/use-table-window.ts';

/** Moves the keyboard from row to row, and keeps it there when the rows are others. */
export type RowFocus = {
  /** To the row beside the present one, or so many on; to the first when there is none yet. */
  readonly step: (by: number) => void;
  readonly end: (side: 'first' | 'last') => void;
  /** A screenful of many rows on or back; false where there are few, or none further. */
  readonly screen: (way: 1 | -1) => boolean;
  /** Whatever comes next, the keyboard goes to its first row. */
  readonly expectOthers: () => void;
  readonly leave: () => void;
};

/** Keeps the keyboard among the rows drawn in `root`; `stops` where it comes to other lines, too. */
export function useRowFocus(
  root: RefObject<HTMLElement | null>,
  store: RowStore,
  rows: readonly WireRecord[],
  about?: RowsAbout,
  stops?: readonly string[],
): RowFocus {
  const kept = useRef<{ isInside: boolean; place: number }>({ isInside: false, place: 0 });
  const focus = useCallback(
    (id: string | undefined) => {
      if (id === undefined) return;
      const drawn = rowElement(root.current, id);
      if (drawn !== null) return drawn.focus();
      // Of many rows only those near are drawn, and the one that is to have the keyboard.
      store.focus(id);
      queueMicrotask(() => rowElement(root.current, id)?.focus());
    },
    [root, store],
  );
  // Rows that went away take the keyboard with them; it goes on where they were.
  const comeBack = useCallback(() => {
    const { isInside, place } = kept.current;
    if (!isInside || store.stops.length === 0 || document.activeElement !== document.body) return;
    focus(store.focused ?? store.stops[Math.min(place, store.stops.length - 1)]);
  }, [store, focus]);
  useLayoutEffect(() => {
    store.show(rows, about, stops);
    comeBack();
  }, [store, rows, about, stops, comeBack]);
  useFollowedFocus(root, store, kept, comeBack);
  const step = useCallback(
    (by: number) => {
      const last = store.stops.length - 1;
      const place = placeIn(store);
      focus(store.stops[place < 0 ? (by > 0 ? 0 : last) : Math.min(Math.max(place + by, 0), last)]);
    },
    [store, focus],
  );
  const screen = useCallback(
    (way: 1 | -1) => {
      const place = placeIn(store);
      const isFurther = way === 1 ? place < store.stops.length - 1 : place > 0;
      if (store.stops.length <= maxRowsWhole || !isFurther) return false;
      step(way * rowsOfScreen(root.current));
      return true;
    },
    [root, store, step],
  );
  const end = useCallback((side: 'first' | 'last') => focus(store.stops.at(side === 'first' ? 0 : -1)), [store, focus]);
  const expectOthers = useCallback(() => {
    kept.current.place = 0;
  }, []);
  const leave = useCallback(() => {
    kept.current.isInside = false;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, []);
  return { step, end, screen, expectOthers, leave };
}

/** Where the keyboard is among the lines; -1: nowhere yet. */
function placeIn(store: RowStore): number {
  return store.focused === undefined ? -1 : store.stops.indexOf(store.focused);
}

/** How many rows are in sight at once, with one or two of the last screen to go on from. */
function rowsOfScreen(root: HTMLElement | null): number {
  const height = root?.querySelector<HTMLElement>('[data-row-key]')?.offsetHeight ?? 0;
  return height === 0 ? 1 : Math.max(1, Math.floor(window.innerHeight / height) - 4);
}

function rowElement(root: HTMLElement | null, id: string): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(id)}"]`) ?? null;
}

/** Knows whether the keyboard is among the rows, also when a menu or drawer of theirs has it for a while. */
function useFollowedFocus(
  root: RefObject<HTMLElement | null>,
  store: RowStore,
  kept: RefObject<{ isInside: boolean; place: number }>,
  comeBack: () => void,
): void {
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || isPassing(target)) return;
      const row = target.closest<HTMLElement>('[data-row-key]');
      const isInside = row !== null && root.current?.contains(row) === true;
      kept.current.isInside = isInside;
      if (!isInside) return;
      const id = row.dataset.rowKey;
      kept.current.place = id === undefined ? -1 : store.stops.indexOf(id);
      store.focus(id);
    };
    const onPointerDown = ({ target }: PointerEvent) => {
      const isOther = target instanceof Element && !isPassing(target) && root.current?.contains(target) !== true;
      if (isOther) kept.current.isInside = false;
    };
    // What was open above the rows is closed and nobody took the keyboard: it comes back to its row, or where that was.
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget === null && target instanceof Element && isPassing(target)) setTimeout(comeBack);
    };
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      document.removeEventListener('pointerdown', onPointerDown);
    };
  }, [root, store, kept, comeBack]);
}

/** Menus, pickers, dialogs and drawers: the keyboard comes back from them. */
function isPassing(target: Element): boolean {
  return target.closest('[aria-modal="true"], [role="menu"], [role="listbox"], .ant-dropdown, .ant-popover') !== null;
}
