import { useMemo } from 'react';
import { Turns } from './turns.ts';

/** Does a step when its turn comes. */
export type InTurn = (step: () => Promise<void>) => Promise<void>;

/**
 * Does steps one after the other, each when what the one before it changed is on the screen: a key pressed again before
 * the answer goes on from there.
 */
export function useInTurn(): InTurn {
  return useMemo(() => {
    const turns = new Turns<void>();
    return (step) =>
      turns.take('', async () => {
        await step();
        await drawn();
      });
  }, []);
}

/** What was asked for anew is drawn a moment after it has come. */
function drawn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
