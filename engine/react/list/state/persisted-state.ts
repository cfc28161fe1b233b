import { createContext, useContext, useMemo } from 'react';
import { useEngine } from '../../host/engine-context.tsx';

/** Keeps small things of a page for this browser only: what is unfolded, and the last answers of the server. */
export type PersistedState = {
  /** What was kept under a name; undefined when nothing was, or nothing readable. */
  readonly read: (name: string) => unknown;
  readonly keep: (name: string, value: unknown) => void;
};

/** The state in this browser's storage; one that is full or forbidden only forgets. */
export const browserState: PersistedState = {
  read: (name) => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  },
  keep: (name, value) => {
    try {
      localStorage.setItem(name, JSON.stringify(value));
    } catch {
      // The look lasts until the page is left.
    }
  },
};

/** Puts another state in the place of the browser's. */
export const PersistedStateContext = createContext<PersistedState>(browserState);

/** What is kept of one part of one page for the signed-in user. */
export function usePersistedState(page: string, part?: string): { readonly read: () => unknown; readonly keep: Keep } {
  const persisted = useContext(PersistedStateContext);
  const { user } = useEngine();
  const name = `engine.list.${user.id}.${page}${part === undefined ? '' : `.${part}`}`;
  return useMemo(
    () => ({ read: () => persisted.read(name), keep: (value: unknown) => persisted.keep(name, value) }),
    [persisted, name],
  );
}

type Keep = (value: unknown) => void;
