import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Whether the window is as narrow as a phone: rows become cards, filters move behind a button. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 575.98px)');
}

/** Whether the reader asked his system for less motion. */
export function useIsStill(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)');
}
