import { useEffect, useEffectEvent, useState } from 'react';

/** When something had its turn last, in milliseconds since 1970. */
export type Turns = {
  /** Undefined where it had none yet. */
  readonly last: () => number | undefined;
  readonly keep: (at: number) => void;
};

/**
 * Does something at once and then every so often, by the clock and however long it takes. What answers `false` is not
 * done again. A window nobody looks at waits: it does what is due when it is looked at again. Turns that are kept
 * elsewhere hold over a reload and for other windows too.
 */
export function useInterval(milliseconds: number, work: () => Promise<unknown>, kept?: Turns): void {
  const [own] = useState(turnsOfThisWindow);
  const run = useEffectEvent(work);
  const turns = useEffectEvent(() => kept ?? own);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const turn = () => {
      clearTimeout(timer);
      if (isOver || document.hidden) return;
      const now = Date.now();
      const wait = timeToWait(turns().last(), milliseconds, now);
      timer = setTimeout(turn, wait === 0 ? milliseconds : wait);
      if (wait > 0) return;
      turns().keep(now);
      void run().then((answer) => {
        if (answer === false) end();
      });
    };
    const end = () => {
      isOver = true;
      clearTimeout(timer);
    };
    document.addEventListener('visibilitychange', turn);
    turn();
    return () => {
      end();
      document.removeEventListener('visibilitychange', turn);
    };
  }, [milliseconds]);
}

/** How many milliseconds are left until a turn is due; a turn that lies in the future is one of a clock put right since. */
export function timeToWait(last: number | undefined, every: number, now: number): number {
  if (last === undefined || last > now) return 0;
  return Math.max(0, last + every - now);
}

function turnsOfThisWindow(): Turns {
  let at: number | undefined;
  return {
    last: () => at,
    keep: (now) => {
      at = now;
    },
  };
}
