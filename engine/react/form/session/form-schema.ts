import type { ISchema } from '@formily/json-schema';
import { isForbiddenName } from '../../../model/naming/index.ts';
import type { FormItemView, FormSectionView } from '../../../model/view/index.ts';
import type { FormSession } from './form-session.ts';

/**
 * The Formily schema of a section, made in memory. It holds names only: titles, options and limits stay in the
 * form's own view, out of reach of Formily's compiler. An underscore keeps sections and faults apart from fields.
 */
export function sectionSchema(section: FormSectionView, session: FormSession): ISchema {
  const items = section.items.filter((item) => item.kind === 'fault' || !isForbiddenName(item.key));
  const properties = Object.fromEntries(
    items.map((item, index) => [
      item.kind === 'fault' ? `_${section.key}_${index}` : item.key,
      { 'x-index': index, ...itemSchema(item, session) },
    ]),
  );
  return {
    type: 'object',
    properties: {
      [`_${section.key}`]: {
        type: 'void',
        'x-component': 'FormSection',
        'x-component-props': { name: section.key },
        properties,
      },
    },
  };
}

function itemSchema(item: FormItemView, session: FormSession): ISchema {
  const { key } = item;
  if (item.kind === 'fault') return { type: 'void', 'x-component': 'FaultItem', 'x-component-props': { name: key } };
  if (item.kind === 'rows') return { type: 'void', 'x-component': 'RowsItem', 'x-component-props': { name: key } };
  const state = session.stateOf(key);
  return {
    type: 'string',
    'x-component': 'FieldTypeInput',
    'x-component-props': { name: key },
    'x-decorator': 'FieldItem',
    'x-decorator-props': { name: key, asterisk: state.required },
    'x-display': state.visible ? 'visible' : 'hidden',
    'x-pattern': state.enabled ? 'editable' : 'disabled',
  };
}
