import { type RefObject, useEffect, useRef } from 'react';
import { placeOfKeyboard } from './place-of-keyboard.ts';

/** What a key does; undefined where it is none of the page's. A letter is told small, whether or not Caps Lock is on. */
export type PageKeys = (key: string, isShifted: boolean) => (() => void) | undefined;

/** Buttons and links do by themselves what these keys ask of them. */
const pressing: ReadonlySet<string> = new Set(['Enter', ' ']);

/** Listens for keys wherever the keyboard is, while `root` is in sight and nothing else needs the key. */
export function usePageKeys(root: RefObject<HTMLElement | null>, keys: PageKeys, isOn = true): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isFree(event) || placeOfKeyboard(root.current) === 'elsewhere') return;
      const run = latest.current(event.key.length === 1 ? event.key.toLowerCase() : event.key, event.shiftKey);
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [root, isOn]);
}

/** Whether nobody else wants the key: it was not taken, none is held with it, and it presses no button. */
function isFree({ key, defaultPrevented, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || repeat) return false;
  return !pressing.has(key) || document.activeElement?.closest('button, a, summary') == null;
}
