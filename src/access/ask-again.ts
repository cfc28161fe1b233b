import { ApiRefusal } from '../../engine/client/index.ts';

/** Milliseconds until what broke off is asked again: on a page that stays, and on one that the browser is leaving. */
const pause = { staying: 500, leaving: 10_000 } as const;

let isLeaving = false;
globalThis.addEventListener?.('beforeunload', () => {
  isLeaving = true;
});

/**
 * Asks, and once more where no answer came. A page that is left breaks off what it asked for, which says nothing of the
 * line: it waits so long that the next page is there before it could ask again.
 */
export async function askAgain<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.code === 'network')) throw error;
    await new Promise((resolve) => setTimeout(resolve, isLeaving ? pause.leaving : pause.staying));
    isLeaving = false;
    return ask();
  }
}
