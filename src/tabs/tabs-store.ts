import { createStore } from 'zustand/vanilla';
import { type Closed, type Closing, closed, moved, readTabs, renamed, type Tab, visited } from './tab-list.ts';

/** Where the tabs lie in the browser's storage: they outlive a reload, not the browser's own tab. */
export const tabsKey = 'tabs';

/** Whose tabs are open, and which. */
type TabsState = { readonly userId: string | undefined; readonly tabs: readonly Tab[] };

/** The open tabs of the user who is signed in, and how to change them. */
export function createTabsStore(storage: Storage) {
  const store = createStore<TabsState>(() => read(storage.getItem(tabsKey)));
  const set = (tabs: readonly Tab[]) => {
    if (tabs === store.getState().tabs) return;
    store.setState({ tabs });
    storage.setItem(tabsKey, JSON.stringify(store.getState()));
  };
  return Object.assign(store, {
    /** A page was opened by a user, who may open the pages named; tabs of others, and of other pages, go. */
    visit(userId: string, isOpen: (name: string) => boolean, name: string, search: string): void {
      const { userId: before, tabs } = store.getState();
      if (before !== userId) store.setState({ userId });
      const own = before === userId ? tabs : [];
      const open = own.every((tab) => isOpen(tab.name)) ? own : own.filter((tab) => isOpen(tab.name));
      set(visited(open, name, search));
    },
    rename(name: string, title: string): void {
      set(renamed(store.getState().tabs, name, title));
    },
    move(name: string, place: number): void {
      set(moved(store.getState().tabs, name, place));
    },
    /** What closing tabs would come to. */
    wouldClose(what: Closing, name: string, shown: string | undefined, home: string): Closed {
      return closed(store.getState().tabs, what, name, shown, home);
    },
    /** These are the tabs now. */
    become(tabs: readonly Tab[]): void {
      set(tabs);
    },
    /** Forgets all of them, as the session is over. */
    clear(): void {
      storage.removeItem(tabsKey);
      store.setState({ userId: undefined, tabs: [] });
    },
  });
}

function read(text: string | null): TabsState {
  const none: TabsState = { userId: undefined, tabs: [] };
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (typeof kept !== 'object' || kept === null) return none;
    const { userId, tabs }: Readonly<Record<string, unknown>> = { ...kept };
    return typeof userId === 'string' ? { userId, tabs: readTabs(tabs) } : none;
  } catch {
    return none;
  }
}
