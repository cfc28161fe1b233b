import { createContext } from 'react';
import type { ListView } from '../../model/view/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';

/** Records that are selected, in the order they were; whoever draws some of them listens. */
export class Selection {
  readonly #listeners = new Set<() => void>();
  #rows: readonly WireRecord[] = [];
  #ids: ReadonlySet<string> = new Set();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same list until it changes. */
  readonly rows = (): readonly WireRecord[] => this.#rows;

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  replace(rows: readonly WireRecord[]): void {
    this.#rows = rows;
    this.#ids = new Set(rows.map(({ id }) => id));
    for (const listener of this.#listeners) listener();
  }

  remove(id: string): void {
    this.replace(this.#rows.filter((row) => row.id !== id));
  }
}

/** Why a row of a list cannot be picked: it is there already, or it is a node with others below. */
export type PickBar = 'taken' | 'inner';

/** Rows of a list being picked for a form: the list is drawn to select from, and nothing else is done in it. */
export type RowPicking = {
  /** The list page. */
  readonly page: string;
  /** What is picked, whatever part of the list is in sight. */
  readonly selection: Selection;
  /** The list as rows are picked from it: nothing else is done in it. */
  readonly viewOf: (view: ListView) => ListView;
  readonly barOf: (record: WireRecord) => PickBar | undefined;
};

/** Holds what is being picked for the list that is drawn inside. */
export const RowPickingContext = createContext<RowPicking | undefined>(undefined);
