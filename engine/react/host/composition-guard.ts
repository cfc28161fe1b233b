/**
 * While an input method composes, its keys belong to it: Enter takes a word, Escape drops it, the arrows go through
 * the choices. No shortcut, form or search gets to see them, so that none has to ask; the input itself does. Returns
 * what ends the guard.
 */
export function guardComposition(): () => void {
  const hold = (event: KeyboardEvent) => {
    // Some browsers tell of the key that ends a composition only by its old number.
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', hold, true);
  return () => window.removeEventListener('keydown', hold, true);
}
