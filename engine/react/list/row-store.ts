import { useSyncExternalStore } from 'react';
import type { WireRecord } from '../../model/index.ts';

/**
 * Which rows are selected and which one has the keyboard. Rows listen for themselves, so that a change draws the
 * rows it is about and no others.
 */
export class RowStore {
  readonly #listeners = new Set<() => void>();
  #rows: readonly WireRecord[] = [];
  #chosen: ReadonlyMap<string, WireRecord> = new Map();
  #selected: readonly WireRecord[] = [];
  #current: string | undefined;
  #touched: string | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get rows(): readonly WireRecord[] {
    return this.#rows;
  }

  /** The selected rows in their order on the page. */
  get selected(): readonly WireRecord[] {
    return this.#selected;
  }

  /** The row that has the keyboard, or would have it. */
  get current(): WireRecord | undefined {
    return this.#rows.find((row) => row.id === this.#current);
  }

  /** Whether the row is the one Tab comes to. */
  isCurrent(id: string): boolean {
    return (this.current ?? this.#rows[0])?.id === id;
  }

  isSelected(id: string): boolean {
    return this.#chosen.has(id);
  }

  /** The rows now in sight; what is no longer in sight is no longer selected. */
  show(rows: readonly WireRecord[]): void {
    if (rows === this.#rows) return;
    this.#rows = rows;
    this.#choose((row) => this.#chosen.has(row.id));
  }

  focus(id: string | undefined): void {
    if (id === this.#current) return;
    this.#current = id;
    this.#tell();
  }

  /** Selects a row or not; with `isRange` every row from the one touched last. */
  toggle(id: string, isRange = false): void {
    const isOn = !this.#chosen.has(id);
    const range = new Set(isRange ? this.#between(this.#touched, id) : [id]);
    this.#touched = id;
    this.#choose((row) => (range.has(row.id) ? isOn : this.#chosen.has(row.id)));
  }

  selectAll(isOn: boolean): void {
    this.#choose(() => isOn);
  }

  #between(from: string | undefined, to: string): readonly string[] {
    const [start, end] = [from, to].map((id) => this.#rows.findIndex((row) => row.id === id));
    if (start === undefined || end === undefined || start < 0) return [to];
    return this.#rows.slice(Math.min(start, end), Math.max(start, end) + 1).map((row) => row.id);
  }

  #choose(isChosen: (row: WireRecord) => boolean): void {
    this.#selected = this.#rows.filter(isChosen);
    this.#chosen = new Map(this.#selected.map((row) => [row.id, row]));
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Something of a store, drawn anew when it changes. */
export function useRows<Value>(store: RowStore, read: () => Value): Value {
  return useSyncExternalStore(store.subscribe, read);
}

/** The selected rows. */
export function useSelected(store: RowStore): readonly WireRecord[] {
  return useRows(store, () => store.selected);
}
