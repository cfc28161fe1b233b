import type { Scope } from '../../../model/expression/index.ts';
import { type FormReferences, type FormView, formReferences, type ViewContext } from '../../../model/view/index.ts';
import type { Values } from '../../record/values.ts';
import type { LookUp } from './values/follow-source.ts';
import { ReferenceValues } from './values/reference-values.ts';

type FormScopeOptions = {
  readonly view: FormView;
  readonly context: ViewContext;
  /** What expressions read besides the values of the form. */
  readonly scope: (form: Values) => Scope;
  /** Reads what stands behind references; without it expressions find nothing there. */
  readonly lookUp?: LookUp;
  readonly expect: (place: string, work: Promise<boolean>) => void;
  readonly onArrive: () => void;
};

/** What the expressions of an opened form read: its values, and what stands behind its references. */
export class FormScope {
  readonly #scope: (form: Values) => Scope;
  readonly #references: FormReferences;
  readonly #reached: ReferenceValues | undefined;

  constructor({ view, context, scope, lookUp, expect, onArrive }: FormScopeOptions) {
    this.#scope = scope;
    this.#references = formReferences(view, context);
    this.#reached = lookUp === undefined ? undefined : new ReferenceValues({ lookUp, expect, onArrive });
  }

  /** Whether something that expressions read is still on its way. */
  get isReading(): boolean {
    return this.#reached?.isReading === true;
  }

  /** What expressions read where the form holds these values. */
  readonly of = (values: Values): Scope => {
    const reached = this.#reached;
    if (reached === undefined) return this.#scope(values);
    const { own, rows } = this.#references;
    const lists = [...rows].flatMap(([key, references]) => {
      const list: unknown = values[key];
      return references.length > 0 && Array.isArray(list)
        ? [[key, list.map((row: Values) => reached.with(row, references))] as const]
        : [];
    });
    return this.#scope(reached.with({ ...values, ...Object.fromEntries(lists) }, own));
  };

  /** A child row with what stands behind its references; `at` are the keys of the lists it lies in. */
  readonly ofRow = (row: Values, at: string): Values =>
    this.#reached?.with(row, this.#references.rows.get(at) ?? []) ?? row;
}
