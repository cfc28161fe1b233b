import { useCallback, useEffect, useState } from 'react';

/** So long a button rests after a click: the second click of a double one does nothing. */
const restMilliseconds = 2000;

/** Whether a button rests, and what begins its rest. */
export function useResting(): readonly [isResting: boolean, rest: () => void] {
  const [isResting, setIsResting] = useState(false);
  useEffect(() => {
    if (!isResting) return undefined;
    const timer = setTimeout(() => setIsResting(false), restMilliseconds);
    return () => clearTimeout(timer);
  }, [isResting]);
  return [isResting, useCallback(() => setIsResting(true), [])];
}
