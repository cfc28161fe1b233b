import { type FocusEvent, type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import type { ColumnView } from '../../../model/index.ts';

/** The two things in a heading that take the keyboard: what sorts, and the edge that is moved. */
export type HeadPart = 'sort' | 'edge';

/** The keyboard in the head: one stop for sorting and one for edges, the others by arrow. */
export type HeadFocus = {
  readonly tabIndex: (part: HeadPart, key: string) => 0 | -1;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  /** Moves to the heading beside, the first or the last. */
  readonly move: (event: KeyboardEvent<HTMLElement>, to: 'before' | 'after' | 'first' | 'last') => void;
};

type Stops = Readonly<Partial<Record<HeadPart, string>>>;

export function useHeadFocus(columns: readonly ColumnView[]): HeadFocus {
  const [stops, setStops] = useState<Stops>({});
  const onFocus = useCallback(({ currentTarget }: FocusEvent<HTMLElement>) => {
    const { head, column } = currentTarget.dataset;
    if (head !== undefined && column !== undefined) setStops((before) => ({ ...before, [head]: column }));
  }, []);
  return useMemo(() => {
    const first: Stops = {
      ...keyed('sort', columns.find((column) => column.sortable)?.key),
      ...keyed('edge', columns[0]?.key),
    };
    const isThere = (key: string | undefined) => columns.some((column) => column.key === key);
    return {
      tabIndex: (part, key) => ((isThere(stops[part]) ? stops[part] : first[part]) === key ? 0 : -1),
      onFocus,
      move: moveFocus,
    };
  }, [columns, stops, onFocus]);
}

function keyed(part: HeadPart, key: string | undefined): Stops {
  return key === undefined ? {} : { [part]: key };
}

const moveFocus: HeadFocus['move'] = (event, to) => {
  const { currentTarget } = event;
  const row = currentTarget.closest('tr');
  const parts = [...(row?.querySelectorAll<HTMLElement>(`[data-head="${currentTarget.dataset.head}"]`) ?? [])];
  const place = parts.indexOf(currentTarget);
  const goal = { before: place - 1, after: place + 1, first: 0, last: parts.length - 1 }[to];
  event.preventDefault();
  parts[goal]?.focus();
};
