import type { Scope } from '../../../../model/expression/index.ts';
import { type Fault, faultMessage, pointer } from '../../../../model/faults/index.ts';
import type { FormFieldView, FormRowsView } from '../../../../model/view/index.ts';
import type { WireRecord } from '../../../../model/wire/index.ts';
import type { RowsDraft } from '../../../drafts/draft-shape.ts';
import { isSame, type Values } from '../../../record/values.ts';
import { type Chosen, followed, followersOf } from '../values/follow-source.ts';
import { takenOver, withTaken } from './added-rows.ts';
import { copiedValues, draftRows, isRecord, keptRows, refilled, restoredRows } from './carried-rows.ts';
import { RowMaker } from './edited-row.ts';
import { filledRows } from './filled-row.ts';
import { pastedCells } from './pasted-cells.ts';
import type { EditedRow, PasteLeft, RowList, RowsSnapshot } from './row-list.ts';
import type { RowsOptions } from './rows-options.ts';
import { listFault, placesIn } from './rows-places.ts';

/** The child rows of an opened form: what is typed into them, what is worked out, what is wrong, what is sent. */
export class RowsSession implements RowList {
  readonly view: FormRowsView;
  /** Where the rows stand in the form. */
  readonly path: string;
  readonly #options: RowsOptions;
  readonly #maker: RowMaker;
  readonly #edited = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #blank: number;
  #removed: { readonly row: EditedRow; readonly index: number } | undefined;
  #sent: readonly string[] = [];
  #snapshot: RowsSnapshot;

  constructor(options: RowsOptions) {
    const { view, stored } = options;
    this.view = view;
    this.#options = options;
    this.path = options.path ?? view.key;
    const { reached } = options;
    const whole = reached === undefined ? undefined : (row: Values) => reached(row, '');
    this.#maker = new RowMaker(view, options.dictionaries, options.scope, this.#openList, whole);
    this.#maker.base = stored ?? [];
    // What is picked from a list begins with nothing picked.
    const isBlank = view.isFixed || view.pick !== undefined;
    const blank = () => (isBlank ? [] : Array.from({ length: view.min }, () => this.#maker.fresh({})));
    this.#blank = isBlank ? 0 : view.min;
    this.#snapshot = { rows: stored?.map((record) => this.#maker.stored(record)) ?? blank(), canUndo: false };
  }

  readonly #openList = (view: FormRowsView, row: string, stored: readonly WireRecord[] | undefined): RowsSession => {
    const { expect, reached, ...shared } = this.#options;
    const below = [row, view.key].join('.');
    return new RowsSession({
      ...shared,
      ...{ view, stored, path: `${this.path}.${below}`, scope: this.#maker.scope },
      expect: (place, work) => expect?.(`${below}.${place}`, work),
      ...(reached === undefined
        ? {}
        : { reached: (values, list) => reached(values, list === '' ? view.key : `${view.key}.${list}`) }),
    });
  };

  get cells(): readonly FormFieldView[] {
    return this.#maker.cells;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): RowsSnapshot => this.#snapshot;

  /** The values of all rows, for expressions. */
  values(): readonly Values[] {
    return this.#snapshot.rows.map((row) => row.values);
  }

  /** Whether no row may be added: there is no room, or the rows stay as they are. */
  get isFull(): boolean {
    return this.view.isFixed || this.#snapshot.rows.length >= this.view.max;
  }

  /** Adds an empty row at the end; answers its key, or undefined when there is no room. */
  add(): string | undefined {
    return this.#insert(this.#snapshot.rows.length, {});
  }

  /** Adds rows that hold these values at the end, as far as there is room; answers how many found none. */
  addAll(rows: readonly Values[]): number {
    const room = this.view.isFixed ? 0 : Math.max(0, this.view.max - this.#snapshot.rows.length);
    const added = rows.slice(0, room).map((values) => this.#maker.fresh(values));
    for (const { key, values } of added) for (const cell of Object.keys(values)) this.#edited.add(`${key}.${cell}`);
    this.#change([...this.#snapshot.rows, ...added]);
    this.#followAll(added);
    return rows.length - added.length;
  }

  /** What cells of new rows take over from their references arrives later, and is taken all at once. */
  #followAll(added: readonly EditedRow[]): void {
    const { lookUp, expect } = this.#options;
    const works = lookUp === undefined ? [] : takenOver(added, this.cells, lookUp);
    if (works.length === 0) return;
    const arrived = Promise.all(works.map(({ taken }) => taken)).then((taken) => {
      this.#change(withTaken(this.#maker, this.#snapshot.rows, taken), this.#snapshot.fault);
      return true;
    });
    for (const { place } of works) expect?.(place, arrived);
  }

  /** Adds a row like this one below it. */
  duplicate(key: string): string | undefined {
    const index = this.#indexOf(key);
    const row = this.#snapshot.rows[index];
    if (row === undefined) return undefined;
    const made = this.#insert(index + 1, copiedValues(this.cells, row.values));
    const copy = this.#snapshot.rows.find((other) => other.key === made);
    for (const [name, list] of copy?.lists ?? []) list.fillLike(row.lists.get(name));
    return made;
  }

  /** Makes the rows of a new row like those of another. */
  fillLike(other: RowList | undefined): void {
    const rows = (other?.values() ?? []).map((values) => this.#maker.fresh(copiedValues(this.cells, values)));
    this.#change(rows);
  }

  remove(key: string): void {
    const index = this.#indexOf(key);
    const row = this.#snapshot.rows[index];
    if (row === undefined || this.view.isFixed) return;
    this.#removed = { row, index };
    this.#change(this.#snapshot.rows.filter((other) => other !== row));
  }

  /** Brings the row removed last back to its place. */
  undo(): string | undefined {
    if (this.#removed === undefined || this.isFull) return undefined;
    const { row, index } = this.#removed;
    this.#removed = undefined;
    this.#change(this.#snapshot.rows.toSpliced(index, 0, row));
    return row.key;
  }

  /** Moves a row up (-1) or down (1). */
  move(key: string, by: -1 | 1): void {
    this.moveTo(key, this.#snapshot.rows[this.#indexOf(key) + by]?.key ?? key);
  }

  /** Puts a row in the place of another. */
  moveTo(key: string, other: string): void {
    const { rows } = this.#snapshot;
    const row = rows[this.#indexOf(key)];
    const place = this.#indexOf(other);
    if (row === undefined || place < 0 || key === other || this.view.isFixed) return;
    this.#change(rows.filter((each) => each !== row).toSpliced(place, 0, row));
  }

  /** Takes a value somebody typed or chose. */
  edit(key: string, cell: string, value: unknown): void {
    this.#edited.add(`${key}.${cell}`);
    const before = this.#valuesOf(key)?.[cell];
    this.#put(key, cell, value);
    this.#follow(key, { reference: cell, before, now: value });
  }

  #put(key: string, cell: string, value: unknown): void {
    const { rows, fault } = this.#snapshot;
    const edited = rows.map((row) => {
      if (row.key !== key) return row;
      const next = this.#maker.row({ ...row, values: { ...row.values, [cell]: value } });
      return row.faults.has(cell) || row.faults.has('') ? this.#maker.checked(next, [cell]) : next;
    });
    this.#change(edited, fault);
  }

  /** What cells take over from a reference that was chosen in their row arrives later. */
  #follow(key: string, chosen: Chosen): void {
    const { lookUp, expect } = this.#options;
    if (lookUp === undefined) return;
    for (const view of followersOf(this.cells, chosen.reference)) {
      const work = followed(view, chosen, this.#valuesOf(key) ?? {}, lookUp).then((taken) => {
        const isCurrent = isSame(this.#valuesOf(key)?.[chosen.reference], chosen.now);
        if (taken !== undefined && isCurrent) this.#put(key, view.key, taken.value);
        return true;
      });
      expect?.(`${key}.${view.key}`, work);
    }
  }

  #valuesOf(key: string): Values | undefined {
    return this.#snapshot.rows.find((row) => row.key === key)?.values;
  }

  /** Checks a cell that is left, once something was typed into it. */
  leave(key: string, cell: string): void {
    if (!this.#edited.has(`${key}.${cell}`)) return;
    const { rows, fault } = this.#snapshot;
    this.#show(
      rows.map((row) => (row.key === key ? this.#maker.checked(row, [cell]) : row)),
      fault,
    );
  }

  /** Fills cells from this one on with the cells of a spreadsheet; answers how many lines and cells found no room. */
  paste(key: string, cell: string, text: string): PasteLeft {
    const lines = pastedCells(text);
    const start = this.#indexOf(key);
    const column = this.cells.findIndex((view) => view.key === cell);
    if (start < 0 || column < 0) return { lines: lines.length, cells: 0 };
    const { rows } = this.#snapshot;
    const isFilledOnly = this.view.isFixed || this.view.pick !== undefined;
    const room = (isFilledOnly ? rows.length : this.view.max) - start;
    const filling = { column, dictionaries: this.#options.dictionaries, edited: this.#edited };
    const filled = filledRows(this.#maker, rows, start, lines.slice(0, room), filling);
    this.#change(filled.rows);
    return { lines: Math.max(0, lines.length - room), cells: filled.left };
  }

  /** What expressions of a row read just now. */
  scopeOf({ values }: EditedRow): Scope {
    return this.#maker.scopeOf(values);
  }

  /** Works the rows out anew after the form around them changed. */
  relink(scope: Scope): void {
    this.#maker.scope = scope;
    const { rows, fault } = this.#snapshot;
    for (const list of rows.flatMap((row) => [...row.lists.values()])) list.relink(scope);
    this.#show(
      rows.map((row) => this.#maker.row(row)),
      fault,
    );
  }

  /** Checks every row and answers the places at fault, in order. */
  checkAll(isRequired: boolean): readonly string[] {
    const { rows } = this.#snapshot;
    this.#show(
      rows.map((row) => this.#maker.checked(row)),
      listFault(this.view, rows.length, isRequired),
    );
    for (const list of rows.flatMap((row) => [...row.lists.values()])) list.checkAll(false);
    return this.places();
  }

  /** Places that are shown as wrong: the rows as a whole, a row, a cell. */
  places(): readonly string[] {
    const { rows, fault } = this.#snapshot;
    const ofRows = rows.flatMap((row) => placesIn(row, this.path, this.cells));
    return fault === undefined ? ofRows : [this.path, ...ofRows];
  }

  /** The first cell of the first row that may be filled in. */
  firstPlace(): string | undefined {
    const [row] = this.#snapshot.rows;
    const cell = this.cells.find(({ key, picked }) => picked !== true && row?.states.get(key)?.enabled === true);
    return row === undefined || cell === undefined ? undefined : `${this.path}.${row.key}.${cell.key}`;
  }

  /** Puts a fault the server located, such as `/items/2/quantity`, at its cell; answers its place. */
  showFault(fault: Fault): string {
    const [, , at, name = '', ...below] = fault.pointer.split('/');
    const key = at === undefined ? undefined : this.#sent[Number(at)];
    const cell = this.cells.find((view) => view.key === name);
    const sentence = faultMessage(cell === undefined ? fault : { ...fault, title: cell.title });
    const { rows } = this.#snapshot;
    const row = rows.find((candidate) => candidate.key === key);
    if (key === undefined || row === undefined) {
      this.#show(rows, sentence);
      return this.path;
    }
    const list = row.lists.get(name);
    if (list !== undefined) return list.showFault({ ...fault, pointer: pointer(name, ...below) });
    const place = cell?.key ?? '';
    this.#show(
      rows.map((each) => (each === row ? { ...row, faults: new Map([...row.faults, [place, sentence]]) } : each)),
      this.#snapshot.fault,
    );
    return `${this.path}.${key}.${place}`;
  }

  /** The rows as they were when the form was opened. */
  openedRows(): readonly WireRecord[] {
    return this.#maker.base;
  }

  /**
   * Goes on from the rows somebody else stored meanwhile: they are taken, or saving will replace them; rows of his
   * that are gone will then be made anew.
   */
  takeStored(stored: unknown, isTaken: boolean): void {
    if (Array.isArray(stored)) this.#maker.base = stored.filter(isRecord);
    if (isTaken) {
      this.#removed = undefined;
      this.#change(this.#maker.base.map((record) => this.#maker.stored(record)));
      return;
    }
    this.#show(keptRows(this.#maker, this.#snapshot.rows, this.view.isFixed ? this.#edited : undefined));
  }

  /** The rows as they stand, and as they were read, without what has a mask. */
  draft(): RowsDraft {
    return { rows: draftRows(this.cells, this.#snapshot.rows), base: this.was() };
  }

  /** Brings back rows that were typed before, over the list as it was then. */
  restore(draft: RowsDraft): void {
    const restored = this.view.isFixed ? refilled : restoredRows;
    this.#change(restored(this.#maker, draft, this.#edited, this.view.max));
  }

  /** Whether the rows differ from those that were read. */
  isChanged(): boolean {
    const { rows } = this.#snapshot;
    const { base } = this.#maker;
    const isOther = (row: EditedRow, index: number) =>
      row.record?.id !== base[index]?.id || Object.keys(this.#maker.sending(row)).length > 0;
    return rows.length !== base.length || rows.some(isOther);
  }

  /** Whether something was done that closing would lose. */
  isTouched(): boolean {
    const isNew = this.#options.stored === undefined;
    if (!isNew) return this.isChanged();
    const lists = this.#snapshot.rows.flatMap((row) => [...row.lists.values()]);
    return (
      this.#edited.size > 0 || lists.some((list) => list.isTouched()) || this.#snapshot.rows.length !== this.#blank
    );
  }

  /** The rows to send, in their order: known ones with what changed, new ones with what they hold. */
  body(): readonly Values[] {
    const { rows } = this.#snapshot;
    this.#sent = rows.map((row) => row.key);
    return rows.map((row) => ({
      ...(row.record === undefined ? {} : { id: row.record.id }),
      ...this.#maker.sending(row),
    }));
  }

  /** The rows as they were read. */
  was(): readonly Values[] {
    return this.#maker.was();
  }

  #indexOf(key: string): number {
    return this.#snapshot.rows.findIndex((row) => row.key === key);
  }

  #insert(index: number, values: Values): string | undefined {
    if (this.isFull) return undefined;
    const row = this.#maker.fresh(values);
    this.#change(this.#snapshot.rows.toSpliced(index, 0, row));
    return row.key;
  }

  #change(rows: readonly EditedRow[], fault?: string): void {
    this.#show(rows, fault);
    this.#options.onChange();
  }

  #show(rows: readonly EditedRow[], fault?: string): void {
    const before = this.#snapshot;
    const isSameRows = rows.length === before.rows.length && rows.every((row, index) => row === before.rows[index]);
    const canUndo = this.#removed !== undefined;
    if (isSameRows && fault === before.fault && canUndo === before.canUndo) return;
    const kept = isSameRows ? before.rows : rows;
    this.#snapshot = { rows: kept, canUndo, ...(fault === undefined ? {} : { fault }) };
    for (const listener of this.#listeners) listener();
  }
}
