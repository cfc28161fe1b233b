import { useEffect, useRef } from 'react';

const signs = ['pointerdown', 'keydown', 'wheel'] as const;

/** Does something every so often (milliseconds) as long as somebody works in the window: after a pause it is left out. */
export function useWhileActive(isOn: boolean, period: number, work: () => Promise<void>): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    if (!isOn) return;
    let isActive = false;
    const note = () => {
      isActive = true;
    };
    for (const sign of signs) window.addEventListener(sign, note, { passive: true, capture: true });
    const timer = setInterval(() => {
      if (isActive) void latest.current();
      isActive = false;
    }, period);
    return () => {
      clearInterval(timer);
      for (const sign of signs) window.removeEventListener(sign, note, { capture: true });
    };
  }, [isOn, period]);
}
