import { useEffect, useState } from 'react';

/** How long a value stays in clear. */
export const shownSeconds = 30;

/** A value in clear, and how many of its kind may be seen today besides. */
export type ShownValue = { readonly value: string | null; readonly left: number };

/** Holds a value in clear for a while and counts the seconds down; it lies nowhere else. */
export function useShownValue() {
  const [shown, setShown] = useState<ShownValue>();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (shown === undefined) return undefined;
    const end = Date.now() + shownSeconds * 1000;
    const timer = setInterval(() => {
      const left = Math.ceil((end - Date.now()) / 1000);
      setSeconds(left);
      if (left <= 0) setShown(undefined);
    }, 250);
    return () => clearInterval(timer);
  }, [shown]);
  return {
    shown,
    seconds,
    show: (value: ShownValue) => {
      setSeconds(shownSeconds);
      setShown(value);
    },
    hide: () => setShown(undefined),
  };
}
