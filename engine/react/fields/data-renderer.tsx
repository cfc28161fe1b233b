import { Input } from 'antd';
import { useState } from 'react';
import type { ViewContext } from '../../model/view/index.ts';
import { listed } from '../formats/listed.ts';
import { usePageRuntime } from '../host/page-runtime.ts';
import { valueAt } from '../record/record-path.ts';
import { emptyText, type FieldRenderer, type InputProps, type ValueProps } from './renderer/field-renderer.ts';
import { shapeText } from './shape-text.ts';

/** Values of a dictionary by their titles, everything else as it is. */
function titled({ field, path, record }: ValueProps, context: ViewContext): unknown {
  const value = valueAt(record, path);
  const values = context.dictionaries.get(field.dictionary ?? '')?.values;
  if (values === undefined || !Array.isArray(value)) return value;
  return value.map((item: unknown) => values.find(({ key }) => key === item)?.title ?? item);
}

function jsonText(props: ValueProps, context: ViewContext): string {
  const value = titled(props, context);
  if (value === null || value === undefined) return emptyText;
  if (props.field.shape !== undefined) return shapeText(props.field.shape, value, context);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number'))
    return listed(value) || emptyText;
  return JSON.stringify(value);
}

function JsonCell(props: ValueProps) {
  const { context } = usePageRuntime();
  const value = titled(props, context);
  if (props.field.shape !== undefined || !Array.isArray(value) || value.length === 0)
    return <span className="engine-long">{jsonText(props, context)}</span>;
  return (
    <span className="engine-tags">
      {value.map((item: unknown) => (
        <span key={String(item)} className="engine-tag engine-tone-default">
          {typeof item === 'string' ? item : JSON.stringify(item)}
        </span>
      ))}
    </span>
  );
}

/** JSON is edited as text; what does not parse yet is kept as typed and refused on submit. */
export function JsonInput(props: InputProps) {
  const [typed, setTyped] = useState(() =>
    props.value === null || props.value === undefined ? '' : JSON.stringify(props.value, null, 2),
  );
  const change = (text: string) => {
    setTyped(text);
    props.onChange(text.trim() === '' ? null : parsed(text));
  };
  return (
    <Input.TextArea
      id={props.id}
      classNames={{ textarea: 'engine-area engine-code' }}
      value={typed}
      onChange={(event) => change(event.target.value)}
      onBlur={props.onBlur}
      disabled={props.disabled}
      placeholder={props.placeholder}
      spellCheck={false}
    />
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Structured data. */
export const jsonRenderer: FieldRenderer = { text: jsonText, Cell: JsonCell, width: 180 };
