import { create } from 'zustand';
import type { ShownRecord } from '../../engine/react/index.ts';
import type { Tab } from './tab-list.ts';

type Shown = Pick<ShownRecord, 'id' | 'title'>;

/** The record each page showed last. Names of people are not kept in the browser: after a reload they come with their page. */
const store = create<{ readonly byPage: ReadonlyMap<string, Shown> }>(() => ({ byPage: new Map() }));

/** A page shows a record. */
export function noteRecord({ page, id, title }: ShownRecord): void {
  const { byPage } = store.getState();
  const before = byPage.get(page);
  if (before?.id !== id || before.title !== title)
    store.setState({ byPage: new Map([...byPage, [page, { id, title }]]) });
}

/** Forgets all names, as the session is over. */
export function forgetRecords(): void {
  store.setState({ byPage: new Map() });
}

/** What a tab is called after the record at its address; undefined where that is not known. */
export function useRecordNames(): (tab: Pick<Tab, 'name' | 'search'>) => string | undefined {
  const byPage = store(({ byPage: names }) => names);
  return ({ name, search }) => {
    const shown = byPage.get(name);
    return shown !== undefined && new URLSearchParams(search).get('id') === shown.id ? shown.title : undefined;
  };
}
