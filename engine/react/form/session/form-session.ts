import type { Scope } from '../../../model/expression/index.ts';
import { type Fault, faultMessage, pointer } from '../../../model/faults/index.ts';
import { isForbiddenName } from '../../../model/naming/index.ts';
import { boundedField } from '../../../model/record/index.ts';
import {
  type FieldState,
  type FormFieldView,
  type FormLinkage,
  type FormRowsView,
  formFields,
  formRows,
  mayWrite,
} from '../../../model/view/index.ts';
import type { RefusalDetail, WireRecord } from '../../../model/wire/index.ts';
import type { Draft } from '../../drafts/draft-shape.ts';
import { isSame, type Values } from '../../record/values.ts';
import { choicePlaces } from './choice-places.ts';
import { DependentChoices } from './dependent-choices.ts';
import { FormDisplay } from './form-display.ts';
import { type PlacedFaults, placeFaults, wrongPlaces } from './form-faults.ts';
import { FormScope } from './form-scope.ts';
import { placedValue, viewsAt, writePlaces } from './placed-values.ts';
import { RowsSession } from './rows/rows-session.ts';
import { changeBody, newBody, sentValues } from './session-body.ts';
import type { SessionOptions } from './session-options.ts';
import { rowValues, settledLinkage } from './settled-linkage.ts';
import { Arrivals } from './values/arrivals.ts';
import { faultOf } from './values/check-field.ts';
import { type Chosen, followed, followersOf } from './values/follow-source.ts';
import { maskedValues, startValues } from './values/form-mode.ts';
import { FormOrigin } from './values/form-origin.ts';
import { ownCauses, type WriteCause } from './write-cause.ts';

/**
 * One opened form, and the owner of its values: they are written by `write` alone, child rows by their own session;
 * then all linkage runs in one pass, and what differs is shown. It knows the state conditions and rules give each
 * field, the checks it shares with the server, and the body it sends. A place at fault is the key of a field, or
 * `rows.row.cell` for a cell of a child row.
 */
export class FormSession {
  /** What Formily draws; nothing comes back from it. */
  readonly display: FormDisplay;
  readonly fields: ReadonlyMap<string, FormFieldView>;
  readonly rows: ReadonlyMap<string, RowsSession>;
  /** What was let go of choices that depend on other values. */
  readonly choices: DependentChoices;
  readonly #options: SessionOptions;
  readonly #edited = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #arrivals = new Arrivals();
  readonly #scope: FormScope;
  readonly #origin: FormOrigin;
  #values: Values;
  #linked: FormLinkage;
  #isSettled = false;

  constructor(options: SessionOptions) {
    const { view, mode, record } = options;
    this.#options = options;
    const expect = (place: string, work: Promise<boolean>) => this.#arrivals.await(place, work);
    this.#scope = new FormScope({ ...options, expect, onArrive: () => this.#link() });
    const list = formFields(view);
    this.fields = new Map(list.map((field) => [field.key, field]));
    const start = startValues(list, mode, record, this.#scope.of, options);
    const isChange = mode === 'modify';
    const masked = isChange ? maskedValues(list, record) : new Map<string, string>();
    this.#origin = new FormOrigin({ isChange, version: record?.version, masked, start });
    this.rows = new Map(formRows(view).map((rows) => [rows.key, this.#rowsOf(rows, expect, start)]));
    this.#linked = this.#settled(start);
    // A value that is worked out is as it should be from the start: nobody typed it.
    if (mode !== 'modify') this.#origin.open(this.#computed());
    this.#values = { ...start, ...this.#computed() };
    this.display = new FormDisplay(this.#values);
    this.choices = new DependentChoices({
      allowed: options.allowed,
      valueAt: (place) => placedValue(this, place, this.#values),
      write: (values, cause) => writePlaces(this, values, cause),
      expect: (place, work) => expect(`allowed/${place}`, work),
    });
    this.#judgeChoices();
    if (mode !== 'modify')
      for (const [key, now] of Object.entries({ ...start, ...this.#computed() }))
        this.#follow({ reference: key, before: undefined, now }, true);
  }

  #rowsOf(view: FormRowsView, expect: (place: string, work: Promise<boolean>) => void, start: Values): RowsSession {
    const { mode, record, context, lookUp } = this.#options;
    const { key } = view;
    return new RowsSession({
      view,
      stored: mode === 'modify' ? recordsIn(record?.[key]) : undefined,
      dictionaries: context.dictionaries,
      scope: this.#scope.of(start),
      onChange: () => this.#link(),
      expect: (place, work) => expect(`${key}.${place}`, work),
      reached: (row, list) => this.#scope.ofRow(row, list === '' ? key : `${key}.${list}`),
      ...(lookUp === undefined ? {} : { lookUp }),
    });
  }

  /** Told when a state, a fault or a row changes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What conditions and rules make of a field or of child rows just now. */
  stateOf(key: string): FieldState {
    return this.#linked.states.get(key) ?? { visible: true, required: false, enabled: true };
  }

  /** Whether there is something the reader may not write in the record as it stands, whatever the form says. */
  get hasClosed(): boolean {
    const items = [...this.fields.values(), ...[...this.rows.values()].map(({ view }) => view)];
    return items.some((item) => !mayWrite(item, this.scope()));
  }

  isSectionShown(key: string): boolean {
    return this.#linked.sections.has(key);
  }

  /** How many places of a section are shown as wrong. */
  faultsIn(section: string): number {
    const items = this.#options.view.sections.find(({ key }) => key === section)?.items ?? [];
    return wrongPlaces(this, items);
  }

  /** The stored masked values by field. */
  get masked(): ReadonlyMap<string, string> {
    return this.#origin.masked;
  }

  /** Whether a stored record is being changed. */
  get isChange(): boolean {
    return this.#options.mode === 'modify';
  }

  /** The values as they stand. */
  values(): Values {
    return { ...this.#values, ...rowValues(this.rows) };
  }

  /** What expressions of the form read just now. */
  scope(): Scope {
    return this.#scope.of(this.values());
  }

  /** Notes that the value of a place is on its way, and whether it arrives; undefined when none is any more. */
  expect(place: string, work: Promise<boolean> | undefined): void {
    this.#arrivals.expect(place, work);
    this.#tell();
  }

  /** Fields and cells whose value is on its way. */
  awaited(): readonly FormFieldView[] {
    return viewsAt(this, this.#arrivals.places());
  }

  /** Waits for what is on its way; answers the places whose value did not arrive. */
  missing(): Promise<readonly string[]> {
    return this.#arrivals.missing();
  }

  /** Notes that what was typed has been taken: nothing is lost any more. */
  settle(): void {
    this.#isSettled = true;
  }

  /** Keys of what differs from how the form was opened, and would be lost. */
  changedKeys(): readonly string[] {
    if (this.#isSettled) return [];
    const values = this.values();
    const fields = [...this.fields.values()].filter(
      ({ key, compute, shown }) =>
        compute === undefined &&
        shown === undefined &&
        (this.#arrivals.isExpected(key) || !this.#origin.isAsOpened(key, values[key])),
    );
    const rows = [...this.rows.values()].filter((session) => session.isTouched());
    return [...fields.map(({ key }) => key), ...rows.map((session) => session.view.key)];
  }

  /** Titles of what differs from how the form was opened, and would be lost. */
  changedTitles(): readonly string[] {
    return this.changedKeys().map((key) => this.fields.get(key)?.title ?? this.rows.get(key)?.view.title ?? key);
  }

  /** Version of the record the form goes from; undefined for a new one. */
  get recordVersion(): number | undefined {
    return this.#origin.version;
  }

  /**
   * Brings back what was typed before, over the record as it was then: what others stored since comes up as a conflict
   * when it is saved. What was typed after the form was opened stays.
   */
  restore(draft: Pick<Draft, 'version' | 'values' | 'base' | 'rows'>): void {
    const typed = new Set(this.changedKeys());
    const kept = Object.keys(draft.values).filter((key) => !typed.has(key) && this.#isKeptInDrafts(key));
    const of = (values: Values) => Object.fromEntries(kept.map((key) => [key, values[key]]));
    if (this.isChange) this.#origin.rebase(of(draft.base), draft.version);
    this.write(of(draft.values), 'draft');
    for (const [key, rows] of Object.entries(draft.rows)) if (!typed.has(key)) this.rows.get(key)?.restore(rows);
    this.#tell();
  }

  #isKeptInDrafts(key: string): boolean {
    const view = this.fields.get(key);
    if (view === undefined || isForbiddenName(key) || this.masked.has(key)) return false;
    return view.field.mask === undefined && view.shown === undefined;
  }

  /** Checks one field and shows what is wrong with it. */
  check(key: string): Fault | undefined {
    const fault = this.#faultOf(key);
    this.#show(key, fault === undefined ? [] : [faultMessage(fault)]);
    return fault;
  }

  /** Takes a value somebody typed or chose. */
  edit(key: string, value: unknown): void {
    this.write({ [key]: value }, 'typed');
  }

  /**
   * The one way into the fields of the form: takes the values, works out what follows from them, and shows the
   * difference. Fields that are not named keep what they hold; names the form does not have are left out.
   */
  write(values: Values, cause: WriteCause): void {
    const written = Object.entries(values).filter(([key]) => this.fields.has(key) && !isForbiddenName(key));
    for (const [key, value] of written) {
      if (ownCauses.has(cause) || cause === 'draft') this.#edited.add(key);
      // What comes with the form, or was stored by another, nobody typed.
      if (cause === 'opening' || cause === 'stored') this.#origin.open({ [key]: value });
    }
    const before = this.#values;
    this.#values = { ...before, ...Object.fromEntries(written) };
    this.#link();
    if (!ownCauses.has(cause)) return;
    for (const [key, now] of written) {
      this.#follow({ reference: key, before: before[key], now });
      this.recheck(key);
    }
  }

  /** What fields take over from a reference that was chosen arrives later; it is waited for before anything is sent. */
  #follow(chosen: Chosen, isStart = false): void {
    const { lookUp } = this.#options;
    if (lookUp === undefined) return;
    for (const view of followersOf(this.fields.values(), chosen.reference)) {
      const work = followed(view, chosen, this.values(), lookUp).then((taken) => {
        const isCurrent = isSame(this.#values[chosen.reference], chosen.now);
        if (taken !== undefined && isCurrent) this.write({ [view.key]: taken.value }, isStart ? 'opening' : 'taken');
        return true;
      });
      this.#arrivals.await(view.key, work);
    }
  }

  /** Checks a field that is left; one that was only passed through is not yet found missing. */
  leave(key: string): void {
    if (this.#edited.has(key)) this.check(key);
  }

  /** Checks a field again that is shown as wrong, so that the mark goes as soon as it is right. */
  recheck(key: string): void {
    if (this.display.isWrong(key)) this.check(key);
  }

  /** Checks everything visible, or of one section, and answers the places at fault, in order. */
  checkAll(section?: string): readonly string[] {
    const sections = this.#options.view.sections.filter(({ key }) => section === undefined || key === section);
    return sections.flatMap(({ items }) => items).flatMap(({ key }) => this.#placesAt(key));
  }

  #placesAt(key: string): readonly string[] {
    const rows = this.rows.get(key);
    if (rows === undefined) return this.check(key) === undefined ? [] : [key];
    const state = this.stateOf(key);
    return state.visible && !rows.view.readonly ? rows.checkAll(state.required) : [];
  }

  /** Puts the faults a server found at their places; answers the places, and the sentences that have none. */
  showFaults(faults: readonly Fault[]): PlacedFaults {
    const placed = placeFaults(this, faults, (key, messages) => this.display.showFaults(key, messages));
    this.#tell();
    return placed;
  }

  /** What a field held, or child rows were, when the form was opened. */
  openedValue(key: string): unknown {
    return this.masked.get(key) ?? this.rows.get(key)?.openedRows() ?? this.#origin.stored(key);
  }

  /**
   * Goes on from what somebody else stored meanwhile: of the fields named in `theirs` his value is taken, of the
   * others what was typed here stays and will replace it.
   */
  resolve({ fields = [], version }: RefusalDetail, theirs: ReadonlySet<string>): void {
    for (const { key, stored } of fields) {
      const rows = this.rows.get(key);
      if (rows === undefined) this.#takeStored(key, stored, theirs.has(key));
      else rows.takeStored(stored, theirs.has(key));
    }
    this.#origin.rebase({}, version);
    this.#tell();
  }

  #takeStored(key: string, stored: unknown, isTaken: boolean): void {
    const value = this.#origin.take(key, this.fields.get(key)?.field, stored);
    if (!isTaken) return;
    this.write({ [key]: value }, 'stored');
    this.#show(key, []);
  }

  /** The body to send; undefined when a change changes nothing. */
  body(): Values | undefined {
    const { mode, record, context } = this.#options;
    const lists = [...this.rows.values()].filter(({ view }) => this.stateOf(view.key).visible && !view.readonly);
    const isUntouched = (key: string, value: unknown) => this.#origin.isUntouched(key, value);
    const values = sentValues(this, isUntouched, context.dictionaries);
    if (mode !== 'modify') return newBody(values, lists);
    const typed = Object.keys(values).filter((key) => this.fields.get(key)?.compute === undefined);
    const changed = lists.filter((session) => session.isChanged());
    if (typed.length + changed.length === 0) return undefined;
    const was = this.#origin.was(Object.keys(values));
    return { id: record?.id, version: this.recordVersion, ...changeBody(values, was, changed) };
  }

  #faultOf(key: string): Fault | undefined {
    const view = this.fields.get(key);
    if (view === undefined) return undefined;
    const value: unknown = this.values()[key];
    const isUntouched = this.#origin.isUntouched(key, value);
    const bounded = { ...view, field: boundedField(view.field, this.scope()) };
    const checked = { view: bounded, state: this.stateOf(key), value, isUntouched, isMasked: this.masked.has(key) };
    return faultOf(checked, this.#options.context.dictionaries, pointer(key));
  }

  #computed(): Values {
    return Object.fromEntries(this.#options.view.computed.map(({ key }) => [key, this.#linked.values[key]]));
  }

  #show(key: string, messages: readonly string[]): void {
    this.display.showFaults(key, messages);
    this.#tell();
  }

  /** Runs all linkage once and shows what it makes of the form. */
  #link(): void {
    this.#linked = this.#settled(this.#values);
    const anew = Object.entries(this.#computed()).filter(([key, value]) => !isSame(this.#values[key], value));
    if (anew.length > 0) this.#values = { ...this.#values, ...Object.fromEntries(anew) };
    this.display.showValues(this.#values);
    this.#showStates();
    this.#tell();
    this.#judgeChoices();
  }

  #judgeChoices(): void {
    // What is still being read says nothing about what was chosen.
    if (!this.#scope.isReading) this.choices.judge(choicePlaces(this));
  }

  #settled(own: Values): FormLinkage {
    return settledLinkage({ view: this.#options.view, own, rows: this.rows, scope: this.#scope.of });
  }

  #showStates(): void {
    for (const key of this.fields.keys()) {
      const state = this.stateOf(key);
      if (this.display.showState(key, state) && !(state.visible && state.required)) this.recheck(key);
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function recordsIn(value: unknown): readonly WireRecord[] {
  return Array.isArray(value) ? value : [];
}
