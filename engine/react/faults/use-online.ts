import { useEffect, useRef, useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the browser has a connection; once it is back, what is shown is asked for again. */
export function useOnline(onBack: () => void): boolean {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const before = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !before.current) onBack();
    before.current = isOnline;
  }, [isOnline, onBack]);
  return isOnline;
}
