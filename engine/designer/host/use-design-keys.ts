import type { KeyboardEvent } from 'react';
import { useDesigning } from './designing.ts';
import { useCommands } from './use-commands.ts';

/**
 * The keys of the designer, wherever in it the keyboard is: in a text they are the text's, in a dialog above it the
 * dialog's. They come before what has the keyboard: a tree would walk on by every arrow.
 */
export function useDesignKeys(): (event: KeyboardEvent) => void {
  const { session } = useDesigning();
  const { hide, step, widen } = useCommands();
  const byKey: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    'control z': session.undo,
    'control shift z': session.redo,
    'control y': session.redo,
    delete: hide,
    backspace: hide,
    'alt arrowup': () => step(-1),
    'alt arrowleft': () => step(-1),
    'alt arrowdown': () => step(1),
    'alt arrowright': () => step(1),
    'alt shift arrowleft': ({ currentTarget }) => widen(-1, currentTarget),
    'alt shift arrowright': ({ currentTarget }) => widen(1, currentTarget),
  };
  return (event) => {
    if (event.nativeEvent.isComposing || isTyping(event.target) || isAbove(event)) return;
    const command = byKey[nameOf(event)];
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    command(event);
  };
}

/** A key with what is held down beside it. */
function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const held = [ctrlKey || metaKey ? 'control' : '', altKey ? 'alt' : '', shiftKey ? 'shift' : ''];
  return [...held, key.toLowerCase()].filter((word) => word !== '').join(' ');
}

/** Whether the keyboard is in what only belongs to the designer and stands over it, such as a dialog. */
function isAbove({ currentTarget, target }: KeyboardEvent): boolean {
  return !(target instanceof Node && currentTarget.contains(target));
}

/** Whether a text has the keyboard; the hidden input by which a tree is walked is none. */
function isTyping(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement) || target.closest('.ant-tree') !== null) return false;
  return target.closest('input, textarea, [contenteditable="true"]') !== null;
}
