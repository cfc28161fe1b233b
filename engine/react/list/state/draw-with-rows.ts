/** Milliseconds after which a step is drawn though its rows have not come: sooner nobody sees the difference. */
export const patience = 70;

/** What somebody does next begins with one of these. */
const nextDeeds = ['pointerdown', 'keydown'] as const;

/** A step that waits for its rows. */
export type WaitingStep = { readonly giveUp: () => void };

/**
 * Draws once the rows are there, cannot be had or take too long, and before whatever somebody does next. Who goes back
 * does not want to go on: then it is given up. `onEnd` is told that nothing waits any more; `page` hears what is done.
 */
export function drawWithRows(
  rows: Promise<unknown>,
  draw: () => void,
  onEnd: () => void,
  page: EventTarget = window,
): WaitingStep {
  let isOver = false;
  const giveUp = () => {
    isOver = true;
    clearTimeout(timer);
    for (const kind of nextDeeds) page.removeEventListener(kind, drawNow, { capture: true });
    page.removeEventListener('popstate', giveUp);
    onEnd();
  };
  const drawNow = () => {
    if (isOver) return;
    giveUp();
    draw();
  };
  const timer = setTimeout(drawNow, patience);
  for (const kind of nextDeeds) page.addEventListener(kind, drawNow, { capture: true });
  page.addEventListener('popstate', giveUp);
  void rows.then(drawNow, drawNow);
  return { giveUp };
}
