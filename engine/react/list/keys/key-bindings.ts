/** What the keyboard can do on a list. */
export type ListCommand =
  | 'search'
  | 'create'
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'open'
  | 'select'
  | 'edit'
  | 'editCell'
  | 'nextPage'
  | 'previousPage'
  | 'leave'
  | 'help';

/** A command, the keys it is given with, and where: anywhere on the page, or only while a row has the keyboard. */
export type KeyBinding = {
  readonly command: ListCommand;
  /** As `KeyboardEvent.key` tells them, letters small. */
  readonly keys: readonly string[];
  /** As the help shows them. */
  readonly shown: readonly string[];
  readonly place: 'page' | 'row';
  /** Whether holding the key down repeats it. */
  readonly repeats?: true;
};

/** Every key of a list, in the order the help shows them. */
export const keyBindings: readonly KeyBinding[] = [
  { command: 'search', keys: ['/'], shown: ['/'], place: 'page' },
  { command: 'create', keys: ['n'], shown: ['N'], place: 'page' },
  { command: 'help', keys: ['?'], shown: ['?'], place: 'page' },
  { command: 'next', keys: ['j', 'ArrowDown'], shown: ['J', '↓'], place: 'page', repeats: true },
  { command: 'previous', keys: ['k', 'ArrowUp'], shown: ['K', '↑'], place: 'page', repeats: true },
  { command: 'first', keys: ['Home'], shown: ['Home'], place: 'row' },
  { command: 'last', keys: ['End'], shown: ['End'], place: 'row' },
  { command: 'open', keys: ['Enter'], shown: ['Enter'], place: 'row' },
  { command: 'select', keys: [' ', 'x'], shown: [' ', 'X'], place: 'row' },
  { command: 'edit', keys: ['e'], shown: ['E'], place: 'row' },
  { command: 'editCell', keys: ['F2'], shown: ['F2'], place: 'row' },
  { command: 'nextPage', keys: ['PageDown'], shown: ['PageDown'], place: 'row' },
  { command: 'previousPage', keys: ['PageUp'], shown: ['PageUp'], place: 'row' },
  { command: 'leave', keys: ['Escape'], shown: ['Esc'], place: 'row' },
];

/** What is asked of a key: the event, and where the keyboard is. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'defaultPrevented'
>;

/** The binding of a press; undefined for all that is none of the list's business. */
export function bindingOf(press: KeyPress, isOnRow: boolean): KeyBinding | undefined {
  if (press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey) return undefined;
  // With Shift a letter is another one; the question mark is typed with it.
  if (press.shiftKey && press.key !== '?') return undefined;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  const binding = keyBindings.find(({ keys }) => keys.includes(key));
  if (binding === undefined || (binding.place === 'row' && !isOnRow)) return undefined;
  return press.repeat && binding.repeats !== true ? undefined : binding;
}
