import type { Scope } from '../../../model/expression/index.ts';
import type { FormView, ViewContext } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import type { Values } from '../../record/values.ts';
import type { AllowedIds } from './dependent-choices.ts';
import type { LookUp } from './values/follow-source.ts';
import type { FormMode } from './values/form-mode.ts';

/** What a form is opened with. */
export type SessionOptions = {
  readonly view: FormView;
  readonly mode: FormMode;
  readonly record?: WireRecord | undefined;
  readonly context: ViewContext;
  /** What expressions read besides the values of the form. */
  readonly scope: (form: Values) => Scope;
  /** Reads what fields take over from a reference; without it the server alone does. */
  readonly lookUp?: LookUp;
  /** Tells which chosen records are still possible once what they depend on has changed. */
  readonly allowed?: AllowedIds;
  /** What texts of a new record start with, where somebody came with them. */
  readonly given?: Readonly<Record<string, string>>;
  /** What fields of a new record start with where the place it is made in says so, for example a day of a calendar. */
  readonly begins?: Readonly<Record<string, unknown>>;
};
