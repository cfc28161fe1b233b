import type { EntityModel } from '../entity-model.ts';
import type { Expression } from '../expression/ast.ts';
import { holds, type Scope } from '../expression/evaluate.ts';
import { parseExpression } from '../expression/parse.ts';
import type { FormDocument, FormFieldOverride, OperationInput } from '../generated/documents.ts';
import { type InputField, inputFields } from '../record-input.ts';

/** One field of a form, with what the form says over what the entity says. */
export type FormFieldView = {
  readonly key: string;
  readonly field: InputField;
  readonly title: string;
  readonly required: boolean;
  readonly readonly: boolean;
  readonly span: 1 | 2;
  readonly help?: string;
  readonly placeholder?: string;
};

/** A form ready to draw. */
export type FormView = {
  readonly title: string;
  readonly entity: string;
  readonly layout: 'drawer' | 'modal';
  readonly sections: readonly {
    readonly key: string;
    readonly title?: string;
    readonly fields: readonly FormFieldView[];
  }[];
  readonly rules: readonly FormRuleView[];
};

type FormEffect = { readonly set: 'visible' | 'required' | 'enabled'; readonly field: string; readonly value: boolean };
type FormRuleView = { readonly key: string; readonly when: Expression; readonly effects: readonly FormEffect[] };

/** What the rules of a form make of a field just now. */
export type FieldState = { readonly visible: boolean; readonly required: boolean; readonly enabled: boolean };

/** Compiles a form document; fields come from the entity, or from the inputs of the operation it is for. */
export function formView(
  form: FormDocument,
  entity: EntityModel,
  inputs: readonly OperationInput[],
  title: string,
): FormView {
  const declared = inputFields(inputs, entity.fields);
  return {
    title: form.title ?? title,
    entity: entity.document.name,
    layout: form.layout ?? 'drawer',
    sections: form.sections.map((section) => ({
      key: section.key,
      ...(section.title === undefined ? {} : { title: section.title }),
      fields: section.fields.flatMap((item) => formField(item, declared, entity)),
    })),
    rules: (form.rules ?? []).flatMap((rule) => {
      const outcome = parseExpression(rule.when);
      return outcome.ok ? [{ key: rule.key, when: outcome.expression, effects: rule.then }] : [];
    }),
  };
}

/** The form of an operation that has inputs but no form of its own: one section with all of them. */
export function inputsForm(inputs: readonly OperationInput[], entity: EntityModel, title: string): FormView {
  const declared = inputFields(inputs, entity.fields);
  const fields = inputs.flatMap((input) => formField(input.key, declared, entity));
  return { title, entity: entity.document.name, layout: 'modal', sections: [{ key: 'input', fields }], rules: [] };
}

function formField(
  item: string | FormFieldOverride,
  declared: ReadonlyMap<string, InputField>,
  entity: EntityModel,
): readonly FormFieldView[] {
  const override: FormFieldOverride = typeof item === 'string' ? { key: item } : item;
  const field = declared.get(override.key) ?? entity.fields.get(override.key);
  if (field === undefined) return [];
  const help = override.help ?? field.help;
  return [
    {
      key: override.key,
      field,
      title: override.title ?? field.title,
      required: override.required ?? field.required === true,
      readonly: override.readonly === true,
      span: override.span ?? (field.type === 'text' || field.type === 'html' ? 2 : 1),
      ...(help === undefined ? {} : { help }),
      ...(override.placeholder === undefined ? {} : { placeholder: override.placeholder }),
    },
  ];
}

/** All fields of a form in order. */
export function formFields(form: FormView): readonly FormFieldView[] {
  return form.sections.flatMap((section) => section.fields);
}

/** Runs every rule once over the values and answers the state of each field; rules are applied in order. */
export function linkage(form: FormView, scope: Scope): ReadonlyMap<string, FieldState> {
  const states = new Map<string, FieldState>();
  for (const field of formFields(form))
    states.set(field.key, { visible: true, required: field.required, enabled: !field.readonly });
  for (const rule of form.rules) {
    const isTrue = holds(rule.when, scope);
    for (const effect of rule.effects) {
      const state = states.get(effect.field);
      if (state !== undefined)
        states.set(effect.field, { ...state, [effect.set]: isTrue ? effect.value : !effect.value });
    }
  }
  return states;
}
