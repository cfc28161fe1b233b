import { type FocusEvent, type KeyboardEvent, useCallback, useMemo, useState } from 'react';

/** The keyboard in the head: Tab comes to one heading, the arrows go to the others. */
export type HeadFocus = {
  readonly tabIndex: (key: string) => 0 | -1;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  /** Moves to the heading beside, the first or the last. */
  readonly move: (event: KeyboardEvent<HTMLElement>, to: 'before' | 'after' | 'first' | 'last') => void;
};

/** The keyboard among headings with these keys. */
export function useHeadFocus(keys: readonly string[]): HeadFocus {
  const [stop, setStop] = useState<string>();
  const onFocus = useCallback(({ currentTarget }: FocusEvent<HTMLElement>) => setStop(currentTarget.dataset.head), []);
  return useMemo(() => {
    const known = keys.find((key) => key === stop) ?? keys[0];
    return { tabIndex: (key) => (known === key ? 0 : -1), onFocus, move };
  }, [keys, stop, onFocus]);
}

const move: HeadFocus['move'] = ({ currentTarget }, to) => {
  const headings = [...(currentTarget.closest('tr')?.querySelectorAll<HTMLElement>('[data-head]') ?? [])];
  const place = headings.indexOf(currentTarget);
  const goal = { before: place - 1, after: place + 1, first: 0, last: headings.length - 1 }[to];
  headings[goal]?.focus();
};
