import { useEffect, useEffectEvent } from 'react';

/**
 * Does something at once and then every so often. What answers `false` is not done again. A window nobody looks at waits:
 * it does what is due when it is looked at again.
 */
export function useInterval(milliseconds: number, work: () => Promise<unknown>): void {
  const run = useEffectEvent(work);
  useEffect(() => {
    let isOver = false;
    let isDue = true;
    const turn = async () => {
      if (isOver || !isDue || document.hidden) return;
      isDue = false;
      isOver = (await run()) === false || isOver;
    };
    const timer = setInterval(() => {
      isDue = true;
      void turn();
    }, milliseconds);
    const handleVisible = () => void turn();
    document.addEventListener('visibilitychange', handleVisible);
    void turn();
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', handleVisible);
    };
  }, [milliseconds]);
}
