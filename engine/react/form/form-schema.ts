import type { ISchema } from '@formily/json-schema';
import { type FormView, isForbiddenName } from '../../model/index.ts';
import type { FormSession } from './form-session.ts';

/**
 * The Formily schema of a form, made in memory. It holds names only: titles, options and limits stay in the
 * form's own view, out of reach of Formily's compiler. An underscore keeps sections apart from fields.
 */
export function formilySchema(view: FormView, session: FormSession): ISchema {
  const sections = view.sections.map((section, index) => {
    const fields = section.fields.filter((field) => !isForbiddenName(field.key));
    const properties = Object.fromEntries(fields.map((field, at) => [field.key, fieldSchema(field.key, at, session)]));
    return [
      `_${section.key}`,
      {
        type: 'void',
        'x-index': index,
        'x-component': 'FormSection',
        'x-component-props': { name: section.key },
        properties,
      },
    ] as const;
  });
  return { type: 'object', properties: Object.fromEntries(sections) };
}

function fieldSchema(key: string, index: number, session: FormSession): ISchema {
  const state = session.stateOf(key);
  return {
    type: 'string',
    'x-index': index,
    'x-component': 'FaceInput',
    'x-component-props': { name: key },
    'x-decorator': 'FieldItem',
    'x-decorator-props': { name: key, asterisk: state.required },
    'x-display': state.visible ? 'visible' : 'hidden',
    'x-pattern': state.enabled ? 'editable' : 'disabled',
  };
}
