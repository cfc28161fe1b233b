import { create } from 'zustand';
import type { ShownRecord } from '../../engine/react/index.ts';
import { recordOf, type Tab } from './tab-list.ts';

/** A record on the page that shows it. */
export type RecordPlace = Pick<ShownRecord, 'page' | 'id'>;

type Known = { readonly names: ReadonlyMap<string, string>; readonly recent: readonly RecordPlace[] };

/** Where lies which records were shown lately; what they are called is not kept: names of people are asked for anew. */
const recentKey = 'recentRecords';
/** Records that are kept as shown lately. */
const maxRecent = 8;
/** Names that are known; more records than that are open in no browser. */
const maxNames = 200;

/** What records are called that pages showed, and which were shown lately. */
const store = create<Known>(() => ({
  names: new Map(),
  recent: readPlaces(window.sessionStorage.getItem(recentKey)),
}));

/** A page shows a record. */
export function noteRecord(shown: ShownRecord): void {
  const { page, id } = shown;
  const { recent } = store.getState();
  const others = recent.filter((one) => one.page !== page || one.id !== id);
  const places = [{ page, id }, ...others].slice(0, maxRecent);
  store.setState({ recent: places });
  window.sessionStorage.setItem(recentKey, JSON.stringify(places));
  nameRecords([shown]);
}

/** Says what records are called that pages could show. */
export function nameRecords(records: readonly ShownRecord[]): void {
  const names = new Map(store.getState().names);
  for (const { page, id, title } of records) {
    const key = keyOf({ page, id });
    names.delete(key);
    names.set(key, title);
  }
  store.setState({ names: new Map([...names].slice(-maxNames)) });
}

/** Where the records are that were shown lately, the last one first. */
export function useRecentPlaces(): readonly RecordPlace[] {
  return store(({ recent }) => recent);
}

/** Forgets all of it, as the session is over. */
export function forgetRecords(): void {
  window.sessionStorage.removeItem(recentKey);
  store.setState({ names: new Map(), recent: [] });
}

/** What a record is called; undefined where that is not known. */
export function useNamesOf(): (place: RecordPlace) => string | undefined {
  const names = store((known) => known.names);
  return (place) => names.get(keyOf(place));
}

/** The record at the address of a tab; undefined for one that is about none. */
export function placeOf({ name, search }: Pick<Tab, 'name' | 'search'>): RecordPlace | undefined {
  const id = recordOf(search);
  return id === undefined ? undefined : { page: name, id };
}

function keyOf({ page, id }: RecordPlace): string {
  return `${page} ${id}`;
}

function readPlaces(text: string | null): readonly RecordPlace[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPlace).slice(0, maxRecent) : [];
  } catch {
    return [];
  }
}

function isPlace(kept: unknown): kept is RecordPlace {
  if (typeof kept !== 'object' || kept === null) return false;
  return 'page' in kept && typeof kept.page === 'string' && 'id' in kept && typeof kept.id === 'string';
}
