import type { Scope } from '../../../../model/expression/index.ts';
import type { Fault } from '../../../../model/faults/index.ts';
import type { FieldState, FormFieldView, FormRowsView } from '../../../../model/view/index.ts';
import type { WireRecord } from '../../../../model/wire/index.ts';
import type { RowsDraft } from '../../../drafts/draft-shape.ts';
import type { Values } from '../../../record/values.ts';

/** One row being edited; the same object as long as nothing about it changes. */
export type EditedRow = {
  /** Names the row on this screen. */
  readonly key: string;
  readonly values: Values;
  readonly states: ReadonlyMap<string, FieldState>;
  /** What is wrong, by cell; under the empty name what is wrong with the row. */
  readonly faults: ReadonlyMap<string, string>;
  readonly masked: ReadonlyMap<string, string>;
  /** The row as it was read; absent for a new one. */
  readonly record?: WireRecord;
  /** Rows of its own, by key; they live as long as the row does. */
  readonly lists: ReadonlyMap<string, RowList>;
};

/** What a table of rows shows. */
export type RowsSnapshot = {
  readonly rows: readonly EditedRow[];
  readonly fault?: string;
  /** Whether the row removed last can be brought back. */
  readonly canUndo: boolean;
};

/** What of a pasted table was not put in: whole lines, and cells of the others for which there is no open place. */
export type PasteLeft = { readonly lines: number; readonly cells: number };

/** Opens the rows of a row: those that were stored with it, or those a new one begins with. */
export type OpenList = (view: FormRowsView, row: string, stored: readonly WireRecord[] | undefined) => RowList;

/** Child rows of an opened form as what draws them, and the row they belong to, know them. */
export interface RowList {
  readonly view: FormRowsView;
  /** Where the rows stand in the form. */
  readonly path: string;
  readonly cells: readonly FormFieldView[];
  readonly isFull: boolean;
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => RowsSnapshot;
  /** The values of all rows, for expressions. */
  values(): readonly Values[];
  add(): string | undefined;
  /** Adds rows that hold these values at the end, as far as there is room; answers how many found none. */
  addAll(rows: readonly Values[]): number;
  duplicate(key: string): string | undefined;
  /** Makes the rows of a new row like those of another. */
  fillLike(other: RowList | undefined): void;
  remove(key: string): void;
  undo(): string | undefined;
  move(key: string, by: -1 | 1): void;
  /** Puts a row in the place of another. */
  moveTo(key: string, other: string): void;
  edit(key: string, cell: string, value: unknown): void;
  leave(key: string, cell: string): void;
  paste(key: string, cell: string, text: string): PasteLeft;
  scopeOf(row: EditedRow): Scope;
  relink(scope: Scope): void;
  checkAll(isRequired: boolean): readonly string[];
  places(): readonly string[];
  firstPlace(): string | undefined;
  showFault(fault: Fault): string;
  openedRows(): readonly WireRecord[];
  takeStored(stored: unknown, isTaken: boolean): void;
  draft(): RowsDraft;
  restore(draft: RowsDraft): void;
  isChanged(): boolean;
  isTouched(): boolean;
  body(): readonly Values[];
  was(): readonly Values[];
}
