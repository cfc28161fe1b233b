import { createForm, type Field, type Form, isField, onFieldInit, onFormValuesChange } from '@formily/core';
import { raw } from '@formily/reactive';
import type { FieldState } from '../../../model/view/index.ts';
import type { Values } from '../../record/values.ts';

/**
 * What Formily draws of an opened form. It is told what fields hold, what conditions and rules make of them, and what
 * is wrong with them; nothing is read back, and a value that somebody else writes into it is refused.
 */
export class FormDisplay {
  /** For what draws the fields; to be written into by nobody. */
  readonly form: Form;
  /** The values as they are owned. */
  #values: Values;
  /** The same values as Formily holds them: copies, so that whoever draws one cannot change what is owned. */
  readonly #shown: Record<string, unknown>;
  readonly #states = new WeakMap<Field, FieldState>();
  readonly #faults = new Map<string, readonly string[]>();

  constructor(values: Values) {
    this.#values = values;
    this.form = createForm({
      values: { ...values },
      effects: () => {
        onFormValuesChange(() => this.#refuseOthers());
        // Of a long form some fields are drawn after others were found wrong already.
        onFieldInit('*', (field) => isField(field) && this.#showFaultsOn(field, String(field.props.name)));
      },
    });
    // Formily copies what it is given.
    this.#shown = { ...raw(this.form.values) };
  }

  /** Shows what differs from what is shown. */
  showValues(values: Values): void {
    const before = this.#values;
    this.#values = values;
    for (const key of new Set([...Object.keys(before), ...Object.keys(values)])) {
      const value = values[key];
      if (value === before[key]) continue;
      this.#shown[key] = typeof value === 'object' ? structuredClone(value) : value;
      this.form.setValuesIn(key, this.#shown[key]);
    }
  }

  /** Shows what conditions and rules make of a field; answers whether that is something else than before. */
  showState(key: string, state: FieldState): boolean {
    const field = this.#field(key);
    // Formily walks over the whole form for each of these, whether anything differs or not.
    if (field === undefined || isSameState(this.#states.get(field), state)) return false;
    this.#states.set(field, state);
    field.display = state.visible ? 'visible' : 'hidden';
    field.pattern = state.enabled ? 'editable' : 'disabled';
    field.setDecoratorProps({ asterisk: state.required });
    return true;
  }

  /** Shows what is wrong with a field. */
  showFaults(key: string, messages: readonly string[]): void {
    this.#faults.set(key, messages);
    const field = this.#field(key);
    if (field !== undefined) field.selfErrors = [...messages];
  }

  /** Whether a field is shown as wrong. */
  isWrong(key: string): boolean {
    return (this.#faults.get(key)?.length ?? 0) > 0;
  }

  #showFaultsOn(field: Field, key: string): void {
    const messages = this.#faults.get(key);
    if (messages?.length) field.selfErrors = [...messages];
  }

  #field(key: string): Field | undefined {
    const found = this.form.query(key).take();
    return found !== undefined && isField(found) ? found : undefined;
  }

  #refuseOthers(): void {
    const now: Values = raw(this.form.values);
    const isForeign = (key: string) => raw(now[key]) !== this.#shown[key];
    const foreign = Object.keys(now).find(isForeign) ?? Object.keys(this.#shown).find(isForeign);
    if (foreign === undefined) return;
    this.form.setValuesIn(foreign, this.#shown[foreign]);
    throw new TypeError(`the value of form field "${foreign}" was written into Formily: write it by FormSession.write`);
  }
}

function isSameState(a: FieldState | undefined, b: FieldState): boolean {
  return a?.visible === b.visible && a.required === b.required && a.enabled === b.enabled;
}
