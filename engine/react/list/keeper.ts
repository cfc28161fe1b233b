import { createContext, useContext, useMemo } from 'react';
import { useEngine } from '../engine-context.tsx';

/** Keeps small things of a page for this browser only: what is unfolded, and the last answers of the server. */
export type Keeper = {
  /** What was kept under a name; undefined when nothing was, or nothing readable. */
  readonly read: (name: string) => unknown;
  readonly keep: (name: string, value: unknown) => void;
};

/** The keeper in this browser's storage; one that is full or forbidden only forgets. */
export const browserKeeper: Keeper = {
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

/** Puts another keeper in the place of the browser's. */
export const KeeperContext = createContext<Keeper>(browserKeeper);

/** What is kept of one part of one page for the signed-in user. */
export function useKept(page: string, part?: string): { readonly read: () => unknown; readonly keep: Keep } {
  const keeper = useContext(KeeperContext);
  const { user } = useEngine();
  const name = `engine.list.${user.id}.${page}${part === undefined ? '' : `.${part}`}`;
  return useMemo(
    () => ({ read: () => keeper.read(name), keep: (value: unknown) => keeper.keep(name, value) }),
    [keeper, name],
  );
}

type Keep = (value: unknown) => void;
