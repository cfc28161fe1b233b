const left: ReadonlySet<string> = new Set(['Tab', 'Escape']);

/**
 * Closes the fields of a form from the moment it is sent until its answer is dealt with: what would be typed there
 * meanwhile is in no call, and would go with the form. The keyboard waits at the form itself, where its letters mean
 * nothing to the page either; what this returns brings it back, unless it went elsewhere.
 */
export function holdForm(id: string): () => void {
  const root = document.getElementById(id);
  if (root === null) return () => undefined;
  const had = document.activeElement;
  const closed = [...root.children].filter((child) => child instanceof HTMLElement);
  const keep = (event: KeyboardEvent) => {
    if (!left.has(event.key)) event.stopPropagation();
  };
  root.addEventListener('keydown', keep);
  const isTyping = had instanceof HTMLElement && had !== root && root.contains(had);
  if (isTyping) {
    root.tabIndex = -1;
    root.focus({ preventScroll: true });
  }
  for (const child of closed) child.inert = true;
  return () => {
    root.removeEventListener('keydown', keep);
    for (const child of closed) child.inert = false;
    if (isTyping && document.activeElement === root && had.isConnected) had.focus({ preventScroll: true });
    root.removeAttribute('tabindex');
  };
}
