import type { DictionaryDocument } from '../../../../model/documents/index.ts';
import type { Scope } from '../../../../model/expression/index.ts';
import { faultMessage, pointer } from '../../../../model/faults/index.ts';
import { type FieldState, type FormFieldView, type FormRowsView, rowLinkage } from '../../../../model/view/index.ts';
import type { WireRecord } from '../../../../model/wire/index.ts';
import { isEmpty, isSame, type Values } from '../../../record/values.ts';
import { faultOf, storedForm } from '../values/check-field.ts';
import { isWritable, maskedValues, startValues } from '../values/form-mode.ts';
import type { EditedRow, OpenList, RowList } from './row-list.ts';

/** What the rows of a form have in common: their cells, what their expressions read, and what was stored. */
export class RowMaker {
  readonly cells: readonly FormFieldView[];
  /** The rows as they were read. */
  base: readonly WireRecord[] = [];
  /** What expressions read besides the row. */
  scope: Scope;
  readonly #view: FormRowsView;
  readonly #dictionaries: ReadonlyMap<string, DictionaryDocument>;
  #made = 0;

  /** The row with what stands behind its references. */
  readonly #reached: (row: Values) => Values;
  readonly #open: OpenList;

  constructor(
    view: FormRowsView,
    dictionaries: ReadonlyMap<string, DictionaryDocument>,
    scope: Scope,
    open: OpenList,
    reached: (row: Values) => Values = (row) => row,
  ) {
    this.#open = open;
    this.#reached = reached;
    this.#view = view;
    this.#dictionaries = dictionaries;
    this.scope = scope;
    this.cells = view.fields.filter((cell) => cell.kind === 'field');
  }

  /** What expressions of a row read. */
  scopeOf(row: Values): Scope {
    return { ...this.scope, row: this.#reached(row) };
  }

  /** A new row with these values over those the form states. */
  fresh(values: Values): EditedRow {
    const start = startValues(this.cells, 'create', undefined, (row) => this.scopeOf(row));
    return this.row({ values: { ...start, ...values } });
  }

  /** A stored row. */
  stored(record: WireRecord): EditedRow {
    return this.row({ record, values: startValues(this.cells, 'modify', record, () => this.scope) });
  }

  /** A row with everything that follows from its values; the same object when nothing follows anew. */
  row(from: Partial<EditedRow> & { readonly values: Values }): EditedRow {
    const { values, states } = rowLinkage(this.#view, from.values, (row) => this.scopeOf(row));
    const kept = from.states !== undefined && sameStates(from.states, states) ? from.states : states;
    if (isRow(from) && kept === from.states && JSON.stringify(values) === JSON.stringify(from.values)) return from;
    const key = from.key ?? this.#newKey();
    return {
      key,
      lists: from.lists ?? this.#listsOf(key, from.record),
      values,
      states: kept,
      faults: from.faults ?? new Map(),
      masked: from.masked ?? maskedValues(this.cells, from.record),
      ...(from.record === undefined ? {} : { record: from.record }),
    };
  }

  /** The row with what is wrong with these cells; all of them when none are named. */
  checked(row: EditedRow, cells: readonly string[] = this.cells.map((cell) => cell.key)): EditedRow {
    const faults = new Map(row.faults);
    faults.delete('');
    for (const view of this.cells) {
      if (!cells.includes(view.key)) continue;
      const state = row.states.get(view.key) ?? { visible: true, required: false, enabled: true };
      const isUntouched = this.#isUntouched(row, view);
      const cell = { view, state, value: row.values[view.key], isUntouched, isMasked: row.masked.has(view.key) };
      const fault = faultOf(cell, this.#dictionaries, pointer(view.key));
      if (fault === undefined) faults.delete(view.key);
      else faults.set(view.key, faultMessage(fault));
    }
    return faults.size === 0 && row.faults.size === 0 ? row : { ...row, faults };
  }

  #listsOf(row: string, record: WireRecord | undefined): ReadonlyMap<string, RowList> {
    const stored = (key: string) => (record === undefined ? undefined : recordsAt(record, key));
    return new Map(this.#view.lists.map((list) => [list.key, this.#open(list, row, stored(list.key))]));
  }

  /** What is sent of a row: of a stored one what changed, of a new one what it holds. */
  sending(row: EditedRow): Values {
    const sending: Record<string, unknown> = {};
    for (const cell of this.cells) {
      const value = row.values[cell.key];
      const isShown = row.states.get(cell.key)?.visible === true;
      const isNothing = row.record === undefined ? isEmpty(value) : this.#isUntouched(row, cell);
      if (isWritable(cell) && isShown && !isNothing) sending[cell.key] = storedForm(cell, value, this.#dictionaries);
    }
    for (const [key, list] of row.lists)
      if (row.record === undefined ? list.values().length > 0 : list.isChanged()) sending[key] = list.body();
    return sending;
  }

  /** The rows as they were read, without what came masked. */
  was(): readonly Values[] {
    return asRead(this.#view, this.base);
  }

  #isUntouched(row: EditedRow, { key }: FormFieldView): boolean {
    const base = row.record === undefined ? undefined : this.base.find((record) => record.id === row.record?.id);
    if (base === undefined) return false;
    return row.masked.has(key) ? isEmpty(row.values[key]) : isSame(row.values[key], base[key]);
  }

  #newKey(): string {
    this.#made += 1;
    return `r${this.#made}`;
  }
}

/** Rows as they were read, and theirs, without what came masked and what is only shown. */
function asRead({ fields, lists }: FormRowsView, records: readonly WireRecord[]): readonly Values[] {
  const cells = fields.filter((cell) => cell.kind === 'field');
  const plain = cells.filter((cell) => cell.field.mask === undefined && cell.shown === undefined);
  return records.map((record) => ({
    id: record.id,
    ...Object.fromEntries(plain.map(({ key }) => [key, record[key] ?? null])),
    ...Object.fromEntries(lists.map((list) => [list.key, asRead(list, recordsAt(record, list.key))])),
  }));
}

/** The rows a record holds under a key. */
export function recordsAt(record: Values, key: string): readonly WireRecord[] {
  const list: unknown = record[key];
  return Array.isArray(list) ? list : [];
}

function isRow(from: Partial<EditedRow>): from is EditedRow {
  return (
    from.lists !== undefined &&
    from.key !== undefined &&
    from.states !== undefined &&
    from.faults !== undefined &&
    from.masked !== undefined
  );
}

function sameStates(a: ReadonlyMap<string, FieldState>, b: ReadonlyMap<string, FieldState>): boolean {
  return [...b].every(([key, state]) => {
    const other = a.get(key);
    return other?.visible === state.visible && other.required === state.required && other.enabled === state.enabled;
  });
}
