import { createContext, useContext, useSyncExternalStore } from 'react';
import type { WireRecord } from '../../model/wire/index.ts';

/** Rows of the page that somebody else was quicker with, each with what is said of it. */
export class MovedRows {
  readonly #words = new Map<string, string>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  wordsOf(record: WireRecord): string | undefined {
    return this.#words.get(keyOf(record));
  }

  add(record: WireRecord, words: string): void {
    this.#words.set(keyOf(record), words);
    for (const listener of this.#listeners) listener();
  }
}

/** Of the row as it stood: what comes of it later is another matter. */
function keyOf({ id, version }: WireRecord): string {
  return `${id} ${version}`;
}

/** Holds them for everything drawn on the page. */
export const MovedRowsContext = createContext<MovedRows>(new MovedRows());

/** What is said of a row that went elsewhere meanwhile; undefined of any other. */
export function useMovedWords(record: WireRecord): string | undefined {
  const moved = useContext(MovedRowsContext);
  return useSyncExternalStore(moved.subscribe, () => moved.wordsOf(record));
}
