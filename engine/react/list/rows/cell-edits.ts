import { Turns } from '../../calls/turns.ts';

/** A cell of a table. */
export type CellPlace = { readonly row: string; readonly column: string };

/** How it stands with the change of a cell; a refused one keeps what was typed. */
export type CellSave =
  | { readonly kind: 'saving' | 'saved'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly value: unknown; readonly reason: string };

/** What stands in a cell on the server, after a change of it was answered. */
export type StoredCell = { readonly value: unknown; readonly version: number | undefined };

/**
 * Which cell of a table is being edited, and how it stands with the changes of others. Cells listen for themselves, so
 * that no other is drawn anew; what is known of a cell outlasts its being scrolled out of sight.
 */
export class CellEdits {
  readonly #listeners = new Set<() => void>();
  readonly #saves = new Map<string, CellSave>();
  readonly #turns = new Turns<StoredCell>();
  readonly #asked = new Map<string, number>();
  #open: CellPlace | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  isOpen({ row, column }: CellPlace): boolean {
    return this.#open?.row === row && this.#open.column === column;
  }

  open(place: CellPlace): void {
    this.#open = place;
    this.#tell();
  }

  /** Closes this cell, unless another one is open already. */
  close(place: CellPlace): void {
    if (!this.isOpen(place)) return;
    this.#open = undefined;
    this.#tell();
  }

  /** How it stands with the change of a cell; undefined where there is none. */
  saveOf(place: CellPlace): CellSave | undefined {
    return this.#saves.get(keyOf(place));
  }

  setSave(place: CellPlace, save: CellSave | undefined): void {
    if (save === undefined) this.#saves.delete(keyOf(place));
    else this.#saves.set(keyOf(place), save);
    this.#tell();
  }

  /** Sends one change of a cell after the other. Each is told what the one before it left; only the newest shows how it stands. */
  inTurn(
    place: CellPlace,
    work: (before: StoredCell | undefined, show: (save: CellSave | undefined) => void) => Promise<StoredCell>,
  ): Promise<StoredCell> {
    const key = keyOf(place);
    const number = (this.#asked.get(key) ?? 0) + 1;
    this.#asked.set(key, number);
    const show = (save: CellSave | undefined) => {
      if (this.#asked.get(key) === number) this.setSave(place, save);
    };
    return this.#turns.take(key, (before) => work(before, show));
  }

  /** Ends the mark of a cell that is saved, unless it was changed again meanwhile. */
  forgetSaved(place: CellPlace): void {
    if (this.saveOf(place)?.kind === 'saved') this.setSave(place, undefined);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function keyOf({ row, column }: CellPlace): string {
  return `${row} ${column}`;
}
