import { create } from 'zustand';
import type { ShownRecord } from '../../engine/react/index.ts';
import type { Tab } from './tab-list.ts';

type Shown = Pick<ShownRecord, 'id' | 'title'>;

/** The record each page showed last. Names of people are not kept in the browser: after a reload they come with their page. */
const store = create<{ readonly byPage: ReadonlyMap<string, Shown>; readonly recent: readonly ShownRecord[] }>(() => ({
  byPage: new Map(),
  recent: [],
}));

/** Records that are kept as shown lately. */
const maxRecent = 8;

/** A page shows a record. */
export function noteRecord(shown: ShownRecord): void {
  const { page, id, title } = shown;
  const { byPage, recent } = store.getState();
  const before = byPage.get(page);
  if (before?.id === id && before.title === title) return;
  const others = recent.filter((one) => one.page !== page || one.id !== id);
  store.setState({
    byPage: new Map([...byPage, [page, { id, title }]]),
    recent: [shown, ...others].slice(0, maxRecent),
  });
}

/** The records shown lately, the last one first. */
export function useRecentRecords(): readonly ShownRecord[] {
  return store(({ recent }) => recent);
}

/** Forgets all names, as the session is over. */
export function forgetRecords(): void {
  store.setState({ byPage: new Map(), recent: [] });
}

/** What a tab is called after the record at its address; undefined where that is not known. */
export function useRecordNames(): (tab: Pick<Tab, 'name' | 'search'>) => string | undefined {
  const byPage = store(({ byPage: names }) => names);
  return ({ name, search }) => {
    const shown = byPage.get(name);
    return shown !== undefined && new URLSearchParams(search).get('id') === shown.id ? shown.title : undefined;
  };
}
