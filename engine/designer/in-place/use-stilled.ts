import { type RefObject, useEffect, useRef } from 'react';

/** Told what is pointed at and what is picked. */
type Pointing = {
  readonly onPoint: (target: Element | undefined) => void;
  /** `isMore` adds it to what is selected already. */
  readonly onPick: (target: Element, isMore: boolean) => void;
};

/** Everything by which a page could be used. */
const uses = [
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
  'dragstart',
  'keydown',
  'keypress',
  'keyup',
  'beforeinput',
  'input',
  'change',
  'submit',
  'paste',
] as const;

/** Tabs and steps: what is in them is designed too. */
const shownByClick =
  '[role="tab"][aria-selected="false"], .ant-segmented-item, .ant-steps-item-container[role="button"]';

/**
 * Stills a page: nothing in it can be used, by no mouse and no keyboard; it only says what is pointed at and picked. The
 * keyboard passes it by. A tab or a step that is picked is shown.
 */
export function useStilled(page: RefObject<HTMLElement | null>, pointing: Pointing): void {
  const latest = useRef(pointing);
  latest.current = pointing;
  useEffect(() => {
    const element = page.current;
    const around = element?.parentElement;
    if (!element || !around) return undefined;
    const still = stilled(element, (target, isMore) => latest.current.onPick(target, isMore));
    const onMove = ({ target }: PointerEvent) => {
      // Where the pointer is, what it is over must be told; elsewhere the keyboard finds nothing.
      element.inert = false;
      if (target instanceof Element && element.contains(target)) latest.current.onPoint(target);
    };
    const onLeave = () => {
      element.inert = true;
      latest.current.onPoint(undefined);
    };
    around.addEventListener('pointermove', onMove);
    around.addEventListener('pointerleave', onLeave);
    return () => {
      still();
      around.removeEventListener('pointermove', onMove);
      around.removeEventListener('pointerleave', onLeave);
    };
  }, [page]);
}

function stilled(element: HTMLElement, onPick: (target: Element, isMore: boolean) => void): () => void {
  let isPassing = false;
  const onUse = (event: Event) => {
    if (isPassing) return;
    event.stopPropagation();
    event.preventDefault();
    const { target } = event;
    if (!(event instanceof MouseEvent) || event.type !== 'click' || !(target instanceof Element)) return;
    onPick(target, event.ctrlKey || event.metaKey || event.shiftKey);
    isPassing = true;
    target.closest<HTMLElement>(shownByClick)?.click();
    isPassing = false;
  };
  for (const use of uses) element.addEventListener(use, onUse, { capture: true });
  return () => {
    for (const use of uses) element.removeEventListener(use, onUse, { capture: true });
  };
}
