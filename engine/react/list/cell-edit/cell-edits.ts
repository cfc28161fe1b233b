/** A cell of a table. */
export type CellPlace = { readonly row: string; readonly column: string };

/** Which cell of a table is being edited. Cells listen for themselves, so that no other is drawn anew. */
export class CellEdits {
  readonly #listeners = new Set<() => void>();
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

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
