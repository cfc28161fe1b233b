import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { WireRecord } from '../../../model/index.ts';
import type { RowStore, RowsAbout } from '../row-store.ts';

/** Moves the keyboard from row to row, and keeps it there when the rows are others. */
export type RowFocus = {
  /** To the row beside the present one; to the first when there is none yet. */
  readonly step: (by: 1 | -1) => void;
  readonly end: (side: 'first' | 'last') => void;
  /** Whatever comes next, the keyboard goes to its first row. */
  readonly expectOthers: () => void;
  readonly leave: () => void;
};

/** Keeps the keyboard among the rows drawn in `root`. */
export function useRowFocus(
  root: RefObject<HTMLElement | null>,
  store: RowStore,
  rows: readonly WireRecord[],
  about?: RowsAbout,
): RowFocus {
  const kept = useRef<{ isInside: boolean; place: number }>({ isInside: false, place: 0 });
  useFollowedFocus(root, store, kept);
  const focus = useCallback(
    (row: WireRecord | undefined) => {
      if (row === undefined) return;
      rowElement(root.current, row.id)?.focus();
    },
    [root],
  );
  // Rows that went away take the keyboard with them; it goes on where they were.
  useLayoutEffect(() => {
    store.show(rows, about);
    const { isInside, place } = kept.current;
    if (!isInside || rows.length === 0 || document.activeElement !== document.body) return;
    focus(store.current ?? rows[Math.min(place, rows.length - 1)]);
  }, [store, rows, about, focus]);
  const step = useCallback(
    (by: 1 | -1) => {
      const place = store.rows.findIndex((row) => row.id === store.current?.id);
      focus(
        place < 0 ? store.rows[by === 1 ? 0 : store.rows.length - 1] : (store.rows[place + by] ?? store.rows[place]),
      );
    },
    [store, focus],
  );
  const end = useCallback((side: 'first' | 'last') => focus(store.rows.at(side === 'first' ? 0 : -1)), [store, focus]);
  const expectOthers = useCallback(() => {
    kept.current.place = 0;
  }, []);
  const leave = useCallback(() => {
    kept.current.isInside = false;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, []);
  return { step, end, expectOthers, leave };
}

function rowElement(root: HTMLElement | null, id: string): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(id)}"]`) ?? null;
}

/** Knows whether the keyboard is among the rows, also when a menu or drawer of theirs has it for a while. */
function useFollowedFocus(
  root: RefObject<HTMLElement | null>,
  store: RowStore,
  kept: RefObject<{ isInside: boolean; place: number }>,
): void {
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || isPassing(target)) return;
      const row = target.closest<HTMLElement>('[data-row-key]');
      const isInside = row !== null && root.current?.contains(row) === true;
      kept.current.isInside = isInside;
      if (!isInside) return;
      const id = row.dataset.rowKey;
      kept.current.place = store.rows.findIndex((each) => each.id === id);
      store.focus(id);
    };
    const onPointerDown = ({ target }: PointerEvent) => {
      const isOther = target instanceof Element && !isPassing(target) && root.current?.contains(target) !== true;
      if (isOther) kept.current.isInside = false;
    };
    // What was open above the rows is closed and nobody took the keyboard: it comes back to its row.
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null || !(target instanceof Element) || !isPassing(target)) return;
      setTimeout(() => {
        const { current } = store;
        const isLost = document.activeElement === document.body && kept.current.isInside;
        if (isLost && current !== undefined) rowElement(root.current, current.id)?.focus();
      });
    };
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      document.removeEventListener('pointerdown', onPointerDown);
    };
  }, [root, store, kept]);
}

/** Menus, pickers, dialogs and drawers: the keyboard comes back from them. */
function isPassing(target: Element): boolean {
  return target.closest('[aria-modal="true"], [role="menu"], [role="listbox"], .ant-dropdown, .ant-popover') !== null;
}
