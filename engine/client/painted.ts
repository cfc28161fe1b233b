/** Milliseconds after which a window that paints nothing, since it is out of sight, counts as having painted. */
const longest = 100;

/**
 * Waits until what was done before is drawn and on the screen: the frame after it is drawn has begun by then. Where
 * there are no frames it does not wait.
 */
export function painted(): Promise<void> {
  if (typeof requestAnimationFrame !== 'function') return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, longest);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
}
