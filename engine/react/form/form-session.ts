import { createForm, type Field, type Form, isField, onFormValuesChange } from '@formily/core';
import { toJS } from '@formily/reactive';
import {
  checkValue,
  type Fault,
  type FieldState,
  type FormFieldView,
  type FormView,
  faultMessage,
  formFields,
  linkage,
  pointer,
  type RefusalDetail,
  type Scope,
  type ViewContext,
  type WireRecord,
} from '../../model/index.ts';
import { type FormMode, isWritable, maskedValues, startValues } from './form-mode.ts';

type SessionOptions = {
  readonly view: FormView;
  readonly mode: FormMode;
  readonly record?: WireRecord | undefined;
  readonly context: ViewContext;
  /** What expressions read besides the values of the form. */
  readonly scope: (form: Readonly<Record<string, unknown>>) => Scope;
};

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
const same = (a: unknown, b: unknown) => (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b);

/**
 * One opened form: its Formily form, the state its rules give each field, the checks it shares with the
 * server, and the body it sends. All linkage runs in one pass per change.
 */
export class FormSession {
  readonly form: Form;
  readonly fields: ReadonlyMap<string, FormFieldView>;
  readonly masked: ReadonlyMap<string, string>;
  readonly #options: SessionOptions;
  readonly #edited = new Set<string>();
  readonly #start: Record<string, unknown>;
  #base: Record<string, unknown>;
  #version: number | undefined;
  #states: ReadonlyMap<string, FieldState>;

  constructor(options: SessionOptions) {
    this.#options = options;
    const list = formFields(options.view);
    this.fields = new Map(list.map((field) => [field.key, field]));
    this.masked = options.mode === 'modify' ? maskedValues(list, options.record) : new Map();
    this.#start = startValues(list, options.mode, options.record, options.scope({}));
    this.#base = { ...this.#start };
    this.#version = options.record?.version;
    this.#states = linkage(options.view, options.scope(this.#start));
    this.form = createForm({
      values: structuredClone(this.#start),
      effects: () => onFormValuesChange(() => this.#link()),
    });
  }

  /** What the rules make of a field just now. */
  stateOf(key: string): FieldState {
    return this.#states.get(key) ?? { visible: true, required: false, enabled: true };
  }

  /** The values as they stand. */
  values(): Readonly<Record<string, unknown>> {
    return toJS(this.form.values);
  }

  /** Titles of the fields that differ from how the form was opened. */
  changedTitles(): readonly string[] {
    const values = this.values();
    return [...this.fields.values()]
      .filter(({ key }) => !same(values[key], this.#start[key]))
      .map((field) => field.title);
  }

  /** Checks one field and shows what is wrong with it. */
  check(key: string): Fault | undefined {
    const fault = this.#faultOf(key);
    this.#show(key, fault === undefined ? [] : [faultMessage(fault)]);
    return fault;
  }

  /** Takes a value somebody typed or chose. */
  edit(key: string, value: unknown): void {
    this.#edited.add(key);
    this.#field(key)?.onInput(value);
    this.recheck(key);
  }

  /** Checks a field that is left; one that was only passed through is not yet found missing. */
  leave(key: string): void {
    if (this.#edited.has(key)) this.check(key);
  }

  /** Checks a field again that is shown as wrong, so that the mark goes as soon as it is right. */
  recheck(key: string): void {
    if ((this.#field(key)?.selfErrors.length ?? 0) > 0) this.check(key);
  }

  /** Checks every visible field and answers the keys at fault, in order. */
  checkAll(): readonly string[] {
    return [...this.fields.keys()].filter((key) => this.check(key) !== undefined);
  }

  /** Puts the faults a server found at their fields; answers the fields, and the sentences that have none. */
  showFaults(faults: readonly Fault[]): { readonly keys: readonly string[]; readonly others: readonly string[] } {
    const keys: string[] = [];
    const others: string[] = [];
    for (const fault of faults) {
      const key = fault.pointer.split('/')[1] ?? '';
      const field = this.fields.get(key);
      if (field !== undefined && this.stateOf(key).visible) {
        this.#show(key, [faultMessage({ ...fault, title: field.title })]);
        keys.push(key);
      } else others.push(faultMessage(fault));
    }
    return { keys, others };
  }

  /**
   * Takes over what somebody else stored meanwhile: the conflicting fields are marked with it, nothing typed
   * is lost, and saving again is a decision made with both values in sight.
   */
  takeConflict(detail: RefusalDetail, sentence: (stored: unknown, key: string) => string): readonly string[] {
    const keys: string[] = [];
    for (const { key, stored } of detail.fields ?? []) {
      this.#base = { ...this.#base, [key]: stored };
      if (!this.fields.has(key)) continue;
      this.#show(key, [sentence(stored, key)]);
      keys.push(key);
    }
    this.#version = detail.version ?? this.#version;
    return keys;
  }

  /** The body to send; undefined when a change changes nothing. */
  body(): Readonly<Record<string, unknown>> | undefined {
    const { mode, record } = this.#options;
    const values = this.#stored();
    if (mode !== 'modify') return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
    const keys = Object.keys(values);
    if (keys.length === 0) return undefined;
    // What a masked field was is not known here; the server compares nothing for it.
    const was = Object.fromEntries(
      keys.filter((key) => !this.masked.has(key)).map((key) => [key, this.#base[key] ?? null]),
    );
    return { id: record?.id, version: this.#version, was, ...values };
  }

  /** Values to send, in their stored form: of visible, writable fields, and of a change only what differs. */
  #stored(): Record<string, unknown> {
    const values = this.values();
    const stored: Record<string, unknown> = {};
    for (const field of this.fields.values()) {
      const value = values[field.key];
      if (!isWritable(field) || !this.stateOf(field.key).visible || this.#isUntouched(field.key, value)) continue;
      const outcome = checkValue(field.field, value, this.#checks());
      stored[field.key] = 'value' in outcome ? outcome.value : null;
    }
    return stored;
  }

  /** In a change, a value that is as it was is neither checked nor sent: it may be older than today's rules. */
  #isUntouched(key: string, value: unknown): boolean {
    return this.#options.mode === 'modify' && (this.masked.has(key) ? isEmpty(value) : same(value, this.#base[key]));
  }

  #checks() {
    return { dictionaries: this.#options.context.dictionaries, now: new Date().toISOString() };
  }

  #faultOf(key: string): Fault | undefined {
    const view = this.fields.get(key);
    const state = this.stateOf(key);
    if (view === undefined || !state.visible || !isWritable(view)) return undefined;
    const value: unknown = this.values()[key];
    const located = { pointer: pointer(key), title: view.title };
    const outcome = this.#isUntouched(key, value) ? { value } : checkValue(view.field, value, this.#checks());
    if ('fault' in outcome) return { ...outcome.fault, ...located };
    const missing = isEmpty(outcome.value) && state.required && !this.masked.has(key);
    return missing ? { code: 'E_INPUT_REQUIRED', ...located } : undefined;
  }

  #field(key: string): Field | undefined {
    const found = this.form.query(key).take();
    return found !== undefined && isField(found) ? found : undefined;
  }

  #show(key: string, messages: readonly string[]): void {
    const field = this.#field(key);
    if (field !== undefined) field.selfErrors = [...messages];
  }

  #link(): void {
    const { view, scope } = this.#options;
    if (view.rules.length === 0) return;
    this.#states = linkage(view, scope(this.values()));
    for (const [key, state] of this.#states) {
      const field = this.#field(key);
      if (field === undefined) continue;
      field.display = state.visible ? 'visible' : 'hidden';
      field.pattern = state.enabled ? 'editable' : 'disabled';
      field.setDecoratorProps({ asterisk: state.required });
      if (!state.visible || !state.required) this.recheck(key);
    }
  }
}
