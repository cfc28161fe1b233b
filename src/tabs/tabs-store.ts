import { createStore } from 'zustand/vanilla';
import {
  beside,
  type Closed,
  type Closing,
  closed,
  doubled,
  moved,
  pinned,
  readTabs,
  renamed,
  type Tab,
  type Visit,
  visited,
} from './tab-list.ts';

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
  /** The tabs a user has, who may open the pages named; those of others, and of other pages, are none. */
  const of = (userId: string, isOpen: (name: string) => boolean): readonly Tab[] => {
    const { userId: before, tabs } = store.getState();
    const own = before === userId ? tabs : [];
    return own.every((tab) => isOpen(tab.name)) ? own : own.filter((tab) => isOpen(tab.name));
  };
  return Object.assign(store, {
    of,
    /** A user, who may open the pages named, is shown a tab. */
    visit(userId: string, isOpen: (name: string) => boolean, shown: Tab): void {
      const own = of(userId, isOpen);
      if (store.getState().userId !== userId) store.setState({ userId });
      set(visited(own, shown));
    },
    /** Gives a place a tab of its own, beside another one. */
    openBeside(visit: Visit, after: string | undefined): Tab {
      const { tabs, tab } = beside(store.getState().tabs, visit, after);
      set(tabs);
      return tab;
    },
    /** Opens what a tab shows a second time, beside it. */
    double(key: string): Tab | undefined {
      const outcome = doubled(store.getState().tabs, key);
      if (outcome !== undefined) set(outcome.tabs);
      return outcome?.tab;
    },
    rename(key: string, title: string): void {
      set(renamed(store.getState().tabs, key, title));
    },
    pin(key: string, isPinned: boolean): void {
      set(pinned(store.getState().tabs, key, isPinned));
    },
    move(key: string, place: number): void {
      set(moved(store.getState().tabs, key, place));
    },
    /** What closing tabs would come to. */
    wouldClose(what: Closing, key: string, shown: string | undefined, home: string): Closed {
      return closed(store.getState().tabs, what, key, shown, home);
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
