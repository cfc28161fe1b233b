import { useCallback, useEffect, useState } from 'react';

/** So long a button rests after a click: the second click of a double one does nothing. */
const restMilliseconds = 2000;

/** Whether a button rests, and what begins its rest. */
export function useCooldown(): readonly [isCoolingDown: boolean, rest: () => void] {
  const [isCoolingDown, setIsCoolingDown] = useState(false);
  useEffect(() => {
    if (!isCoolingDown) return undefined;
    const timer = setTimeout(() => setIsCoolingDown(false), restMilliseconds);
    return () => clearTimeout(timer);
  }, [isCoolingDown]);
  return [isCoolingDown, useCallback(() => setIsCoolingDown(true), [])];
}
