import { createContext } from 'react';

/** A key, as the list of all keys shows it: what is pressed, one after another or together, and what it does. */
export type HostKey = { readonly shown: readonly string[]; readonly text: string; readonly isTogether?: boolean };

/** The keys of the host itself, which are listed with those of a page. */
export const HostKeysContext = createContext<readonly HostKey[]>([]);
