import { createStore } from 'zustand/vanilla';

/** Whether the server serves another build of the product than the one that runs here. */
export function createNewerBuild(running: string | undefined) {
  const store = createStore<{ readonly isThere: boolean }>(() => ({ isThere: false }));
  return Object.assign(store, {
    /** An answer named the build that is served. */
    note(served: string): void {
      // While servers change one by one the old build answers now and then: the new one stays known.
      if (running !== undefined && served !== running && !store.getState().isThere) store.setState({ isThere: true });
    },
  });
}
