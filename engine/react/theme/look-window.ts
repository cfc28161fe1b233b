import { createContext, useContext } from 'react';

/** The window things are drawn in, where that is not the one the program runs in: a frame that shows a page as on another screen. */
export const LookWindowContext = createContext<Window | undefined>(undefined);

/** The window whose width and look count here. */
export function useLookWindow(): Window {
  return useContext(LookWindowContext) ?? window;
}
