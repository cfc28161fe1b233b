import type { FieldSource } from '../../entity/field-source.ts';
import type { Expression } from '../../expression/ast.ts';
import type { FormFieldOverride } from '../../generated/documents.ts';
import type { InputField } from '../../record/validate-record.ts';
import type { Where } from '../../wire/wire.ts';

/** When an item of a form is shown, may be filled in, and must be. */
export type FormConditions = {
  readonly visibleWhen?: Expression;
  readonly enabledWhen?: Expression;
  readonly requiredWhen?: Expression;
  /** When the reader may write it at all, whatever the form says: by the state of the record, and who he is. */
  readonly writableWhen?: Expression;
};

/** One condition on the rows a picker offers: what stands at the path equals the value. */
export type PickerConditionView = { readonly path: string; readonly value: Expression };

/** One field of a form, with what the form says over what the entity says. */
export type FormFieldView = FormConditions & {
  readonly kind: 'field';
  readonly key: string;
  readonly field: InputField;
  readonly title: string;
  readonly required: boolean;
  readonly readonly: boolean;
  readonly span: 1 | 2;
  readonly help?: string;
  readonly placeholder?: string;
  /** How it is filled in, where that is not what the type says. */
  readonly input?: NonNullable<FormFieldOverride['input']>;
  readonly widget?: string;
  readonly props?: Readonly<Record<string, unknown>>;
  /** Path that says while one types whether a value is taken. */
  readonly check?: string;
  readonly conditions?: readonly PickerConditionView[];
  /** Page whose form makes what is chosen from; false for none, absent for the only one there is. */
  readonly create?: string | false;
  readonly defaultValue?: Expression;
  readonly compute?: Expression;
  /** What it takes over once a reference is chosen. */
  readonly source?: FieldSource;
  /** Whether it names the row of a list that this row was picked from: it is shown, and chosen there. */
  readonly picked?: true;
  /** Path of the record whose value is only shown here: nobody fills it in, and it is never sent. */
  readonly shown?: string;
};

/** How rows of a form are picked from a list. */
export type RowPickView = {
  /** The list they are picked from. */
  readonly page: string;
  /** The cell that names what was picked. */
  readonly cell: FormFieldView;
  /** What cells take over from it, by the path there. */
  readonly values: readonly { readonly key: string; readonly path: string }[];
  /** Which rows of the list can be picked, whatever it shows. */
  readonly where: readonly Where[];
};

/** Child rows edited in a form. */
export type FormRowsView = FormConditions & {
  readonly kind: 'rows';
  readonly key: string;
  readonly title: string;
  readonly entity: string;
  readonly readonly: boolean;
  readonly help?: string;
  readonly min: number;
  readonly max: number;
  /** The rows are filled in as they are: none comes, goes or moves. */
  readonly isFixed: boolean;
  /** Each row is a card of its own rather than a line of a table. */
  readonly hasCards: boolean;
  readonly fields: readonly (FormFieldView | FormFaultView)[];
  /** Rows of each row. */
  readonly lists: readonly FormRowsView[];
  /** The cells that are worked out, each after those it reads. */
  readonly computed: readonly FormFieldView[];
  /** Where they are picked from a list rather than added one by one. */
  readonly pick?: RowPickView;
};

/** Something of a form that cannot be drawn; only the fault is shown in its place. */
export type FormFaultView = {
  readonly kind: 'fault';
  readonly key: string;
  readonly title: string;
  readonly fault: string;
};

/** What may stand in a section. */
export type FormItemView = FormFieldView | FormRowsView | FormFaultView;

/** A part of a form: a group of fields, a tab or a step. */
export type FormSectionView = {
  readonly key: string;
  readonly title?: string;
  readonly help?: string;
  readonly visibleWhen?: Expression;
  /** It stands beside the others whichever of them is open: neither a tab nor a step. */
  readonly isBeside?: true;
  readonly items: readonly FormItemView[];
};

type FormEffect = { readonly set: 'visible' | 'required' | 'enabled'; readonly field: string; readonly value: boolean };
export type FormRuleView = { readonly key: string; readonly when: Expression; readonly effects: readonly FormEffect[] };

/** A form ready to draw. */
export type FormView = {
  readonly title: string;
  readonly entity: string;
  readonly layout: 'drawer' | 'modal' | 'page';
  readonly arrange: 'sections' | 'tabs' | 'wizard';
  readonly sections: readonly FormSectionView[];
  readonly rules: readonly FormRuleView[];
  /** The fields that are worked out, each after those it reads. */
  readonly computed: readonly FormFieldView[];
  /** What is wrong with parts that have no place of their own, such as a rule. */
  readonly faults: readonly string[];
  /** Key path of the form in its page. */
  readonly at?: string;
};
