import { useCallback, useSyncExternalStore } from 'react';
import { useLookWindow } from './look-window.ts';

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const shown = useLookWindow();
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = shown.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [shown, query],
  );
  return useSyncExternalStore(subscribe, () => shown.matchMedia(query).matches);
}

/** Whether the window is as narrow as a phone: rows become cards, filters move behind a button. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 575.98px)');
}

/** Whether the reader asked his system for less motion. */
export function useIsStill(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)');
}
