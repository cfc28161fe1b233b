import { useSyncExternalStore } from 'react';
import type { Where, WireRecord } from '../../../model/wire/index.ts';
import { type PickBar, type RowPicking, Selection } from '../../host/row-picking.ts';

/** Which rows are shown: those that a filter finds, and the page or other place among them. */
export type RowsAbout = { readonly filter: string; readonly place: string };

/** All rows that a filter finds, with their number as it was last told. */
export type MatchingRows = { readonly where: Where | undefined; readonly count: number };

const always: RowsAbout = { filter: '', place: '' };

/**
 * Which rows are selected and which one has the keyboard. Rows listen for themselves, so that a change draws the
 * rows it is about and no others. What is selected stays so on other pages of the same filter; what is picked for a form
 * whatever the filter.
 */
export class RowStore {
  readonly #listeners = new Set<() => void>();
  #rows: readonly WireRecord[] = [];
  #stops: readonly string[] = [];
  #about = always;
  readonly #picking: RowPicking | undefined;
  readonly #selection: Selection;
  #matching: MatchingRows | undefined;
  #current: string | undefined;
  #touched: string | undefined;

  constructor(picking?: RowPicking) {
    this.#picking = picking;
    this.#selection = picking?.selection ?? new Selection();
    this.#selection.subscribe(() => this.#tell());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get rows(): readonly WireRecord[] {
    return this.#rows;
  }

  /** The selected rows: those of other pages, then those in sight in their order. */
  get selected(): readonly WireRecord[] {
    return this.#selection.rows();
  }

  /** How many of the rows in sight are selected. */
  get selectedInSight(): number {
    return this.#rows.filter((row) => this.isSelected(row.id)).length;
  }

  /** How many of the rows in sight can be selected. */
  get selectable(): number {
    return this.#rows.filter((row) => this.barOf(row) === undefined).length;
  }

  /** All rows that the filter finds, where those are selected rather than one by one. */
  get matching(): MatchingRows | undefined {
    return this.#matching;
  }

  /** Ids of all lines the keyboard comes to, in order: the rows, and where they are grouped what stands between. */
  get stops(): readonly string[] {
    return this.#stops;
  }

  /** The line that had the keyboard last, while it is there. */
  get focused(): string | undefined {
    return this.#current !== undefined && this.#stops.includes(this.#current) ? this.#current : undefined;
  }

  /** The row that has the keyboard, or would have it. */
  get current(): WireRecord | undefined {
    return this.#rows.find((row) => row.id === this.#current);
  }

  /** Whether the line is the one Tab comes to. */
  isCurrent(id: string): boolean {
    return (this.focused ?? this.#stops[0]) === id;
  }

  isSelected(id: string): boolean {
    return this.#matching !== undefined || this.#selection.has(id);
  }

  /** Whether rows are selected here to be picked for a form. */
  get isPicking(): boolean {
    return this.#picking !== undefined;
  }

  /** Why a row cannot be selected; undefined where it can. */
  barOf(record: WireRecord): PickBar | undefined {
    return this.#picking?.barOf(record);
  }

  /**
   * The rows now in sight. Rows of another filter begin with nothing selected; what is gone from the page that is
   * still shown is no longer selected. `stops` where the keyboard comes to other lines, too.
   */
  show(rows: readonly WireRecord[], about: RowsAbout = always, stops?: readonly string[]): void {
    const isSameLines = stops === undefined || stops === this.#stops;
    if (rows === this.#rows && isSameLines) return;
    this.#stops = stops ?? rows.map(({ id }) => id);
    const before = this.#about;
    const isSamePage = about.filter === before.filter && about.place === before.place;
    const gone = new Set(isSamePage ? this.#rows.map(({ id }) => id) : []);
    const isKept = about.filter === before.filter || this.isPicking;
    const elsewhere = isKept ? this.selected.filter(({ id }) => !gone.has(id)) : [];
    if (about.filter !== before.filter) this.#matching = undefined;
    this.#rows = rows;
    this.#about = about;
    this.#keep(elsewhere, (row) => isKept && this.#selection.has(row.id));
  }

  focus(id: string | undefined): void {
    if (id === this.#current) return;
    this.#current = id;
    this.#tell();
  }

  /** Selects a row or not; with `isRange` every row from the one touched last. */
  toggle(id: string, isRange = false): void {
    const isOn = !this.isSelected(id);
    const range = new Set(isRange ? this.#between(this.#touched, id) : [id]);
    this.#touched = id;
    this.#choose((row) => (range.has(row.id) ? isOn : this.isSelected(row.id)));
  }

  /** Selects all rows in sight or none of them. */
  selectAll(isOn: boolean): void {
    this.#choose(() => isOn);
  }

  /** Selects all rows that the filter finds, on whatever page. */
  selectMatching(matching: MatchingRows): void {
    this.#matching = matching;
    this.#tell();
  }

  /** Nothing is selected any more, on no page. */
  clear(): void {
    this.#matching = undefined;
    this.#keep([], () => false);
  }

  #between(from: string | undefined, to: string): readonly string[] {
    const [start, end] = [from, to].map((id) => this.#rows.findIndex((row) => row.id === id));
    if (start === undefined || end === undefined || start < 0) return [to];
    return this.#rows.slice(Math.min(start, end), Math.max(start, end) + 1).map((row) => row.id);
  }

  /** Chooses among the rows in sight; those of other pages stay as they are. */
  #choose(isChosen: (row: WireRecord) => boolean): void {
    const inSight = new Set(this.#rows.map(({ id }) => id));
    const now = this.#rows.map((row) => [row, isChosen(row) && this.barOf(row) === undefined] as const);
    const chosen = new Set(now.flatMap(([row, isOn]) => (isOn ? [row.id] : [])));
    this.#matching = undefined;
    this.#keep(
      this.selected.filter(({ id }) => !inSight.has(id)),
      (row) => chosen.has(row.id),
    );
  }

  #keep(elsewhere: readonly WireRecord[], isChosen: (row: WireRecord) => boolean): void {
    const here = this.#rows.filter(isChosen);
    const ids = new Set(here.map(({ id }) => id));
    this.#selection.replace([...elsewhere.filter(({ id }) => !ids.has(id)), ...here]);
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
