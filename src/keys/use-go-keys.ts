import { useEffect, useRef } from 'react';
import { placeOfKeyboard } from '../../engine/react/index.ts';
import { GoKeys } from './go-keys.ts';

/** What the key after G leads to; undefined where it leads nowhere. */
type Ways = (key: string) => (() => void) | undefined;

/** Goes where G and a key lead, wherever the keyboard is but where it types; the key is then nobody else's. */
export function useGoKeys(ways: Ways): void {
  const latest = useRef(ways);
  useEffect(() => {
    latest.current = ways;
  });
  useEffect(() => {
    const keys = new GoKeys();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || isCombined(event)) return;
      if (placeOfKeyboard(document.body) === 'elsewhere') return keys.forget();
      const way = keys.press(event.key.toLowerCase(), event.timeStamp);
      const run = way === undefined ? undefined : latest.current(way);
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    // Before the page, whose own keys they may be.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, []);
}

function isCombined({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey;
}
