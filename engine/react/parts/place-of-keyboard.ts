/** Where the keyboard is, as far as a list cares: on a row, elsewhere on the page, or with something that needs it. */
export type KeyboardPlace = 'row' | 'page' | 'elsewhere';

/** Parts that take letters or arrows themselves. */
const takesKeys = [
  'input',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  ...[
    'menu',
    'menuitem',
    'listbox',
    'combobox',
    'textbox',
    'tablist',
    'radiogroup',
    'slider',
    'spinbutton',
    'tree',
  ].map((role) => `[role="${role}"]`),
].join(', ');

/** Where the keyboard is now, for a list drawn in `root`. */
export function placeOfKeyboard(root: HTMLElement | null): KeyboardPlace {
  if (root === null || !root.checkVisibility() || isDialogOpen()) return 'elsewhere';
  const active = document.activeElement;
  if (active === null || active === document.body) return 'page';
  if (!(active instanceof HTMLElement)) return 'elsewhere';
  const row = active.closest('[data-row-key]');
  const isOwn = row !== null && root.contains(row);
  if (isOwn && active === row) return 'row';
  // The box of a row takes the space bar only, and that it keeps.
  if (isOwn && active instanceof HTMLInputElement && active.type === 'checkbox') return 'page';
  return active.closest(takesKeys) === null ? 'page' : 'elsewhere';
}

function isDialogOpen(): boolean {
  return [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => dialog.checkVisibility());
}
