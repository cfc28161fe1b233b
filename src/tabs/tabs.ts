import { useStore } from 'zustand';
import { createTabsStore } from './tabs-store.ts';

/** The open tabs of this tab of the browser. */
export const tabs = createTabsStore(window.sessionStorage);

/** The open tabs, as they change. */
export function useTabs() {
  return useStore(tabs);
}
