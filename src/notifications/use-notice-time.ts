import { useEffect, useState } from 'react';
import { useNoticePreferences } from './notice-preferences.ts';
import { nextReturn } from './notice-times.ts';

/** Longer waits overflow the timer of the browser. */
const longest = 24 * 60 * 60_000;

/** The time, as of the last moment at which a notice that was put off came again. */
export function useNoticeTime(): number {
  const preferences = useNoticePreferences();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const start = Date.now();
    setNow(start);
    const wait = nextReturn(preferences, start);
    if (wait === undefined) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(wait, longest));
    return () => clearTimeout(timer);
  }, [preferences]);
  return now;
}
