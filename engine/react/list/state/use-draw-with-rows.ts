import { useEffect, useRef } from 'react';
import { drawWithRows, type WaitingStep } from './draw-with-rows.ts';

/**
 * Draws a step of a list together with its rows where they come at once, so that the page is drawn one time instead of
 * two. A further step takes the place of one that waits; a page that is left in the meantime does not take its step.
 */
export function useDrawWithRows(): (rows: Promise<unknown> | undefined, draw: () => void) => void {
  const waiting = useRef<WaitingStep>(undefined);
  useEffect(
    () => () => {
      waiting.current?.giveUp();
    },
    [],
  );
  return (rows, draw) => {
    waiting.current?.giveUp();
    if (rows === undefined) draw();
    else
      waiting.current = drawWithRows(rows, draw, () => {
        waiting.current = undefined;
      });
  };
}
