/** Where a pointer is, in pixels of the window. */
export type PointerPlace = { readonly x: number; readonly y: number };

type Following = {
  readonly onMove: (place: PointerPlace) => void;
  /** Let go where it is, or given up. */
  readonly onEnd: (isKept: boolean) => void;
};

/** How far a pointer goes before it drags what is below it. */
const threshold = 4;

/** Follows a pointer that was pressed until it is let go; Escape gives up. One that hardly moves drags nothing. */
export function followPointer(start: PointerPlace, { onMove, onEnd }: Following): void {
  let isDragging = false;
  const move = ({ clientX, clientY }: PointerEvent) => {
    isDragging ||= Math.hypot(clientX - start.x, clientY - start.y) > threshold;
    if (isDragging) onMove({ x: clientX, y: clientY });
  };
  const end = (isKept: boolean) => {
    removeEventListener('pointermove', move, true);
    removeEventListener('pointerup', up, true);
    removeEventListener('pointercancel', giveUp, true);
    removeEventListener('keydown', onKey, true);
    if (isDragging) takeClick();
    onEnd(isKept && isDragging);
  };
  const up = () => end(true);
  const giveUp = () => end(false);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    giveUp();
  };
  addEventListener('pointermove', move, true);
  addEventListener('pointerup', up, true);
  addEventListener('pointercancel', giveUp, true);
  addEventListener('keydown', onKey, true);
}

/** The click by which a movement ends belongs to it, and picks nothing. */
function takeClick(): void {
  const take = (event: Event) => event.stopPropagation();
  addEventListener('click', take, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', take, true));
}
